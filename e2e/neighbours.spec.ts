import type { Page } from "@playwright/test";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { openList, rowOf, rowsOf, shownIds } from "./support/lists.ts";
import { region } from "./support/order-page.ts";
import { ownName } from "./support/orders.ts";
import { toastBy } from "./support/page-parts.ts";
import { expect, test } from "./support/test.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const view = (page: Page, id: number) => page.getByRole("link", { name: `View order ${id}`, exact: true });
const announced = (page: Page) => page.locator('[role="status"][aria-live="polite"].ad-visually-hidden');

/** Waits until the whole order is shown. */
async function expectOrder(page: Page, id: number): Promise<void> {
  await expect(heading(page)).toHaveText(`Order ${id}`);
  await expect(region(page, "Comment History")).toBeVisible();
}

test("j and k and two buttons go through the list in its order, and Back restores it", { tag: "@core" }, async ({
  page,
  signInAs,
  intake,
  expectAccessible,
}) => {
  for (let count = 0; count < 12; count += 1) await intake();
  await signInAs("Team");
  await page.goto("/admin/recent-order?page=2&sort=order_id&dir=desc");
  await expect(rowsOf(page).first()).toBeVisible();
  const second = await shownIds(page);
  // Live events read an open order again.
  await page.route("**/api/admin/events*", () => undefined);
  await page.reload();
  await expect(rowsOf(page).first()).toBeVisible();
  const opened: string[] = [];
  page.on("request", (request) => {
    const id = /get-orders-details\/(\d+)/.exec(request.url())?.[1];
    if (id !== undefined) opened.push(id);
  });
  const [first = 0, after = 0] = second;
  await view(page, first).click();
  await expectOrder(page, first);
  await expect(page).toHaveURL(/\?page=2&sort=order_id&dir=desc&from=newOrder$/);
  await expect(page.getByRole("button", { name: "Next order" })).not.toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("j");
  await expectOrder(page, after);
  await page.keyboard.press("k");
  await expectOrder(page, first);
  // The one before is on the page before.
  await page.getByRole("button", { name: "Previous order" }).click();
  await expect(heading(page)).not.toHaveText(`Order ${first}`);
  const before = Number((await heading(page).textContent())?.slice("Order ".length));
  await expectOrder(page, before);
  expect(second).not.toContain(before);
  expect(opened).toEqual([first, after, first, before].map(String));
  await expectAccessible();
  await page.getByRole("link", { name: "Back to New Order" }).click();
  await expect(page).toHaveURL("/admin/recent-order?page=2&sort=order_id&dir=desc");
  await expect.poll(() => shownIds(page)).toEqual(second);
});

test("after a move, Next order opens the one that followed it", { tag: "@core" }, async ({
  page,
  signInAs,
  intake,
}) => {
  const ids = [await intake(), await intake(), await intake()];
  const [moved = 0, next = 0] = ids;
  await signInAs("Team");
  await page.goto("/admin/recent-order?sort=order_id&dir=desc");
  await view(page, next).click();
  await expectOrder(page, next);
  await page.keyboard.press("j");
  await expectOrder(page, moved);
  await page.keyboard.press("k");
  await expectOrder(page, next);
  await region(page, "Move order").getByRole("button", { name: "Move to Awaiting Govt" }).click();
  const toast = toastBy(page, "status", "");
  await expect(toast.getByRole("button", { name: "Undo" })).toBeVisible();
  // By keyboard: a click waits until the toast has stopped moving, which can take its five seconds on a busy machine.
  await toast.getByRole("button", { name: "Next order" }).press("Enter");
  await expectOrder(page, moved);
});

test("a step that is asked for before the neighbours are known is taken when they are", async ({
  page,
  signInAs,
  intake,
}) => {
  const [after, opened] = [await intake(), await intake()];
  await signInAs("Team");
  await page.goto("/admin/recent-order?sort=order_id&dir=desc");
  let isAsked = false;
  const held = Promise.withResolvers<void>();
  await page.route("**/api/admin/neighbours/*", async (route) => {
    isAsked = true;
    await held.promise;
    await route.continue();
  });
  await view(page, opened).click();
  await expectOrder(page, opened);
  await expect.poll(() => isAsked).toBe(true);
  await page.keyboard.press("j");
  await expect(announced(page)).not.toHaveText("This is the last order of the list.");
  held.resolve();
  await expectOrder(page, after);
});

test.describe("while the neighbours can't be read", () => {
  test.use({ expectedErrors: ["Failed to load resource"] });

  test("a step reports that instead of an end of the list", async ({ page, signInAs, intake }) => {
    const id = await intake();
    await signInAs("Team");
    await page.goto("/admin/recent-order?sort=order_id&dir=desc");
    await page.route("**/api/admin/neighbours/*", (route) => route.abort());
    await view(page, id).click();
    await expectOrder(page, id);
    await page.keyboard.press("j");
    await expect(toastBy(page, "alert", "")).toBeVisible();
    await expect(heading(page)).toHaveText(`Order ${id}`);
  });
});

test("the orders of a search are those that the list has loaded, and its text is not in the address", async ({
  page,
  signInAs,
  intake,
}) => {
  const name = ownName();
  const first = await intake({ full_name: `${name} A` });
  await intake();
  const second = await intake({ full_name: `${name} B` });
  await signInAs("Team");
  await openList(page, "/admin/recent-order", name);
  await view(page, first).click();
  await expectOrder(page, first);
  expect(page.url()).not.toContain(name);
  await page.keyboard.press("k");
  await expect(announced(page)).toHaveText("This is the first order of the list.");
  await page.keyboard.press("j");
  await expectOrder(page, second);
  await page.getByRole("link", { name: "Back to New Order" }).click();
  await expect(page.getByRole("searchbox")).toHaveValue(name);
  await expect(rowOf(page, first)).toBeVisible();
});

test("an order opened by its id has no neighbours and leads back to its queue", async ({ page, signInAs, intake }) => {
  const id = await intake();
  await signInAs("Team");
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  await expectOrder(page, id);
  await expect(page.getByRole("button", { name: "Next order" })).toHaveCount(0);
  await page.getByRole("link", { name: "Back to New Order" }).click();
  await expect(page).toHaveURL("/admin/recent-order");
});
