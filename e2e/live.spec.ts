import type { APIRequestContext } from "@playwright/test";
import { colleague, tokenOf } from "./support/colleague.ts";
import { orderPath } from "./support/order-page.ts";
import { announced, countOf } from "./support/page-parts.ts";
import { expect, test } from "./support/test.ts";

const routeForm = (id: number) => orderPath(id);

/** The server's metric of open streams. */
async function openStreams(request: APIRequestContext): Promise<number> {
  const metrics = await (await request.get("/metrics")).text();
  return Number(/^live_streams_open (\d+)$/m.exec(metrics)?.[1]);
}

test("a colleague's move changes count, list and open order without a reload", { tag: "@core" }, async ({
  page,
  browser,
  request,
  baseURL,
  signInAs,
  intake,
}) => {
  const id = await intake({ full_name: "Live Witness" });
  await signInAs("Admin");
  const stream = page.waitForResponse("**/api/admin/events*");
  await page.goto("/admin/recent-order?search=Live+Witness");
  await stream;
  const row = page.getByRole("row").filter({ hasText: "Live Witness" });
  await expect(row).toBeVisible();
  const before = Number(await countOf(page, "Awaiting Govt").textContent());
  const other = await colleague(browser, request, baseURL ?? "", "Team");
  await other.goto(routeForm(id));
  let loads = 0;
  for (const each of [page, other]) {
    each.on("load", () => {
      loads += 1;
    });
  }

  await other.getByRole("button", { name: "Awaiting Govt" }).click();
  await expect(row).toContainText("Moved to Awaiting Govt by Team Member");
  await expect(countOf(page, "Awaiting Govt")).toHaveText(String(before + 1));
  await expect(announced(page)).toContainText("changed in New Order");

  await page.getByRole("link", { name: "Awaiting Govt" }).first().click();
  await page.getByRole("row").filter({ hasText: "Live Witness" }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: `Order ${id}` })).toBeVisible();
  await other.getByRole("button", { name: "Contact Customer" }).click();
  const notice = "Team Member moved this order to Contact Customer.";
  await expect(announced(page)).toHaveText(notice);
  await expect(page.getByRole("group").filter({ hasText: notice })).toBeVisible();
  await expect(page.locator('[data-status="Contact Customer"]').first()).toBeVisible();
  // The member who moved it gets no such message.
  await expect(other.locator('[data-status="Contact Customer"]').first()).toBeVisible();
  await expect(other.getByText(notice)).toHaveCount(0);
  expect(loads).toBe(0);
  await other.context().close();
});

test("a change between the reading of an order and the opening of its stream is shown", async ({
  page,
  browser,
  request,
  baseURL,
  signInAs,
  intake,
}) => {
  const id = await intake();
  const token = await signInAs("Admin");
  const other = await colleague(browser, request, baseURL ?? "", "Team");
  await other.goto(routeForm(id));
  await expect(other.getByRole("heading", { name: `Order ${id}` })).toBeVisible();
  const opening = Promise.withResolvers<void>();
  await page.route("**/api/admin/events*", async (route) => {
    await opening.promise;
    await route.continue();
  });
  await page.goto(routeForm(id));
  await expect(page.locator('header [data-status="New"]')).toBeVisible();
  const data = { orderId: id, updatingStatus: "Contact Customer" };
  const answer = await request.put("/api/admin/move-order-status", { headers: { authorization: token }, data });
  expect(answer.status()).toBe(200);
  // The server has sent the event to the streams that were open.
  await expect(other.locator('header [data-status="Contact Customer"]')).toBeVisible();
  await expect(page.locator('header [data-status="New"]')).toBeVisible();
  opening.resolve();
  await expect(page.locator('header [data-status="Contact Customer"]')).toBeVisible();
  await other.context().close();
});

test("other members who have the order open are named", { tag: "@core" }, async ({
  page,
  browser,
  request,
  baseURL,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const id = await intake();
  await signInAs("Admin");
  await page.goto(routeForm(id));
  await expect(page.getByRole("heading", { name: `Order ${id}` })).toBeVisible();
  const other = await colleague(browser, request, baseURL ?? "", "Night Staff");
  await other.goto(routeForm(id));
  await expect(page.getByText("Also here: Night Staff Member").first()).toBeVisible();
  await expect(other.getByText("Also here: Admin Member").first()).toBeVisible();
  await expectAccessible();
  // Another tab of the same member does not count.
  const again = await page.context().newPage();
  await again.goto(routeForm(id));
  await expect(again.getByText("Also here: Night Staff Member").first()).toBeVisible();
  await again.close();

  await other.getByRole("link", { name: "Back to New Order" }).click();
  await expect(page.locator("main").getByText("Also here")).toBeHidden();
  await other.context().close();
});

test("input and focus stay when a colleague changes the order", { tag: "@core" }, async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const id = await intake();
  await signInAs("Admin");
  await page.goto(routeForm(id));
  const comment = page.getByLabel("Comment", { exact: false }).and(page.getByRole("textbox"));
  await comment.fill("Half a sentence");
  const headers = { authorization: await tokenOf(request, "Manager") };
  await request.post("/api/admin/add-new-remark", { headers, data: { orderId: id, remark: "The manager was here" } });
  await expect(announced(page)).toHaveText("Manager Member commented.");
  await expect(page.getByText("The manager was here").first()).toBeVisible();
  await request.put("/api/admin/move-order-status", { headers, data: { orderId: id, updatingStatus: "Awaiting" } });
  await expect(announced(page)).toHaveText("Manager Member moved this order to Awaiting Response.");
  await expect(comment).toHaveValue("Half a sentence");
  await expect(comment).toBeFocused();
});

test("the selection and the page of a list stay when its orders change", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const ids: number[] = [];
  for (let index = 0; index < 12; index += 1) ids.push(await intake({ full_name: `Selected ${index}` }));
  await signInAs("Admin");
  await page.goto("/admin/recent-order?page=2");
  const boxes = page.getByRole("checkbox", { name: /^Select order / });
  await boxes.first().check();
  const headers = { authorization: await tokenOf(request, "Manager") };
  await intake({ full_name: "Newly come" });
  await expect(announced(page)).toContainText("changed in New Order");
  await request.put("/api/admin/move-order-status", { headers, data: { orderId: ids[0], updatingStatus: "Awaiting" } });
  await expect(page.getByText("1 selected")).toBeVisible();
  expect(new URL(page.url()).searchParams.get("page")).toBe("2");
});

// Chromium logs refused requests.
test.describe("when the server refuses", () => {
  test.use({ expectedErrors: ["Failed to load resource"] });

  test("a move based on a stale order is refused and names who moved it first", async ({
    page,
    request,
    signInAs,
    intake,
  }) => {
    const id = await intake();
    // The stream is blocked, as a proxy might do, so the page gets no events.
    await page.route("**/api/admin/events*", (route) => route.fulfill({ status: 204 }));
    await signInAs("Admin");
    await page.goto(routeForm(id));
    const button = page.getByRole("button", { name: "Customer Called" });
    await expect(button).toBeVisible();
    const headers = { authorization: await tokenOf(request, "Manager") };
    await request.put("/api/admin/move-order-status", { headers, data: { orderId: id, updatingStatus: "Awaiting" } });
    await button.click();
    await expect(page.getByRole("alert").filter({ hasText: "Manager Member moved this order" })).toBeVisible();
    await expect(page.locator('[data-status="Awaiting"]').first()).toBeVisible();
  });

  test("a session that ends elsewhere leads the open page to the sign-in", async ({ page, request, signInAs }) => {
    const token = await signInAs("Night Staff");
    await page.goto("/admin");
    await expect(page.getByRole("table").first()).toBeVisible();
    await request.post("/api/admin/logout", { headers: { authorization: token } });
    await expect(page.getByRole("button", { name: /sign in/i })).toBeVisible();
  });
});

test("a hidden tab closes its stream and catches up when it is visible again", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  await signInAs("Admin");
  await page.goto("/admin/recent-order?search=Came+Unseen");
  // Otherwise the list's first answer may come after the order.
  await expect(page.getByRole("main").getByText("No records found")).toBeVisible();
  await expect.poll(() => openStreams(request)).toBe(1);
  // A headless browser reports every tab as visible, so the page's visibility state is simulated.
  const setVisibility = (state: "hidden" | "visible") =>
    page.evaluate((value) => {
      Object.defineProperty(document, "visibilityState", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await setVisibility("hidden");
  await expect.poll(() => openStreams(request)).toBe(0);
  await intake({ full_name: "Came Unseen" });
  await expect(page.getByRole("row").filter({ hasText: "Came Unseen" })).toHaveCount(0);
  await setVisibility("visible");
  await expect(page.getByRole("row").filter({ hasText: "Came Unseen" })).toBeVisible();
  await expect.poll(() => openStreams(request)).toBe(1);
});
