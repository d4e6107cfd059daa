import { MESSAGES } from "#contract/messages.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { searchOrders } from "#contract/orders/orders.ts";
import { recordRefunds } from "#contract/refunds/refunds.ts";
import { holdAnswers } from "./support/looks.ts";
import { ownName } from "./support/orders.ts";
import { LIST_SCREENS } from "./support/queues.ts";
import { orderPath } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

const SHARED = ["Order Id", "Name", "Email", "Telephone", "Date & Time (UTC)", "Status", "Action"];
/** The columns of the two lists that differ from the shared ones. */
const OWN_COLUMNS: Record<string, readonly string[]> = {
  contactCustomerOrder: SHARED.filter((name) => name !== "Telephone"),
  refundOrder: ["Order Id", "Email", "Telephone", "Date & Time (UTC)", "Refund Date", "Status", "Action"],
};
const CALLED = "/admin/called";

for (const [list, title, path] of LIST_SCREENS) {
  const tag = ["newOrder", "refundOrder"].includes(list) ? "@core" : [];
  test(`${title} has its title, its address, its queue and its columns @2-039 @2-060 @2-061 @2-062 @2-063 @2-064 @2-065 @2-066 @2-067 @2-068 @2-069 @2-070 @2-071 @2-072 @2-073 @2-074 @2-077 @2-078 @2-093`, {
    tag,
  }, async ({ page, desk }) => {
    const id = await desk.intake({
      paid: list !== "pendingOrder",
      ...(list === "priorityOrder" && { processing_mode: "Priority" }),
    });
    const manager = await desk.signIn("Manager");
    if (list === "contactCustomerOrder") await manager.changeStatus([id], "Contact Customer");
    const calls = desk.list.calls();
    await desk.openSettled(path, `admin/get-orders-list/${list}`);
    await expect(desk.heading).toHaveText(title);
    await expect(page).toHaveTitle(`${title} · Sri Lanka Arrival Card`);
    await expect(desk.list.table.getByRole("columnheader").filter({ hasText: /./ })).toHaveText(
      OWN_COLUMNS[list] ?? SHARED,
    );
    expect(calls).toEqual([expect.stringContaining(`/get-orders-list/${list}?page=1&limit=10&`)]);
    await expect(page.getByRole("searchbox", { name: `Search ${title}` })).toBeVisible();
    await expect(desk.list.button("Refresh")).toBeVisible();
    await expect(page.getByLabel("Rows per page")).toHaveValue("10");
  });
}

test("a list searches, says when nothing is found, and shows a dash for what is missing @2-079 @2-086 @2-087 @2-088 @3-012", {
  tag: "@core",
}, async ({ page, desk }) => {
  const name = ownName();
  const id = await desk.intake({ full_name: name, email: `${name}@example.com` });
  await desk.intake();
  await desk.signIn("Team", "/admin/recent-order");
  const box = page.getByRole("searchbox", { name: "Search New Order" });
  for (const text of [name.toUpperCase(), `${name}@EXAMPLE`, String(id), encodeOrderId(id)]) {
    await box.fill(text);
    // The search is in the history entry's state, not in the URL.
    await expect.poll(() => page.evaluate(() => history.state?.usr?.search)).toBe(text);
    await expect.poll(() => desk.list.ids(), text).toEqual([id]);
    await expect(page).toHaveURL("/admin/recent-order");
    await page.reload();
    await expect(box).toHaveValue(text);
    await expect.poll(() => desk.list.ids(), text).toEqual([id]);
  }
  await expect(desk.list.cell(id, "telephone_number")).toHaveText("-");
  await box.fill(`${name} nobody`);
  await expect(desk.list.table.locator("..").getByText(MESSAGES.noRecords, { exact: true })).toBeVisible();
  const [records, data] = [page.getByText("No records found"), page.getByText("No data available in table")];
  const tops = await Promise.all([records, data].map(async (text) => (await text.boundingBox())?.y ?? 0));
  expect(tops[0]).toBeLessThan(tops[1] ?? 0);
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(desk.list.rows.first()).toBeVisible();
  await expect(page).toHaveURL("/admin/recent-order");
});

test("View leads to the order by its encoded id @1-005 @2-057 @2-088", async ({ page, desk }) => {
  const { name, id } = await desk.ownOrder();
  await (await desk.signIn("Telecaller")).list.open("/admin/recent-order", name);
  const encoded = Buffer.from(String(id * 2))
    .toString("base64")
    .replace(/=+$/, "");
  await expect(desk.list.viewLink(id)).toHaveText("View");
  await desk.list.viewLink(id).click();
  await expect(page).toHaveURL(({ pathname }) => pathname === `/admin/view-order/${encoded}`);
  await expect(desk.heading).toHaveText(`Order ${id}`);
});

test("pressing View takes precedence over a search that was just typed", async ({ page, desk }) => {
  const { name, id } = await desk.ownOrder();
  await desk.signIn("Team");
  const letGo = await holdAnswers(page, "**/assets/order-detail.page-*.js");
  await page.clock.install();
  // Ahead of time or by the link, whichever comes first.
  const asked = page.waitForRequest(/order-detail\.page/);
  await desk.list.open("/admin/recent-order", name);
  const view = desk.list.viewLink(id);
  await expect(view).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await desk.list.searchBox.pressSequentially("somebody else");
  await view.click();
  await asked;
  // The order's script may have been requested before the click, which the page handles a moment later.
  await expect(desk.main).toHaveAttribute("aria-busy", "true");
  await page.clock.runFor(2000);
  letGo();
  await page.clock.resume();
  await expect(page).toHaveURL(({ pathname }) => pathname === orderPath(id));
  await expect(desk.heading).toHaveText(`Order ${id}`);
});

test("every shown column sorts by its header, on the server and in the URL @2-082 @3-014", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  const name = ownName();
  const [one, two, three] = await desk.intakes(
    { full_name: `${name} B`, email: "c@example.com", telephone_number: "300" },
    { full_name: `${name} C`, email: "a@example.com", telephone_number: "200" },
    { full_name: `${name} A`, email: "b@example.com", telephone_number: "100" },
  );
  const manager = await desk.signIn("Manager");
  await manager.changeStatus([one], "Customer Called");
  await manager.changeStatus([three], "Awaiting");

  /** Presses a header twice, and once more for the list's default sort. */
  async function expectSort(column: string, field: string, ascending: number[]) {
    const header = desk.list.head(column);
    for (const [dir, aria, order] of [
      ["asc", "ascending", ascending],
      ["desc", "descending", ascending.toReversed()],
    ] as const) {
      const sent = page.waitForRequest((call) => (call.postData() ?? "").includes(`"sort":"${field}","dir":"${dir}"`));
      await header.getByRole("button").click();
      await sent;
      await expect(page).toHaveURL(new RegExp(`sort=${field}&dir=${dir}`));
      await expect(header).toHaveAttribute("aria-sort", aria);
      await expect.poll(() => desk.list.ids(), `${column} ${dir}`).toEqual(order);
    }
  }

  await test.step("the shared columns", async () => {
    await desk.list.open("/admin/order-history", name);
    expect(await desk.list.ids()).toEqual([three, two, one]);
    await expect(desk.list.head("Date & Time (UTC)")).toHaveAttribute("aria-sort", "descending");
    await expectSort("Order Id", "order_id", [one, two, three]);
    await expectSort("Name", "full_name", [three, one, two]);
    await expectSort("Email", "email", [two, three, one]);
    await expectSort("Telephone", "telephone_number", [three, two, one]);
    await expectSort("Status", "process_status", [three, one, two]);
    await desk.list.open("/admin/order-history", name, "&sort=email&dir=asc");
    await expect.poll(() => desk.list.ids()).toEqual([two, three, one]);
    await desk.list.head("Date & Time (UTC)").getByRole("button").click();
    await expect.poll(() => desk.list.ids()).toEqual([one, two, three]);
    await expect(page).toHaveURL(/sort=created_at&dir=asc/);
    await expect(desk.list.head("Action").getByRole("button")).toHaveCount(0);
  });
  await test.step("Refund Orders", async () => {
    await manager.changeStatus([one, two, three], "Refunds");
    await manager.call(recordRefunds, { orderId: [{ id: two, status: "Refunds" }] });
    await desk.list.open("/admin/refund-order", name);
    await expectSort("Refund Date", "refund_date", [two, one, three]);
    await expect(desk.list.row(two)).toContainText("Refunded");
    await expect(desk.list.row(one)).toContainText("Refund due");
    await expect(desk.list.cell(one, "refund_date")).toHaveText("-");
    await expect(desk.list.cell(two, "refund_date")).toHaveText(/^\d\d-\d\d-\d{4}$/);
  });
});

test("hundreds of orders: pages, sizes, selection, All, refresh and the browser's back @2-062 @2-080 @2-083 @2-084 @2-091 @2-092 @9-003 @9-004 @9-005 @9-006 @9-007 @9-008 @9-011", {
  tag: "@core",
}, async ({ page, desk }) => {
  const name = ownName();
  const COUNT = 260;
  const byId = (await Promise.all(Array.from({ length: COUNT }, () => desk.intake({ full_name: name })))).sort(
    (a, b) => a - b,
  );
  const manager = await desk.signIn("Manager");
  await manager.changeStatus(byId, "Customer Called");
  // Many have the same creation time: the server's order is expected.
  const search = { start: 0, end: COUNT, searchVal: name, folderName: "customerCalledOrder" } as const;
  const ids = (await manager.call(searchOrders, search)).map((order) => order.order_id);
  expect(ids.toSorted((a, b) => a - b)).toEqual(byId);
  const { pages } = desk.list;
  const shownPages = async () =>
    (await pages.locator("> *").allInnerTexts()).map((text) => text.trim()).filter((text) => text !== "");

  await test.step("pagination with a neighbour on each side and an ellipsis beyond five", async () => {
    await desk.list.open(CALLED, name);
    await expect(desk.list.range("1–10 of 260")).toBeVisible();
    expect(await shownPages()).toEqual(["1", "2", "…", "26"]);
    await desk.list.open(CALLED, name, "&page=13");
    await expect(desk.list.range("121–130 of 260")).toBeVisible();
    expect(await shownPages()).toEqual(["1", "…", "12", "13", "14", "…", "26"]);
    await pages.getByRole("button", { name: "Next page" }).click();
    await expect(page).toHaveURL(/page=14/);
    await pages.getByRole("button", { name: "Page 26", exact: true }).click();
    await expect(desk.list.range("251–260 of 260")).toBeVisible();
    await expect(pages.getByRole("button", { name: "Next page" })).toBeDisabled();
  });
  await test.step("rows per page, and no ellipsis up to five pages", async () => {
    const size = page.getByLabel("Rows per page");
    expect(await size.locator("option").allInnerTexts()).toEqual(["10", "25", "50", "100", "500", "All"]);
    await size.selectOption("100");
    await expect(desk.list.range("1–100 of 260")).toBeVisible();
    await expect(page).toHaveURL(/size=100/);
    expect(await shownPages()).toEqual(["1", "2", "3"]);
    await size.selectOption("50");
    await expect(desk.list.range("1–50 of 260")).toBeVisible();
    expect(await shownPages()).toEqual(["1", "2", "…", "6"]);
    await size.selectOption("500");
    await expect(desk.list.range("1–260 of 260")).toBeVisible();
  });
  await test.step("a selection survives paging, sorting and searching, and ends with the list", async () => {
    await desk.list.open(CALLED, name);
    await desk.list.checkbox(ids[0]).check();
    await pages.getByRole("button", { name: "Page 2", exact: true }).click();
    await desk.list.checkbox(ids[10]).check();
    await expect(desk.list.selected(2)).toBeVisible();
    await desk.list.head("Order Id").getByRole("button").click();
    await expect(page).toHaveURL(/sort=order_id/);
    await expect(desk.list.selected(2)).toBeVisible();
    await desk.list.searchBox.fill(String(ids[0]));
    await expect(desk.list.checkbox(ids[0])).toBeChecked();
    await desk.list.checkboxOfAll.uncheck();
    await expect(desk.list.selected(1)).toBeVisible();
    await desk.list.button("Clear").click();
    await expect(page.getByText(/\d selected/)).toHaveCount(0);
    await desk.list.checkbox(ids[0]).check();
    await page.getByRole("link", { name: /^Awaiting Govt/ }).click();
    await expect(desk.heading).toHaveText("Awaiting Govt");
    await expect(page.getByText(/\d selected/)).toHaveCount(0);
  });
  await test.step("All loads in windows and scrolls below a fixed header, 550 px high", async () => {
    // Without live events: those about the orders moved above would have each window read twice.
    await page.route("**/api/admin/events*", () => undefined);
    const calls = desk.list.calls();
    await desk.list.open(CALLED, name, "&size=all");
    await expect(desk.list.range("1–260 of 260")).toBeVisible();
    await expect(pages).toHaveCount(0);
    const viewport = desk.section("Customer Called, table");
    expect(await viewport.evaluate((node) => node.clientHeight)).toBe(550);
    await expect(desk.list.table).toHaveAttribute("aria-rowcount", "261");
    expect(await desk.list.rows.count()).toBeLessThan(60);
    expect(calls.filter((call) => call.includes('"start":200'))).toEqual([]);
    const head = desk.list.head("Order Id");
    const top = (await head.boundingBox())?.y;
    await viewport.evaluate((node) => node.scrollTo(0, node.scrollHeight));
    await expect(desk.list.row(ids[259] ?? 0)).toBeVisible();
    expect((await head.boundingBox())?.y).toBe(top);
    expect(top).toBe((await viewport.boundingBox())?.y);
    expect(calls.filter((call) => call.includes('"start":200'))).toHaveLength(1);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.getByRole("checkbox", { name: "Select all orders of this list" }).check();
    await expect(desk.list.selected(260)).toBeVisible();
    await page.unroute("**/api/admin/events*");
  });
  await test.step("Refresh reloads list and counts and keeps page, size, sort and search", async () => {
    await desk.list.open(CALLED, name, "&page=2&size=25&sort=order_id&dir=asc");
    await expect(desk.list.range("26–50 of 260")).toBeVisible();
    const before = page.url();
    const gone = byId[25] ?? 0;
    await manager.changeStatus([gone], "AwaitingGovt");
    const sent: string[] = [];
    page.on("request", (call) => sent.push(new URL(call.url()).pathname.split("/").at(-1) ?? ""));
    await desk.list.button("Refresh").click();
    await expect(desk.list.range("26–50 of 259")).toBeVisible();
    expect((await desk.list.ids())[0]).toBe(byId[26]);
    expect(page.url()).toBe(before);
    expect(sent).toEqual(expect.arrayContaining(["search-order", "get-folder-count"]));
  });
  await test.step("the browser's back and forward step through pages and sorts", async () => {
    await page.goto(CALLED);
    await desk.list.open(CALLED, name);
    await pages.getByRole("button", { name: "Page 2", exact: true }).click();
    await expect(desk.list.range("11–20 of 259")).toBeVisible();
    await page.getByLabel("Rows per page").selectOption("25");
    await expect(desk.list.range("1–25 of 259")).toBeVisible();
    await page.goBack();
    await expect(desk.list.range("11–20 of 259")).toBeVisible();
    await page.goBack();
    await expect(desk.list.range("1–10 of 259")).toBeVisible();
    await page.goForward();
    await expect(desk.list.range("11–20 of 259")).toBeVisible();
    await expect(desk.list.searchBox).toHaveValue(name);
  });
  await manager.changeStatus(ids, "Deleted");
});
