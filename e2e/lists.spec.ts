import type { Page } from "@playwright/test";
import { MESSAGES } from "#contract/messages.ts";
import { encodeOrderId } from "#contract/order-id.ts";
import { changeStatus, ownName } from "./support/orders.ts";
import { expect, test } from "./support/test.ts";

// Chromium's own line for a refund that is recorded already.
test.use({ expectedErrors: ["the server responded with a status of 422"] });

// Many steps a test: a minute is not enough on a busy machine.
test.describe.configure({ timeout: 180_000 });

const SHARED = ["Order Id", "Name", "Email", "Telephone", "Date & Time", "Status", "Action"];
const LISTS = [
  ["newOrder", "New Order", "/admin/recent-order", SHARED],
  ["priorityOrder", "Priority Order", "/admin/priority-order", SHARED],
  ["pendingOrder", "Pending Orders", "/admin/pending-order", SHARED],
  ["completedOrder", "Completed Orders", "/admin/completed-order", SHARED],
  ["deletedOrder", "Deleted Orders", "/admin/deleted-order", SHARED],
  ["awaitingOrder", "Awaiting Response", "/admin/awaiting-response", SHARED],
  ["awaitingGovtOrder", "Awaiting Govt", "/admin/awaiting-govt", SHARED],
  ["customerCalledOrder", "Customer Called", "/admin/called", SHARED],
  ["allOrder", "Order History", "/admin/order-history", SHARED],
  [
    "contactCustomerOrder",
    "Contact Customer",
    "/admin/contact-customer",
    SHARED.filter((name) => name !== "Telephone"),
  ],
  [
    "refundOrder",
    "Refund Orders",
    "/admin/refund-order",
    ["Order Id", "Email", "Telephone", "Date & Time", "Refund Date", "Status", "Action"],
  ],
] as const;
const CALLED = "/admin/called";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const tableOf = (page: Page) => page.getByRole("main").getByRole("table");
const rowsOf = (page: Page) =>
  tableOf(page)
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: /^View/ }) });
const row = (page: Page, id: number) =>
  tableOf(page)
    .getByRole("row")
    .filter({ hasText: String(id) });
const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
const dialog = (page: Page, name?: string) => page.getByRole("dialog", name === undefined ? {} : { name });
const toast = (page: Page, kind: "status" | "alert", text: string) =>
  page.locator(".Toastify").getByRole(kind).filter({ hasText: text });

const shownIds = (page: Page) =>
  rowsOf(page).evaluateAll((rows) =>
    rows.map((each) => Number(each.querySelector("[data-column=order_id]")?.textContent)),
  );

/** The addresses of the calls that list or search orders, as they are sent. */
function listCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (/get-orders-list|search-order/.test(request.url())) calls.push(request.url() + (request.postData() ?? ""));
  });
  return calls;
}

async function openList(page: Page, path: string, search: string, query = ""): Promise<void> {
  await page.goto(`${path}?search=${search}${query}`);
  await expect(rowsOf(page).first()).toBeVisible();
}

for (const [list, title, path, columns] of LISTS) {
  test(`${title} has its title, its address, its queue and its columns`, async ({
    page,
    request,
    signInAs,
    intake,
  }) => {
    const id = await intake({
      paid: list !== "pendingOrder",
      ...(list === "priorityOrder" && { processing_mode: "Priority" }),
    });
    const token = await signInAs("Manager");
    if (list === "contactCustomerOrder") await changeStatus(request, token, [id], "Contact Customer");
    const calls = listCalls(page);
    await page.goto("/admin");
    await page.goto(path);
    await expect(heading(page)).toHaveText(title);
    await expect(page).toHaveTitle(`${title} · Sri Lanka Arrival Card`);
    await expect(tableOf(page).getByRole("columnheader").filter({ hasText: /./ })).toHaveText(columns);
    expect(calls.at(-1)).toContain(`/get-orders-list/${list}?page=1&limit=10&`);
    await expect(page.getByRole("searchbox", { name: `Search ${title}` })).toBeVisible();
    await expect(button(page, "Refresh")).toBeVisible();
    await expect(page.getByLabel("Rows per page")).toHaveValue("10");
  });
}

test("a list searches, says when nothing is found, and shows a dash for what is missing", async ({
  page,
  signInAs,
  intake,
}) => {
  const name = ownName();
  const id = await intake({ full_name: name, email: `${name}@example.com` });
  await intake();
  await signInAs("Team");
  await page.goto("/admin/recent-order");
  const box = page.getByRole("searchbox", { name: "Search New Order" });
  for (const text of [name.toUpperCase(), `${name}@EXAMPLE`, String(id), encodeOrderId(id)]) {
    await box.fill(text);
    await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(text)}`, "i"));
    await expect.poll(() => shownIds(page), text).toEqual([id]);
  }
  await expect(row(page, id).locator("[data-column=telephone_number]")).toHaveText("-");
  await box.fill(`${name} nobody`);
  await expect(tableOf(page).locator("..").getByText(MESSAGES.noRecords, { exact: true })).toBeVisible();
  const [records, data] = [page.getByText("No records found"), page.getByText("No data available in table")];
  const tops = await Promise.all([records, data].map(async (text) => (await text.boundingBox())?.y ?? 0));
  expect(tops[0]).toBeLessThan(tops[1] ?? 0);
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(page).toHaveURL("/admin/recent-order");
});

test("View leads to the order by its encoded id", async ({ page, signInAs, intake }) => {
  const name = ownName();
  const id = await intake({ full_name: name });
  await signInAs("Telecaller");
  await openList(page, "/admin/recent-order", name);
  const encoded = Buffer.from(String(id * 2))
    .toString("base64")
    .replace(/=+$/, "");
  await expect(row(page, id).getByRole("link", { name: `View order ${id}` })).toHaveText("View");
  await row(page, id)
    .getByRole("link", { name: `View order ${id}` })
    .click();
  await expect(page).toHaveURL(`/admin/view-order/${encoded}`);
  await expect(heading(page)).toHaveText(`Order ${id}`);
});

test("a press on View wins over a search that was just typed", async ({ page, signInAs, intake }) => {
  const name = ownName();
  const id = await intake({ full_name: name });
  await signInAs("Team");
  const part = Promise.withResolvers<void>();
  await page.route("**/assets/order-detail.page-*.js", async (route) => {
    await part.promise;
    await route.continue();
  });
  await page.clock.install();
  await openList(page, "/admin/recent-order", name);
  const view = page.getByRole("link", { name: `View order ${id}` });
  await expect(view).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("searchbox").pressSequentially("somebody else");
  const asked = page.waitForRequest(/order-detail\.page/);
  await view.click();
  await asked;
  await page.clock.runFor(2000);
  part.resolve();
  await page.clock.resume();
  await expect(page).toHaveURL(`/admin/view-order/${encodeOrderId(id)}`);
  await expect(heading(page)).toHaveText(`Order ${id}`);
});

test("every shown column sorts by its header, on the server and in the address", async ({
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

  /** Presses a header twice, and once more for the list's own order. */
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
    await expect(tableOf(page).getByRole("columnheader", { name: "Date & Time" })).toHaveAttribute(
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
    await tableOf(page).getByRole("columnheader", { name: "Date & Time" }).getByRole("button").click();
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
    await expect(row(page, two)).toContainText("Refunded");
    await expect(row(page, one)).toContainText("Refund due");
    await expect(row(page, one).locator("[data-column=refund_date]")).toHaveText("-");
    await expect(row(page, two).locator("[data-column=refund_date]")).toHaveText(/^\d\d-\d\d-\d{4}$/);
  });
});

test("hundreds of orders: pages, sizes, selection, All, refresh and the browser's back", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const name = ownName();
  const COUNT = 260;
  const byId = (await Promise.all(Array.from({ length: COUNT }, () => intake({ full_name: name })))).sort(
    (a, b) => a - b,
  );
  const token = await signInAs("Manager");
  await changeStatus(request, token, byId, "Customer Called");
  // Many came in at the same moment: the server says in which order they stand.
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
  const select = (id: number | undefined) => page.getByRole("checkbox", { name: `Select order ${id}` });

  await test.step("pages with a neighbour on each side and an ellipsis beyond five", async () => {
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
    await page.getByRole("checkbox", { name: "Select all on this page" }).uncheck();
    await expect(page.getByText("1 selected", { exact: true })).toBeVisible();
    await button(page, "Clear").click();
    await expect(page.getByText(/\d selected/)).toHaveCount(0);
    await select(ids[0]).check();
    await page.getByRole("link", { name: /^Awaiting Govt/ }).click();
    await expect(heading(page)).toHaveText("Awaiting Govt");
    await expect(page.getByText(/\d selected/)).toHaveCount(0);
  });
  await test.step("All scrolls through windows below a head that stays, 550 px high", async () => {
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
    await expect(row(page, ids[259] ?? 0)).toBeVisible();
    expect((await head.boundingBox())?.y).toBe(top);
    expect(top).toBe((await viewport.boundingBox())?.y);
    expect(calls.filter((call) => call.includes('"start":200'))).toHaveLength(1);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.getByRole("checkbox", { name: "Select all orders of this list" }).check();
    await expect(page.getByText("260 selected", { exact: true })).toBeVisible();
  });
  await test.step("Refresh fetches list and counts anew and keeps page, size, sort and search", async () => {
    await openList(page, CALLED, name, "&page=2&size=25&sort=order_id&dir=asc");
    await expect(range("26–50 of 260")).toBeVisible();
    const before = page.url();
    const gone = byId[25] ?? 0;
    await changeStatus(request, token, [gone], "AwaitingGovt");
    const sent: string[] = [];
    page.on("request", (call) => sent.push(new URL(call.url()).pathname.split("/").at(-1) ?? ""));
    await button(page, "Refresh").click();
    await expect(range("26–50 of 259")).toBeVisible();
    expect((await shownIds(page))[0]).toBe(byId[26]);
    expect(page.url()).toBe(before);
    expect(sent).toEqual(expect.arrayContaining(["search-order", "get-folder-count"]));
  });
  await test.step("the browser's back and forward go through pages and sorts", async () => {
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

test("Delete asks first, is for Manager and Admin, and can be undone", async ({ page, signInAs, intake }) => {
  const name = ownName();
  const id = await intake({ full_name: name });
  for (const role of ["Team", "Telecaller", "Night Staff"] as const) {
    await signInAs(role);
    await openList(page, "/admin/recent-order", name);
    await expect(row(page, id).getByRole("link", { name: /^View/ })).toBeVisible();
    await expect(page.getByRole("main").getByRole("button", { name: /Delete/ })).toHaveCount(0);
  }
  for (const role of ["Manager", "Admin"] as const) {
    await signInAs(role);
    await openList(page, "/admin/recent-order", name);
    const remove = row(page, id).getByRole("button", { name: `Delete order ${id}` });
    await test.step(`${role} says No, then Yes`, async () => {
      await expect(remove).toHaveText("Delete");
      await remove.click();
      await expect(dialog(page)).toContainText("Are you sure you want to delete?");
      await dialog(page).getByRole("button", { name: "No", exact: true }).click();
      await expect(dialog(page)).toBeHidden();
      await expect(row(page, id)).toBeVisible();
      await remove.click();
      await dialog(page).getByRole("button", { name: "Yes", exact: true }).click();
      await expect(toast(page, "status", "Order has been deleted successfully")).toBeVisible();
      await expect(page.getByText("No records found")).toBeVisible();
    });
    await test.step("Undo brings it back", async () => {
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(toast(page, "status", MESSAGES.orderMoved)).toBeVisible();
      await expect(row(page, id)).toBeVisible();
    });
  }
});

test("many orders move and are deleted at once, with progress and an answer for each", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const name = ownName();
  const ids = [await intake({ full_name: name }), await intake({ full_name: name }), await intake({ full_name: name })];
  const token = await signInAs("Manager");
  await openList(page, "/admin/recent-order", name);
  await expect(button(page, "Move selected")).toBeDisabled();
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expect(page.getByText("3 selected", { exact: true })).toBeVisible();
  const [moved = 0, ...rest] = ids;
  await changeStatus(request, token, [moved], "Awaiting");

  await test.step("the move shows its progress and says which order was refused, and why", async () => {
    const gate = Promise.withResolvers<void>();
    await page.route("**/api/admin/change-order-status", async (route) => {
      await gate.promise;
      await route.continue();
    });
    await button(page, "Move selected").click();
    await page.getByRole("menuitem", { name: "Move to Customer Called" }).click();
    await dialog(page, "Move to Customer Called").getByRole("button", { name: "Move", exact: true }).click();
    await expect(button(page, "Move selected")).toHaveAttribute("data-loading", "true");
    await expect(button(page, "Delete Order")).toBeDisabled();
    gate.resolve();
    await expect(toast(page, "status", "2 of 3 orders moved.")).toBeVisible();
    // Under the pointer its Undo waits for the next step.
    await toast(page, "status", "2 of 3 orders moved.").hover();
    const refused = dialog(page, "Not changed");
    await expect(refused.getByRole("listitem")).toHaveCount(1);
    await expect(refused.getByRole("link", { name: String(moved) })).toBeVisible();
    await expect(refused).toContainText("Manager Member moved this order to Awaiting Response at");
    await refused.getByRole("button", { name: "Close" }).press("Enter");
    await expect(page.getByText("1 selected", { exact: true })).toBeVisible();
    await expect(page.getByText("No records found")).toBeVisible();
  });
  await test.step("Undo takes back what was moved, and only that", async () => {
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(toast(page, "status", MESSAGES.orderMoved)).toBeVisible();
    await expect.poll(() => shownIds(page)).toEqual(rest);
    await openList(page, "/admin/awaiting-response", name);
    await expect.poll(() => shownIds(page)).toEqual([moved]);
    await changeStatus(request, token, rest, "Customer Called");
  });
  await test.step("Delete Order deletes what is selected", async () => {
    await openList(page, CALLED, name);
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await button(page, "Delete Order").click();
    const question = dialog(page, "Delete 2 orders");
    await expect(question).toContainText("Are you sure you want to delete?");
    await question.getByRole("button", { name: "Yes", exact: true }).click();
    await expect(toast(page, "status", MESSAGES.orderDeleted)).toBeVisible();
    await expect(page.getByText("No records found")).toBeVisible();
    await openList(page, "/admin/deleted-order", name);
    await expect.poll(() => shownIds(page)).toEqual(rest.toReversed());
  });
  await test.step("Undo of a mixed selection leads every order to where it was", async () => {
    await openList(page, "/admin/order-history", name);
    await changeStatus(request, token, rest.slice(0, 1), "Contact Customer");
    await button(page, "Refresh").click();
    await expect.poll(() => shownIds(page)).toEqual([rest[0], moved]);
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await button(page, "Move selected").click();
    await page.getByRole("menuitem", { name: "Move to Awaiting Govt" }).click();
    await dialog(page).getByRole("button", { name: "Move", exact: true }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(row(page, moved)).toContainText("Awaiting Response");
    await expect(row(page, rest[0] ?? 0)).toContainText("Contact Customer");
  });
});

test("Refund Orders: its buttons by role, View alone on a row, and a question that says no money moves", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const name = ownName();
  const ids = [await intake({ full_name: name }), await intake({ full_name: name })];
  const [due = 0, other = 0] = ids;
  await changeStatus(request, await signInAs("Manager"), ids, "Refunds");
  for (const role of ["Admin", "Manager", "Telecaller", "Night Staff", "Team"] as const) {
    await test.step(role, async () => {
      await signInAs(role);
      await openList(page, "/admin/refund-order", name);
      const mayDelete = role === "Admin" || role === "Manager";
      await expect(button(page, "Refunded it")).toHaveCount(1);
      await expect(button(page, "Delete Order")).toHaveCount(mayDelete ? 1 : 0);
      await expect(button(page, "Move selected")).toHaveCount(0);
      await expect(row(page, due).getByRole("link", { name: /^View/ })).toHaveCount(1);
      await expect(row(page, due).getByRole("button")).toHaveCount(0);
    });
  }
  await test.step("nothing happens without a selection", async () => {
    await button(page, "Refunded it").click();
    await expect(page.getByText(MESSAGES.ordersRequired)).toHaveCount(1);
    await expect(dialog(page)).toHaveCount(0);
  });
  await test.step("the refund is recorded, and again it is refused", async () => {
    await page.getByRole("checkbox", { name: `Select order ${due}` }).check();
    await button(page, "Refunded it").click();
    const question = dialog(page, "Record 1 order as refunded");
    await expect(question).toContainText("It moves no money");
    await question.getByRole("button", { name: "Yes", exact: true }).click();
    await expect(toast(page, "status", MESSAGES.refundRecorded)).toBeVisible();
    await expect(row(page, due).locator("[data-column=process_status]")).toHaveText("Refunded");
    await expect(row(page, other).locator("[data-column=process_status]")).toHaveText("Refund due");
    await page.getByRole("checkbox", { name: `Select order ${due}` }).check();
    await button(page, "Refunded it").click();
    await dialog(page).getByRole("button", { name: "Yes", exact: true }).click();
    await expect(toast(page, "alert", MESSAGES.refundAlready)).toBeVisible();
  });
});

test("Future Order: twelve months with their counts, a month's orders, Back, and Delete", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  const name = ownName();
  const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const given = [
    { full_name: `${name} B`, email: "c@example.com", telephone_number: "300", arrival_date: later(93) },
    { full_name: `${name} A`, email: "b@example.com", telephone_number: "200", arrival_date: later(93) },
    { full_name: `${name} C`, email: "a@example.com", telephone_number: "100", arrival_date: later(93) },
  ];
  const token = await signInAs("Manager");
  const months = async (): Promise<Record<string, number>> => {
    const answer = await request.get("/api/admin/get-orders-list/futureOrder", { headers: { authorization: token } });
    return (await answer.json()).months;
  };
  const tiles = page.getByRole("main").getByRole("listitem").getByRole("button");
  const tileTexts = async () => (await tiles.allInnerTexts()).map((text) => text.split(/\s+/));
  const expected = (counts: Record<string, number>) => MONTHS.map((month) => [month, String(counts[month])]);

  await page.goto("/admin/future-order");
  await expect(heading(page)).toHaveText("Future Order");
  const before = await months();
  expect(Object.values(before)).toContain(0);
  await expect.poll(tileTexts).toEqual(expected(before));
  const ids = [await intake(given[0]), await intake(given[1]), await intake(given[2])];
  const [one = 0, two = 0, three = 0] = ids;
  await button(page, "Refresh").click();
  await expect.poll(tileTexts).toEqual(expected(await months()));
  const day = later(90);
  const month = MONTHS[Number(day.slice(5, 7)) - 1] ?? "";
  expect((await months())[month]).toBe((before[month] ?? 0) + 3);

  await tiles.filter({ hasText: month }).click();
  await expect(page).toHaveURL(`/admin/future-order?month=${month}`);
  await expect(page).toHaveTitle(`Future Order, ${month} · Sri Lanka Arrival Card`);
  await expect(page.getByText(new RegExp(`of ${(before[month] ?? 0) + 3}$`))).toBeVisible();
  await expect(tableOf(page).getByRole("columnheader").filter({ hasText: /./ })).toHaveText([
    "Order ID",
    "Name",
    "Email",
    "Telephone",
    "Date & Time",
    "Processing Date",
    "Process Month",
    "Status",
    "Action",
  ]);
  await button(page, "Back").click();
  await expect(tiles).toHaveCount(12);
  await expect(page).toHaveURL("/admin/future-order");

  await openList(page, "/admin/future-order", name, `&month=${month}`);
  await expect(row(page, one).locator("[data-column=processing_date]")).toHaveText(day.split("-").reverse().join("-"));
  await expect(row(page, one).locator("[data-column=process_month]")).toHaveText(month);
  for (const column of ["Processing Date", "Process Month", "Order ID"]) {
    const header = tableOf(page).getByRole("columnheader", { name: column });
    await header.getByRole("button").click();
    await expect(header).toHaveAttribute("aria-sort", column === "Processing Date" ? "descending" : "ascending");
    await expect(page).toHaveURL(/sort=(processing_date|process_month|order_id)/);
  }
  await expect.poll(() => shownIds(page)).toEqual([one, two, three]);

  await test.step("a row's Delete", async () => {
    await expect(row(page, one).getByRole("link", { name: /^View/ })).toBeVisible();
    await row(page, one)
      .getByRole("button", { name: `Delete order ${one}` })
      .click();
    await expect(dialog(page)).toContainText("Are you sure you want to delete?");
    await dialog(page).getByRole("button", { name: "Yes", exact: true }).click();
    await expect(toast(page, "status", MESSAGES.orderDeleted)).toBeVisible();
    await expect.poll(() => shownIds(page)).toEqual([two, three]);
    await openList(page, "/admin/deleted-order", name);
    await expect.poll(() => shownIds(page)).toEqual([one]);
    const details = await request.get(`/api/admin/get-orders-details/${one}`, { headers: { authorization: token } });
    expect((await details.json()).data).toMatchObject({ process_status: "Deleted", previous_status: "Future" });
    await signInAs("Team");
    await openList(page, "/admin/future-order", name, `&month=${month}`);
    await expect(page.getByRole("main").getByRole("button", { name: /Delete/ })).toHaveCount(0);
  });
});
