import { encodeOrderId } from "#contract/orders/order-id.ts";
import { ownName } from "./support/orders.ts";
import type { Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

/** Waits until the whole order is shown. */
async function expectOrder(screen: Screen, id: number): Promise<void> {
  await expect(screen.heading).toHaveText(`Order ${id}`);
  await expect(screen.section("Comment History")).toBeVisible();
}

test("j and k and two buttons go through the list in its order, and Back restores it", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  for (let count = 0; count < 12; count += 1) await desk.intake();
  await desk.signIn("Team", "/admin/recent-order?page=2&sort=order_id&dir=desc");
  await expect(desk.list.rows.first()).toBeVisible();
  const second = await desk.list.ids();
  // Live events read an open order again.
  await page.route("**/api/admin/events*", () => undefined);
  await page.reload();
  await expect(desk.list.rows.first()).toBeVisible();
  const opened: string[] = [];
  page.on("request", (request) => {
    const id = /get-orders-details\/(\d+)/.exec(request.url())?.[1];
    if (id !== undefined) opened.push(id);
  });
  const [first = 0, after = 0] = second;
  await desk.list.viewLink(first).click();
  await expectOrder(desk, first);
  await expect(page).toHaveURL(/\?page=2&sort=order_id&dir=desc&from=newOrder$/);
  await expect(page.getByRole("button", { name: "Next order" })).not.toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("j");
  await expectOrder(desk, after);
  await page.keyboard.press("k");
  await expectOrder(desk, first);
  // The one before is on the page before.
  await page.getByRole("button", { name: "Previous order" }).click();
  await expect(desk.heading).not.toHaveText(`Order ${first}`);
  const before = Number((await desk.heading.textContent())?.slice("Order ".length));
  await expectOrder(desk, before);
  expect(second).not.toContain(before);
  expect(opened).toEqual([first, after, first, before].map(String));
  await desk.expectAccessible();
  await page.getByRole("link", { name: "Back to New Order" }).click();
  await expect(page).toHaveURL("/admin/recent-order?page=2&sort=order_id&dir=desc");
  await expect.poll(() => desk.list.ids()).toEqual(second);
});

test("after a move, Next order opens the one that followed it", { tag: "@core" }, async ({ page, desk }) => {
  const ids = await desk.intakes({}, {}, {});
  const [moved, next] = ids;
  await desk.signIn("Team", "/admin/recent-order?sort=order_id&dir=desc");
  await desk.list.viewLink(next).click();
  await expectOrder(desk, next);
  await page.keyboard.press("j");
  await expectOrder(desk, moved);
  await page.keyboard.press("k");
  await expectOrder(desk, next);
  await desk.section("Move order").getByRole("button", { name: "Move to Awaiting Govt" }).click();
  const toast = desk.toastBy("status", "");
  await expect(toast.getByRole("button", { name: "Undo" })).toBeVisible();
  // By keyboard: a click waits until the toast has stopped moving, which can take its five seconds on a busy machine.
  await toast.getByRole("button", { name: "Next order" }).press("Enter");
  await expectOrder(desk, moved);
});

test("a step that is asked for before the neighbours are known is taken when they are", async ({ page, desk }) => {
  const [after, opened] = await desk.intakes({}, {});
  await desk.signIn("Team", "/admin/recent-order?sort=order_id&dir=desc");
  let isAsked = false;
  const held = Promise.withResolvers<void>();
  await page.route("**/api/admin/neighbours/*", async (route) => {
    isAsked = true;
    await held.promise;
    await route.continue();
  });
  await desk.list.viewLink(opened).click();
  await expectOrder(desk, opened);
  await expect.poll(() => isAsked).toBe(true);
  await page.keyboard.press("j");
  await expect(desk.announced).not.toHaveText("This is the last order of the list.");
  held.resolve();
  await expectOrder(desk, after);
});

test.describe("while the neighbours can't be read", () => {
  test.use({ expectedErrors: ["Failed to load resource"] });

  test("a step reports that instead of an end of the list", async ({ page, desk }) => {
    const id = await desk.intake();
    await desk.signIn("Team", "/admin/recent-order?sort=order_id&dir=desc");
    await page.route("**/api/admin/neighbours/*", (route) => route.abort());
    await desk.list.viewLink(id).click();
    await expectOrder(desk, id);
    await page.keyboard.press("j");
    await expect(desk.toastBy("alert", "")).toBeVisible();
    await expect(desk.heading).toHaveText(`Order ${id}`);
  });
});

test("the orders of a search are those that the list has loaded, and its text is not in the address", async ({
  page,
  desk,
}) => {
  const name = ownName();
  const first = await desk.intake({ full_name: `${name} A` });
  await desk.intake();
  const second = await desk.intake({ full_name: `${name} B` });
  await (await desk.signIn("Team")).list.open("/admin/recent-order", name);
  await desk.list.viewLink(first).click();
  await expectOrder(desk, first);
  expect(page.url()).not.toContain(name);
  await page.keyboard.press("k");
  await expect(desk.announced).toHaveText("This is the first order of the list.");
  await page.keyboard.press("j");
  await expectOrder(desk, second);
  await page.getByRole("link", { name: "Back to New Order" }).click();
  await expect(desk.list.searchBox).toHaveValue(name);
  await expect(desk.list.row(first)).toBeVisible();
});

test("an order opened by its id has no neighbours and leads back to its queue", async ({ page, desk }) => {
  const id = await desk.intake();
  await desk.signIn("Team", `/admin/view-order/${encodeOrderId(id)}`);
  await expectOrder(desk, id);
  await expect(page.getByRole("button", { name: "Next order" })).toHaveCount(0);
  await page.getByRole("link", { name: "Back to New Order" }).click();
  await expect(page).toHaveURL("/admin/recent-order");
});
