import type { Page } from "@playwright/test";
import { claimOrder } from "#contract/claims/claims.ts";
import { orderViews, saveView } from "#contract/order-views/order-views.ts";
import type { LayoutColumn } from "#contract/orders/order-columns.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { press } from "./support/keyboard.ts";
import type { Member } from "./support/member.ts";
import type { Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

const STANDARD = ["Order Id", "Name", "Email", "Telephone", "Date & Time (UTC)", "Status"];
const LONG = {
  email: "maximilian.alexander.fernandopulle@long-company-name.example.com",
  nationality: "CD",
  flight_number: "UL 504",
  phone_code: "+44",
  telephone_number: "7700900123",
};

const columnsButton = (page: Page) => page.getByRole("main").getByRole("button", { name: "Options", exact: true });
const choice = (page: Page) => page.getByRole("dialog", { name: "Options", exact: true });
const box = (page: Page, name: string) => choice(page).getByRole("checkbox", { name, exact: true });
const move = (page: Page, name: string) => choice(page).getByRole("button", { name, exact: true });
const heads = async (screen: Screen) =>
  await screen.list.table
    .locator("th[data-column]")
    .evaluateAll((cells) => cells.map((cell) => cell.firstElementChild?.textContent ?? ""));

/** Loads the page anew and waits for the list and the views, which hold the layouts. */
async function reload(page: Page): Promise<void> {
  const answers = ["get-orders-list", "views"].map((name) => page.waitForResponse(`**/api/admin/${name}**`));
  await page.reload();
  await Promise.all(answers);
}

/** The member of the test. */
let member: Member;

/** Saves the member's layout, as another browser of theirs does; null for the standard one. */
async function storeColumns(list: ListName, columns: LayoutColumn[] | null): Promise<void> {
  const layout = columns === null ? null : columns.map((column) => ({ column }));
  const definition = { filter: {}, search: "", sort: null, dir: null, size: 10, columns: layout } as const;
  await member.call(saveView, { list, name: null, definition });
}

/** The columns of the member's layout of New Order, as they are stored; null for the standard ones. */
async function storedColumns(): Promise<string[] | null> {
  const own = (await member.call(orderViews)).find((view) => view.list === "newOrder" && view.name === null);
  return own?.definition.columns?.map(({ column }) => column) ?? null;
}

// Other tests use the same members.
test.afterEach(async () => {
  for (const list of ["newOrder", "allOrder"] as const) await storeColumns(list, null);
});

async function openChoice(page: Page): Promise<void> {
  await columnsButton(page).click();
  await expect(box(page, "Order Id")).toBeVisible();
}

test("columns are shown, hidden and moved, each change at once, and reset", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  const { name, id } = await desk.ownOrder(LONG);
  member = await desk.signIn("Team");
  const calls = desk.list.calls();
  await desk.list.open("/admin/recent-order", name);
  expect(await heads(desk)).toEqual(STANDARD);
  expect(calls.join()).not.toContain("columns");
  await openChoice(page);
  for (const fixed of ["Order Id", "Status"]) await expect(box(page, fixed)).toBeDisabled();
  await box(page, "Telephone").uncheck();
  await box(page, "Nationality").check();
  await box(page, "Flight").check();
  await box(page, "Document").check();
  await box(page, "Mail").check();
  await box(page, "Assignee").check();
  await expect
    .poll(() => heads(desk))
    .toEqual([
      ...STANDARD.filter((head) => head !== "Telephone" && head !== "Status"),
      "Nationality",
      "Flight",
      "Document",
      "Mail",
      "Assignee",
      "Status",
    ]);
  await expect(desk.list.cell(id, "nationality")).toHaveText("Democratic Republic of the Congo");
  await expect(desk.list.cell(id, "flight")).toHaveText("UL 504");
  await expect(desk.list.cell(id, "document")).toHaveText("No");
  await expect(desk.list.cell(id, "mail")).toHaveText("-");
  await expect(desk.list.cell(id, "assignee")).toHaveText("-");
  const last = calls.at(-1);
  expect(last).toContain("nationality,flight,document,mail");
  const before = calls.length;
  await move(page, "Move Mail up").click();
  await move(page, "Move Mail up").click();
  await expect(page.getByRole("status").filter({ hasText: "Mail is column 6 of 10." })).toHaveCount(1);
  expect((await heads(desk)).slice(4, 8)).toEqual(["Nationality", "Mail", "Flight", "Document"]);
  // A live event may have read the same rows again.
  expect(calls.slice(before).filter((call) => call !== last)).toEqual([]);
  await desk.expectAccessible();
  const chosen = await heads(desk);
  await expect.poll(storedColumns).toContain("assignee");
  await expect.poll(async () => (await storedColumns())?.indexOf("mail")).toBe(5);
  await page.reload();
  await expect.poll(() => heads(desk)).toEqual(chosen);
  await expect(desk.list.cell(id, "nationality")).toHaveText("Democratic Republic of the Congo");
  await openChoice(page);
  await move(page, "Reset to standard").click();
  await expect.poll(() => heads(desk)).toEqual(STANDARD);
  await expect(move(page, "Reset to standard")).toBeFocused();
  await expect.poll(storedColumns).toBeNull();
  await page.reload();
  await expect(desk.list.row(id)).toBeVisible();
  expect(await heads(desk)).toEqual(STANDARD);
});

test("the values follow what happens to the order", async ({ page, desk }) => {
  const { name, id } = await desk.ownOrder(LONG);
  member = await desk.signIn("Team");
  await desk.list.open("/admin/order-history", name);
  await openChoice(page);
  for (const label of ["Document", "Mail", "Assignee"]) await box(page, label).check();
  const cell = (column: string) => desk.list.row(id).locator(`td[data-column=${column}]`);
  await expect(cell("document")).toHaveText("No");
  await member.upload(id, LONG.email);
  await expect(cell("document")).toHaveText("Yes");
  await expect(cell("mail")).toHaveText("Written to a file");
  await member.call(claimOrder, { orderId: id });
  await expect(cell("assignee")).toHaveText("Team Member");
});

test("only what can be sorted is a button", async ({ page, desk }) => {
  const { name } = await desk.ownOrder(LONG);
  member = await desk.signIn("Team");
  await desk.list.open("/admin/order-history", name);
  await openChoice(page);
  await box(page, "Arrival").check();
  await box(page, "Mode").check();
  const head = (label: string) => desk.list.head(label);
  await expect(head("Arrival").getByRole("button")).toHaveCount(0);
  await expect(head("Mode").getByRole("button")).toHaveCount(0);
  await desk.list.open("/admin/recent-order", name);
  await openChoice(page);
  await box(page, "Arrival").check();
  await page.keyboard.press("Escape");
  await head("Arrival").getByRole("button").click();
  await expect(page).toHaveURL(/sort=arrival_date&dir=asc/);
});

test("works by keyboard alone", async ({ page, desk }) => {
  const { name } = await desk.ownOrder(LONG);
  member = await desk.signIn("Team");
  await desk.list.open("/admin/recent-order", name);
  await press(page, columnsButton(page));
  await expect(choice(page)).toBeVisible();
  await press(page, box(page, "Mode"), { key: "Space" });
  await expect.poll(() => heads(desk)).toContain("Mode");
  await expect(box(page, "Mode")).toBeFocused();
  const up = move(page, "Move Mode up");
  await press(page, up);
  for (let place = 6; place > 1; place -= 1) {
    await expect(up).toBeFocused();
    await page.keyboard.press("Enter");
  }
  await expect.poll(async () => (await heads(desk))[0]).toBe("Mode");
  await expect(up).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(choice(page)).toBeHidden();
  await expect(columnsButton(page)).toBeFocused();
});

test("fits every width, light and dark, and cards show the chosen columns", async ({ page, desk }) => {
  const { name, id } = await desk.ownOrder(LONG);
  member = await desk.signIn("Manager");
  await desk.list.open("/admin/recent-order", name);
  await openChoice(page);
  for (const label of ["Assignee", "Nationality", "Mode", "Document", "Mail", "Gateway", "Due (UTC)"])
    await box(page, label).check();
  await page.keyboard.press("Escape");
  await expect(choice(page)).toBeHidden();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 1366, 1024, 768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await openChoice(page);
      await expect(choice(page)).toBeInViewport({ ratio: 1 });
      await desk.expectAccessible("colours");
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${width}-${colorScheme}-open.png` });
      await page.keyboard.press("Escape");
      await expect(choice(page)).toBeHidden();
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${width}-${colorScheme}.png` });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
  const card = page.getByRole("listitem").filter({ hasText: String(id) });
  await expect(card.getByText("Democratic Republic of the Congo")).toBeVisible();
  await desk.expectAccessible();
});

test("a reload reads the list once, in the stored layout, and follows what another browser saved", async ({
  page,
  desk,
}) => {
  await desk.intake(LONG);
  member = await desk.signIn("Team");
  await storeColumns("newOrder", ["order_id", "flight", "process_status"]);
  await desk.openSettled("/admin/recent-order", "admin/get-orders-list", "admin/views");
  await expect.poll(() => heads(desk)).toEqual(["Order Id", "Flight", "Status"]);
  const calls = desk.list.calls();
  await reload(page);
  expect(await heads(desk)).toEqual(["Order Id", "Flight", "Status"]);
  await openChoice(page);
  expect(calls).toEqual([expect.stringContaining("columns=flight")]);

  await storeColumns("newOrder", ["order_id", "mode", "process_status"]);
  await reload(page);
  await expect.poll(() => heads(desk)).toEqual(["Order Id", "Mode", "Status"]);
  calls.length = 0;
  await reload(page);
  expect(await heads(desk)).toEqual(["Order Id", "Mode", "Status"]);
  await openChoice(page);
  expect(calls).toEqual([expect.stringContaining("columns=mode")]);

  const kept = () => page.evaluate(() => localStorage.getItem("layouts"));
  expect(await kept()).not.toBeNull();
  await page.keyboard.press("Escape");
  await desk.sidebar.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  expect(await kept()).toBeNull();
  member = desk.member("Team");
});

test("a layout that is changed just before the page is left is saved", async ({ page, desk }) => {
  const { name } = await desk.ownOrder(LONG);
  member = await desk.signIn("Team");
  await desk.list.open("/admin/recent-order", name);
  await openChoice(page);
  // Only the first change is saved at once; the others wait, here for ever.
  await page.evaluate(() => Object.assign(window, { setTimeout: () => 0 }));
  for (const label of ["Flight", "Mode", "Mail"]) await box(page, label).check();
  await page.reload();
  const columns = ["order_id", "full_name", "email", "telephone_number", "created_at"];
  await expect.poll(storedColumns).toEqual([...columns, "flight", "mode", "mail", "process_status"]);
  await expect.poll(async () => (await heads(desk)).slice(5)).toEqual(["Flight", "Mode", "Mail", "Status"]);
});

test("a phone names the sort by a hidden column", async ({ page, desk }) => {
  const id = await desk.intake(LONG);
  member = await desk.signIn("Team");
  await storeColumns("newOrder", ["order_id", "full_name", "process_status"]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/admin/recent-order?search=${id}&sort=created_at&dir=desc`);
  const card = page.getByRole("listitem").filter({ hasText: String(id) });
  await expect(card).not.toContainText(LONG.email);
  await expect(page.getByRole("combobox", { name: "Sort by" }).locator(":checked")).toHaveText("Date & Time (UTC) ↓");
});

test("a column's edge is dragged, moved by keys and fitted again, and cuts no text", async ({ page, desk }) => {
  const { name, id } = await desk.ownOrder(LONG);
  member = await desk.signIn("Team");
  await page.setViewportSize({ width: 1440, height: 900 });
  await desk.list.open("/admin/recent-order", name);
  const widthOf = (column: string) =>
    desk.list.table
      .locator(`th[data-column=${column}]`)
      .evaluate((cell) => Math.round(cell.getBoundingClientRect().width));
  const [before, status] = [await widthOf("created_at"), await widthOf("process_status")];
  const edge = page.getByRole("separator", { name: "Width of Date & Time (UTC)" });
  const { x = 0, y = 0, width = 0 } = (await edge.boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + 5);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - 60, y + 5, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => widthOf("created_at")).toBe(before - 60);
  await desk.list.head("Status").getByRole("button").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => widthOf("process_status")).toBe(status + 16);
  await expect(desk.list.head("Status").getByRole("button")).toBeFocused();
  await page.reload();
  await expect.poll(() => widthOf("created_at")).toBe(before - 60);
  const cell = desk.list.row(id).locator("td[data-column=created_at]");
  expect(await cell.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  await edge.dblclick();
  await openChoice(page);
  await move(page, "Reset to standard").click();
  await expect.poll(() => widthOf("created_at")).toBe(before);
  await expect.poll(storedColumns).toBeNull();
});

test("rows are made compact in Options, and stay so", async ({ page, desk }) => {
  const { name, id } = await desk.ownOrder();
  member = await desk.signIn("Team");
  await desk.list.open("/admin/recent-order", name);
  const height = () => desk.list.row(id).evaluate((row) => Math.round(row.getBoundingClientRect().height));
  const before = await height();
  await (await desk.list.openOptions()).getByText("Compact").click();
  await expect.poll(height).toBeLessThan(before);
  await page.reload();
  await expect.poll(height).toBeLessThan(before);
});
