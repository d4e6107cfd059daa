import { encodeOrderId } from "#contract/orders/order-id.ts";
import { changeData } from "./support/answers.ts";
import { cutCells } from "./support/cells.ts";
import { arrivalIn, ownName } from "./support/orders.ts";
import { expect, test } from "./support/test.ts";

const OPEN = "/admin/open-order";
const HOUR = 3_600_000;
const LONG = {
  full_name: "Maximilian Alexander Wickramasinghe Fernandopulle",
  email: "maximilian.alexander.fernandopulle@long-company-name.example.com",
  phone_code: "+44",
  telephone_number: "7700900123",
};

test("Open Orders lists open work by due time, with its arrival and due time in words", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  const name = ownName();
  const telecaller = await desk.signIn("Telecaller");
  const calm = await desk.intake({ ...LONG, full_name: name, arrival_date: arrivalIn(3) });
  const urgent = await desk.intake({ ...LONG, full_name: name, arrival_date: arrivalIn(0) });
  const done = await desk.intake({ ...LONG, full_name: name, arrival_date: arrivalIn(0) });
  await telecaller.changeStatus([done], "Refunds");
  await desk.list.open(OPEN, name);
  await expect(desk.heading).toHaveText("Open Orders");
  expect(await desk.list.ids()).toEqual([urgent, calm]);
  await expect(desk.list.cell(urgent, "due_at")).toHaveText(/^in (1 h 0|\d+) min$/);
  const [year, month, day] = arrivalIn(3).split("-");
  await expect(desk.list.cell(calm, "arrival_date")).toHaveText(`${day}-${month}-${year}`);
  await expect(desk.list.cell(calm, "due_at")).toHaveText(/^\d\d-\d\d-\d{4} \d\d:\d\d$/);
  const heads = await desk.list.table.getByRole("columnheader").allTextContents();
  expect(heads.map((head) => head.trim())).toEqual(expect.arrayContaining(["Arrival", "Due (UTC)"]));
  await desk.expectAccessible();
  for (const width of [768, 1024, 1366, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => cutCells(desk.list.table.first()), `at ${width}`).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(page.getByText(/^in (1 h 0|\d+) min$/)).toBeVisible();
  await desk.expectAccessible();
});

test("Due soon and Late are addresses, kept by paging and Back, and an empty one says so", async ({ page, desk }) => {
  const id = await desk.intake({ arrival_date: arrivalIn(0) });
  await desk.signIn("Team", OPEN);
  await expect(desk.list.rows.first()).toBeVisible();
  const part = (name: string) => page.getByRole("navigation", { name: "Due" }).getByRole("link", { name, exact: true });
  await expect(part("All")).toHaveAttribute("aria-current", "true");
  await part("Due soon").focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${OPEN}?due=soon`);
  await expect(part("Due soon")).toHaveAttribute("aria-current", "true");
  await page.getByRole("button", { name: "Order Id" }).click();
  await expect(page).toHaveURL(`${OPEN}?due=soon&sort=order_id&dir=asc`);
  await page.getByRole("button", { name: "Order Id" }).click();
  await expect(page).toHaveURL(`${OPEN}?due=soon&sort=order_id&dir=desc`);
  await expect.poll(async () => (await desk.list.ids())[0]).toBe(id);
  await page.getByRole("link", { name: `View order ${id}`, exact: true }).click();
  await page.getByRole("link", { name: "Back to Open Orders" }).click();
  await expect(page).toHaveURL(`${OPEN}?due=soon&sort=order_id&dir=desc`);
  await part("Late").click();
  await expect(page.getByText("Nothing is late.")).toBeVisible();
  await desk.expectAccessible();
});

test("words age in the browser, and late orders are named late", async ({ page, desk }) => {
  const { name, id } = await desk.ownOrder({ arrival_date: arrivalIn(0) });
  await desk.signIn("Team");
  await page.clock.install();
  // The server's clock is not moved: answers without their date leave the time to the page.
  await page.route("**/api/admin/get-orders-list/**", async (route) => {
    const response = await route.fetch();
    const { date: _date, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await desk.list.open(OPEN, name);
  const due = desk.list.row(id).locator("[data-column=due_at] time");
  await expect(due).toHaveAttribute("data-urgency", "soon");
  await page.clock.fastForward(1.5 * HOUR);
  await expect(due).toHaveText(/^Late (29|30|31) min$/);
  await expect(due).toHaveAttribute("data-urgency", "late");
});

test("an order that is moved to wait keeps its place, and one that is done leaves the list", async ({ desk }) => {
  const name = ownName();
  const team = await desk.signIn("Team");
  const id = await desk.intake({ full_name: name, arrival_date: arrivalIn(2) });
  await desk.list.open(OPEN, name);
  await team.changeStatus([id], "Awaiting");
  await expect(desk.list.row(id)).toContainText("Awaiting Response");
  await team.changeStatus([id], "Refunds");
  await expect(desk.list.row(id)).toContainText("Moved to Refund due");
});

test("an order says when it is due, and that its clock is paused while it waits", async ({ page, desk }) => {
  const id = await desk.intake({ arrival_date: arrivalIn(0) });
  await desk.signIn("Team", `/admin/view-order/${encodeOrderId(id)}`);
  const header = desk.main;
  await expect(header.getByText(/^Due in (1 h 0|\d+) min$/)).toBeVisible();
  await page.getByRole("button", { name: "Move to Awaiting Response" }).click();
  await expect(header.getByText(/^Due in (1 h 0|\d+) min, service clock paused$/)).toBeVisible();
});

test("the side panel leads to open work, and to what is late of it with the number", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  await desk.signIn("Night Staff", "/admin");
  await desk.sidebar.getByRole("link", { name: "Open Orders", exact: true }).click();
  await expect(page).toHaveURL(OPEN);
  // No order of this installation is late, so the response is faked.
  await changeData(page, "**/api/admin/late-count", () => ({ late: 1000, soon: 3, capped: true }));
  await page.reload();
  await desk.sidebar.getByRole("link", { name: "Open Orders 1000+ late" }).click();
  await expect(page).toHaveURL(`${OPEN}?due=late`);
  await page.setViewportSize({ width: 360, height: 740 });
  const bar = page.getByRole("banner");
  await expect(bar.getByRole("button", { name: /^Welcome/ })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test("the palette opens it, the specified links of the side panel are followed by no other", async ({ page, desk }) => {
  await desk.signIn("Night Staff", "/admin/recent-order");
  await expect(page.getByRole("button", { name: "Refresh" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = desk.palette;
  await expect(palette.getByRole("combobox")).toBeFocused();
  await palette.getByRole("combobox").fill("open orders");
  await palette.getByRole("option", { name: "Open Orders", exact: true }).click();
  await expect(page).toHaveURL(OPEN);
  await expect(desk.sidebar.first().getByRole("link").first()).toHaveText(/^Open Orders/);
  await expect(desk.sidebar.first().getByRole("link").last()).toHaveText("Change Password");
});
