import { encodeOrderId } from "#contract/orders/order-id.ts";
import { cutCells } from "./support/cells.ts";
import { openList, rowOf, rowsOf, shownIds, tableOf } from "./support/lists.ts";
import { arrivalIn, changeStatus, ownName } from "./support/orders.ts";
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
  request,
  intake,
  signInAs,
  expectAccessible,
}) => {
  const name = ownName();
  const token = await signInAs("Telecaller");
  const calm = await intake({ ...LONG, full_name: name, arrival_date: arrivalIn(3) });
  const urgent = await intake({ ...LONG, full_name: name, arrival_date: arrivalIn(0) });
  const done = await intake({ ...LONG, full_name: name, arrival_date: arrivalIn(0) });
  await changeStatus(request, token, [done], "Refunds");
  await openList(page, OPEN, name);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Open Orders");
  expect(await shownIds(page)).toEqual([urgent, calm]);
  await expect(rowOf(page, urgent).locator("[data-column=due_at]")).toHaveText(/^in (1 h 0|\d+) min$/);
  const [year, month, day] = arrivalIn(3).split("-");
  await expect(rowOf(page, calm).locator("[data-column=arrival_date]")).toHaveText(`${day}-${month}-${year}`);
  await expect(rowOf(page, calm).locator("[data-column=due_at]")).toHaveText(/^\d\d-\d\d-\d{4} \d\d:\d\d$/);
  const heads = await tableOf(page).getByRole("columnheader").allTextContents();
  expect(heads.map((head) => head.trim())).toEqual(expect.arrayContaining(["Arrival", "Due (UTC)"]));
  await expectAccessible();
  for (const width of [768, 1024, 1366, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => cutCells(tableOf(page).first()), `at ${width}`).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(page.getByText(/^in (1 h 0|\d+) min$/)).toBeVisible();
  await expectAccessible();
});

test("Due soon and Late are addresses, kept by paging and Back, and an empty one says so", async ({
  page,
  intake,
  signInAs,
  expectAccessible,
}) => {
  const id = await intake({ arrival_date: arrivalIn(0) });
  await signInAs("Team");
  await page.goto(OPEN);
  await expect(rowsOf(page).first()).toBeVisible();
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
  await expect.poll(async () => (await shownIds(page))[0]).toBe(id);
  await page.getByRole("link", { name: `View order ${id}`, exact: true }).click();
  await page.getByRole("link", { name: "Back to Open Orders" }).click();
  await expect(page).toHaveURL(`${OPEN}?due=soon&sort=order_id&dir=desc`);
  await part("Late").click();
  await expect(page.getByText("Nothing is late.")).toBeVisible();
  await expectAccessible();
});

test("words age in the browser, and late orders are named late", async ({ page, intake, signInAs }) => {
  const name = ownName();
  const id = await intake({ full_name: name, arrival_date: arrivalIn(0) });
  await signInAs("Team");
  await page.clock.install();
  // The server's clock is not moved: answers without their date leave the time to the page.
  await page.route("**/api/admin/get-orders-list/**", async (route) => {
    const response = await route.fetch();
    const { date: _date, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await openList(page, OPEN, name);
  const due = rowOf(page, id).locator("[data-column=due_at] time");
  await expect(due).toHaveAttribute("data-urgency", "soon");
  await page.clock.fastForward(1.5 * HOUR);
  await expect(due).toHaveText(/^Late (29|30|31) min$/);
  await expect(due).toHaveAttribute("data-urgency", "late");
});

test("an order that is moved to wait keeps its place, and one that is done leaves the list", async ({
  page,
  request,
  intake,
  signInAs,
}) => {
  const name = ownName();
  const token = await signInAs("Team");
  const id = await intake({ full_name: name, arrival_date: arrivalIn(2) });
  await openList(page, OPEN, name);
  await changeStatus(request, token, [id], "Awaiting");
  await expect(rowOf(page, id)).toContainText("Awaiting Response");
  await changeStatus(request, token, [id], "Refunds");
  await expect(rowOf(page, id)).toContainText("Moved to Refund due");
});

test("an order says when it is due, and that its clock is paused while it waits", async ({
  page,
  intake,
  signInAs,
}) => {
  const id = await intake({ arrival_date: arrivalIn(0) });
  await signInAs("Team");
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  const header = page.getByRole("main");
  await expect(header.getByText(/^Due in (1 h 0|\d+) min$/)).toBeVisible();
  await page.getByRole("button", { name: "Move to Awaiting Response" }).click();
  await expect(header.getByText(/^Due in (1 h 0|\d+) min, service clock paused$/)).toBeVisible();
});

test("the top bar leads to open work, and to what is late of it with the number", { tag: "@core" }, async ({
  page,
  signInAs,
}) => {
  await signInAs("Night Staff");
  await page.goto("/admin");
  const bar = page.getByRole("banner");
  await bar.getByRole("link", { name: "Open Orders", exact: true }).click();
  await expect(page).toHaveURL(OPEN);
  // No order of this installation is late, so the response is faked.
  await page.route("**/api/admin/late-count", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, data: { late: 1000, soon: 3, capped: true } } });
  });
  await page.reload();
  await bar.getByRole("link", { name: "Open Orders, 1000+ late" }).click();
  await expect(page).toHaveURL(`${OPEN}?due=late`);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(bar.getByRole("link", { name: "Open Orders, 1000+ late" })).toBeInViewport({ ratio: 1 });
  await expect(bar.getByRole("button", { name: /^Welcome/ })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test("the palette opens it, the side panel has only the specified links", async ({ page, signInAs }) => {
  await signInAs("Night Staff");
  await page.goto("/admin/recent-order");
  await expect(page.getByRole("button", { name: "Refresh" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Jump to a page or an order" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await palette.getByRole("combobox").fill("open orders");
  await palette.getByRole("option", { name: "Open Orders", exact: true }).click();
  await expect(page).toHaveURL(OPEN);
  await expect(
    page.getByRole("navigation", { name: "Console" }).first().getByRole("link", { name: "Open Orders" }),
  ).toHaveCount(0);
});
