import { MESSAGES } from "#contract/messages.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { openSettled } from "./support/answers.ts";
import {
  buttonOf,
  checkboxOf,
  checkboxOfAll,
  listCalls,
  openList,
  rowOf,
  rowsOf,
  shownIds,
  tableOf,
  viewLink,
} from "./support/lists.ts";
import { orderPath } from "./support/order-page.ts";
import { changeStatus, ownName } from "./support/orders.ts";
import { heading } from "./support/page-parts.ts";
import { LIST_SCREENS } from "./support/queues.ts";
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
  }, async ({ page, request, signInAs, intake }) => {
    const id = await intake({
      paid: list !== "pendingOrder",
      ...(list === "priorityOrder" && { processing_mode: "Priority" }),
    });
    const token = await signInAs("Manager");
    if (list === "contactCustomerOrder") await changeStatus(request, token, [id], "Contact Customer");
    const calls = listCalls(page);
    await openSettled(page, path, `admin/get-orders-list/${list}`);
    await expect(heading(page)).toHaveText(title);
    await expect(page).toHaveTitle(`${title} · Sri Lanka Arrival Card`);
    await expect(tableOf(page).getByRole("columnheader").filter({ hasText: /./ })).toHaveText(
      OWN_COLUMNS[list] ?? SHARED,
    );
    expect(calls).toEqual([expect.stringContaining(`/get-orders-list/${list}?page=1&limit=10&`)]);
    await expect(page.getByRole("searchbox", { name: `Search ${title}` })).toBeVisible();
    await expect(buttonOf(page, "Refresh")).toBeVisible();
    await expect(page.getByLabel("Rows per page")).toHaveValue("10");
  });
}

test("a list searches, says when nothing is found, and shows a dash for what is missing @2-079 @2-086 @2-087 @2-088 @3-012", {
  tag: "@core",
}, async ({ page, signInAs, intake }) => {
  const name = ownName();
  const id = await intake({ full_name: name, email: `${name}@example.com` });
  await intake();
  await signInAs("Team");
  await page.goto("/admin/recent-order");
  const box = page.getByRole("searchbox", { name: "Search New Order" });
  for (const text of [name.toUpperCase(), `${name}@EXAMPLE`, String(id), encodeOrderId(id)]) {
    await box.fill(text);
    // The search is in the history entry's state, not in the URL.
    await expect.poll(() => page.evaluate(() => history.state?.usr?.search)).toBe(text);
    await expect.poll(() => shownIds(page), text).toEqual([id]);
    await expect(page).toHaveURL("/admin/recent-order");
    await page.reload();
    await expect(box).toHaveValue(text);
    await expect.poll(() => shownIds(page), text).toEqual([id]);
  }
  await expect(rowOf(page, id).locator("[data-column=telephone_number]")).toHaveText("-");
  await box.fill(`${name} nobody`);
  await expect(tableOf(page).locator("..").getByText(MESSAGES.noRecords, { exact: true })).toBeVisible();
  const [records, data] = [page.getByText("No records found"), page.getByText("No data available in table")];
  const tops = await Promise.all([records, data].map(async (text) => (await text.boundingBox())?.y ?? 0));
  expect(tops[0]).toBeLessThan(tops[1] ?? 0);
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(page).toHaveURL("/admin/recent-order");
});

test("View leads to the order by its encoded id @1-005 @2-057 @2-088", async ({ page, signInAs, intake }) => {
  const name = ownName();
  const id = await intake({ full_name: name });
  await signInAs("Telecaller");
  await openList(page, "/admin/recent-order", name);
  const encoded = Buffer.from(String(id * 2))
    .toString("base64")
    .replace(/=+$/, "");
  await expect(viewLink(page, id)).toHaveText("View");
  await viewLink(page, id).click();
  await expect(page).toHaveURL(({ pathname }) => pathname === `/admin/view-order/${encoded}`);
  await expect(heading(page)).toHaveText(`Order ${id}`);
});

test("pressing View takes precedence over a search that was just typed", async ({ page, signInAs, intake }) => {
  const name = ownName();
  const id = await intake({ full_name: name });
  await signInAs("Team");
  const part = Promise.withResolvers<void>();
  await page.route("**/assets/order-detail.page-*.js", async (route) => {
    await part.promise;
    await route.continue();
  });
  await page.clock.install();
  // Ahead of time or by the link, whichever comes first.
  const asked = page.waitForRequest(/order-detail\.page/);
  await openList(page, "/admin/recent-order", name);
  const view = viewLink(page, id);
  await expect(view).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("searchbox").pressSequentially("somebody else");
  await view.click();
  await asked;
  // The order's script may have been requested before the click, which the page handles a moment later.
  await expect(page.getByRole("main")).toHaveAttribute("aria-busy", "true");
  await page.clock.runFor(2000);
  part.resolve();
  await page.clock.resume();
  await expect(page).toHaveURL(({ pathname }) => pathname === orderPath(id));
  await expect(heading(page)).toHaveText(`Order ${id}`);
});

test("every shown column sorts by its header, on the server and in the URL @2-082 @3-014", { tag: "@core" }, async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const name = ownName();
  const given = [
    { full_name: `${name} B`, email: "c@example.com", telephone_number: "300" },
    { full_name: `${name} C`, email: "a@example.com", telephone_number: "200" },
    { full_name: `${name} A`, email: "b@example.com", telephone_number: "100" },
  ];
  const [one = 0, two = 0, three = 0] = [await intake(given[0]), await intake(given[1]), await intake(given[2])];
  const token = await signInAs("Manager");
  await changeStatus(request, token, [one], "Customer Called");
  await changeStatus(request, token, [three], "Awaiting");

  /** Presses a header twice, and once more for the list's default sort. */
  async function expectSort(column: string, field: string, ascending: number[]) {
    const header = tableOf(page).getByRole("columnheader", { name: column });
    for (const [dir, aria, order] of [
      ["asc", "ascending", ascending],
      ["desc", "descending", ascending.toReversed()],
    ] as const) {
      const sent = page.waitForRequest((call) => (call.postData() ?? "").includes(`"sort":"${field}","dir":"${dir}"`));
      await header.getByRole("button").click();
      await sent;
      await expect(page).toHaveURL(new RegExp(`sort=${field}&dir=${dir}`));
      await expect(header).toHaveAttribute("aria-sort", aria);
      await expect.poll(() => shownIds(page), `${column} ${dir}`).toEqual(order);
    }
  }

  await test.step("the shared columns", async () => {
    await openList(page, "/admin/order-history", name);
    expect(await shownIds(page)).toEqual([three, two, one]);
    await expect(tableOf(page).getByRole("columnheader", { name: "Date & Time (UTC)" })).toHaveAttribute(
      "aria-sort",
      "descending",
    );
    await expectSort("Order Id", "order_id", [one, two, three]);
    await expectSort("Name", "full_name", [three, one, two]);
    await expectSort("Email", "email", [two, three, one]);
    await expectSort("Telephone", "telephone_number", [three, two, one]);
    await expectSort("Status", "process_status", [three, one, two]);
    await openList(page, "/admin/order-history", name, "&sort=email&dir=asc");
    await expect.poll(() => shownIds(page)).toEqual([two, three, one]);
    await tableOf(page).getByRole("columnheader", { name: "Date & Time (UTC)" }).getByRole("button").click();
    await expect.poll(() => shownIds(page)).toEqual([one, two, three]);
    await expect(page).toHaveURL(/sort=created_at&dir=asc/);
    await expect(tableOf(page).getByRole("columnheader", { name: "Action" }).getByRole("button")).toHaveCount(0);
  });
  await test.step("Refund Orders", async () => {
    await changeStatus(request, token, [one, two, three], "Refunds");
    const refunded = await request.put("/api/admin/move-to-complete-refund", {
      headers: { authorization: token },
      data: { orderId: [{ id: two, status: "Refunds" }] },
    });
    expect(refunded.status()).toBe(200);
    await openList(page, "/admin/refund-order", name);
    await expectSort("Refund Date", "refund_date", [two, one, three]);
    await expect(rowOf(page, two)).toContainText("Refunded");
    await expect(rowOf(page, one)).toContainText("Refund due");
    await expect(rowOf(page, one).locator("[data-column=refund_date]")).toHaveText("-");
    await expect(rowOf(page, two).locator("[data-column=refund_date]")).toHaveText(/^\d\d-\d\d-\d{4}$/);
  });
});

test("hundreds of orders: pages, sizes, selection, All, refresh and the browser's back @2-062 @2-080 @2-083 @2-084 @2-091 @2-092 @9-003 @9-004 @9-005 @9-006 @9-007 @9-008 @9-011", {
  tag: "@core",
}, async ({ page, request, signInAs, intake }) => {
  const name = ownName();
  const COUNT = 260;
  const byId = (await Promise.all(Array.from({ length: COUNT }, () => intake({ full_name: name })))).sort(
    (a, b) => a - b,
  );
  const token = await signInAs("Manager");
  await changeStatus(request, token, byId, "Customer Called");
  // Many have the same creation time: the server's order is expected.
  const listed = await request.post("/api/admin/search-order", {
    headers: { authorization: token },
    data: { start: 0, end: COUNT, searchVal: name, folderName: "customerCalledOrder" },
  });
  const ids: number[] = (await listed.json()).data.map((order: { order_id: number }) => order.order_id);
  expect(ids.toSorted((a, b) => a - b)).toEqual(byId);
  const pages = page.getByRole("navigation", { name: "Pages" });
  const shownPages = async () =>
    (await pages.locator("> *").allInnerTexts()).map((text) => text.trim()).filter((text) => text !== "");
  const range = (text: string) => page.getByText(text, { exact: true });
  const select = (id: number | undefined) => checkboxOf(page, id);

  await test.step("pagination with a neighbour on each side and an ellipsis beyond five", async () => {
    await openList(page, CALLED, name);
    await expect(range("1–10 of 260")).toBeVisible();
    expect(await shownPages()).toEqual(["1", "2", "…", "26"]);
    await openList(page, CALLED, name, "&page=13");
    await expect(range("121–130 of 260")).toBeVisible();
    expect(await shownPages()).toEqual(["1", "…", "12", "13", "14", "…", "26"]);
    await pages.getByRole("button", { name: "Next page" }).click();
    await expect(page).toHaveURL(/page=14/);
    await pages.getByRole("button", { name: "Page 26", exact: true }).click();
    await expect(range("251–260 of 260")).toBeVisible();
    await expect(pages.getByRole("button", { name: "Next page" })).toBeDisabled();
  });
  await test.step("rows per page, and no ellipsis up to five pages", async () => {
    const size = page.getByLabel("Rows per page");
    expect(await size.locator("option").allInnerTexts()).toEqual(["10", "25", "50", "100", "500", "All"]);
    await size.selectOption("100");
    await expect(range("1–100 of 260")).toBeVisible();
    await expect(page).toHaveURL(/size=100/);
    expect(await shownPages()).toEqual(["1", "2", "3"]);
    await size.selectOption("50");
    await expect(range("1–50 of 260")).toBeVisible();
    expect(await shownPages()).toEqual(["1", "2", "…", "6"]);
    await size.selectOption("500");
    await expect(range("1–260 of 260")).toBeVisible();
  });
  await test.step("a selection survives paging, sorting and searching, and ends with the list", async () => {
    await openList(page, CALLED, name);
    await select(ids[0]).check();
    await pages.getByRole("button", { name: "Page 2", exact: true }).click();
    await select(ids[10]).check();
    await expect(page.getByText("2 selected", { exact: true })).toBeVisible();
    await tableOf(page).getByRole("columnheader", { name: "Order Id" }).getByRole("button").click();
    await expect(page).toHaveURL(/sort=order_id/);
    await expect(page.getByText("2 selected", { exact: true })).toBeVisible();
    await page.getByRole("searchbox").fill(String(ids[0]));
    await expect(select(ids[0])).toBeChecked();
    await checkboxOfAll(page).uncheck();
    await expect(page.getByText("1 selected", { exact: true })).toBeVisible();
    await buttonOf(page, "Clear").click();
    await expect(page.getByText(/\d selected/)).toHaveCount(0);
    await select(ids[0]).check();
    await page.getByRole("link", { name: /^Awaiting Govt/ }).click();
    await expect(heading(page)).toHaveText("Awaiting Govt");
    await expect(page.getByText(/\d selected/)).toHaveCount(0);
  });
  await test.step("All loads in windows and scrolls below a fixed header, 550 px high", async () => {
    // Without live events: those about the orders moved above would have each window read twice.
    await page.route("**/api/admin/events*", () => undefined);
    const calls = listCalls(page);
    await openList(page, CALLED, name, "&size=all");
    await expect(range("1–260 of 260")).toBeVisible();
    await expect(pages).toHaveCount(0);
    const viewport = page.getByRole("region", { name: "Customer Called, table" });
    expect(await viewport.evaluate((node) => node.clientHeight)).toBe(550);
    await expect(tableOf(page)).toHaveAttribute("aria-rowcount", "261");
    expect(await rowsOf(page).count()).toBeLessThan(60);
    expect(calls.filter((call) => call.includes('"start":200'))).toEqual([]);
    const head = tableOf(page).getByRole("columnheader", { name: "Order Id" });
    const top = (await head.boundingBox())?.y;
    await viewport.evaluate((node) => node.scrollTo(0, node.scrollHeight));
    await expect(rowOf(page, ids[259] ?? 0)).toBeVisible();
    expect((await head.boundingBox())?.y).toBe(top);
    expect(top).toBe((await viewport.boundingBox())?.y);
    expect(calls.filter((call) => call.includes('"start":200'))).toHaveLength(1);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.getByRole("checkbox", { name: "Select all orders of this list" }).check();
    await expect(page.getByText("260 selected", { exact: true })).toBeVisible();
    await page.unroute("**/api/admin/events*");
  });
  await test.step("Refresh reloads list and counts and keeps page, size, sort and search", async () => {
    await openList(page, CALLED, name, "&page=2&size=25&sort=order_id&dir=asc");
    await expect(range("26–50 of 260")).toBeVisible();
    const before = page.url();
    const gone = byId[25] ?? 0;
    await changeStatus(request, token, [gone], "AwaitingGovt");
    const sent: string[] = [];
    page.on("request", (call) => sent.push(new URL(call.url()).pathname.split("/").at(-1) ?? ""));
    await buttonOf(page, "Refresh").click();
    await expect(range("26–50 of 259")).toBeVisible();
    expect((await shownIds(page))[0]).toBe(byId[26]);
    expect(page.url()).toBe(before);
    expect(sent).toEqual(expect.arrayContaining(["search-order", "get-folder-count"]));
  });
  await test.step("the browser's back and forward step through pages and sorts", async () => {
    await page.goto(CALLED);
    await openList(page, CALLED, name);
    await pages.getByRole("button", { name: "Page 2", exact: true }).click();
    await expect(range("11–20 of 259")).toBeVisible();
    await page.getByLabel("Rows per page").selectOption("25");
    await expect(range("1–25 of 259")).toBeVisible();
    await page.goBack();
    await expect(range("11–20 of 259")).toBeVisible();
    await page.goBack();
    await expect(range("1–10 of 259")).toBeVisible();
    await page.goForward();
    await expect(range("11–20 of 259")).toBeVisible();
    await expect(page.getByRole("searchbox")).toHaveValue(name);
  });
  await changeStatus(request, token, ids, "Deleted");
});
