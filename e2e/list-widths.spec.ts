import type { Locator } from "@playwright/test";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { DEMO_SEED } from "#demo/demo-data.ts";
import { planDemo } from "#demo/demo-plan.ts";
import { cutCells } from "./support/cells.ts";
import { measureColumns } from "./support/columns.ts";
import type { Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

const WIDTHS = [768, 1024, 1237, 1366, 1440, 1489];
const ORDINARY = {
  full_name: "Maximilian Fernandopulle",
  email: "maximilian.fernandopulle@example.com",
  phone_code: "+44",
  telephone_number: "7700900123",
};

/** By how many pixels a table overflows its card. */
const excess = (card: Locator) =>
  card.evaluate((element) => {
    const table = element.querySelector("table");
    const { paddingRight } = getComputedStyle(element);
    if (table === null) throw new Error("no table in it");
    const cells = [...table.querySelectorAll("td")].map((cell) => cell.getBoundingClientRect().right);
    return Math.max(...cells) - element.getBoundingClientRect().right + Number.parseFloat(paddingRight) - 1;
  });

async function expectWhole(screen: Screen, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await screen.page.setViewportSize({ width, height: 900 });
    await expect.poll(() => cutCells(screen.list.table.first()), `${what} at ${width}`).toEqual([]);
  }
}

test("order lists show every column in full at every desktop width", { tag: "@core" }, async ({ page, desk }) => {
  const manager = await desk.signIn("Manager");
  const fresh = await desk.intake(ORDINARY);
  const called = await desk.intake(ORDINARY);
  const asked = await desk.intake(ORDINARY);
  const refunded = await desk.intake(ORDINARY);
  const future = await desk.intake({ ...ORDINARY, arrival_date: "2031-07-04" });
  const priority = await desk.intake({ ...ORDINARY, processing_mode: "Priority" });
  await manager.changeStatus([called], "Customer Called");
  await manager.changeStatus([asked], "Contact Customer");
  await manager.changeStatus([refunded], "Refunds");
  for (const [path, id] of [
    ["/admin/recent-order", fresh],
    ["/admin/called", called],
    ["/admin/contact-customer", asked],
    ["/admin/refund-order", refunded],
    ["/admin/priority-order", priority],
    ["/admin/order-history", called],
  ] as const) {
    await desk.list.open(path, String(id));
    await expect(desk.list.row(id)).toBeVisible();
    await expectWhole(desk, path);
  }
  await page.goto(`/admin/future-order?month=Jul&search=${future}`);
  await expect(desk.list.row(future)).toBeVisible();
  await expectWhole(desk, "/admin/future-order");
});

test("column widths follow the content: the status is narrow, Name and Email share the rest", async ({
  page,
  desk,
}) => {
  const id = await desk.intake(ORDINARY);
  await desk.signIn("Manager");
  await page.setViewportSize({ width: 1366, height: 900 });
  await desk.list.open("/admin/recent-order", String(id));
  const widthOf = async (column: string) =>
    (await desk.list.row(id).locator(`[data-column=${column}]`).boundingBox())?.width ?? 0;
  expect(await widthOf("process_status")).toBeLessThan(100);
  expect(await widthOf("full_name")).toBeGreaterThan(150);
  expect(await widthOf("email")).toBeGreaterThan(240);
});

/** The columns that share what the others leave. */
const GROWING = ["full_name", "email"];
/** A longer name or address may break. */
const LONGEST = { name: 24, email: 36 };

test("no column is wider than its content or moves while the list scrolls, with the demo's first 100 orders at 1440 px", async ({
  page,
  desk,
}) => {
  const manager = await desk.signIn("Manager");
  const planned = await planDemo({
    seed: DEMO_SEED,
    size: 300,
    now: new Date(),
    filingWindowDays: 3,
    gatewayIds: [1],
  });
  const ids: number[] = [];
  for (const { order } of planned.slice(0, 100)) {
    const { full_name, email, phone_code, telephone_number } = order;
    ids.push(await desk.intake({ full_name, email, phone_code, telephone_number }));
  }
  for (const { path, moved, status } of [
    { path: "recent-order", moved: [], status: "Awaiting" },
    // The widest badge is in the last rows only.
    { path: "order-history", moved: ids.slice(0, 3), status: "Awaiting" },
    { path: "awaiting-govt", moved: ids, status: "AwaitingGovt" },
    { path: "contact-customer", moved: ids, status: "Contact Customer" },
    { path: "refund-order", moved: ids, status: "Refunds" },
  ] as const) {
    if (moved.length > 0) await manager.changeStatus(moved, status);
    await page.goto(`/admin/${path}?size=100&sort=order_id&dir=desc`);
    await expect(desk.list.row(ids.at(-1) ?? 0)).toBeVisible();
    const { columns, rows, cut } = await measureColumns(desk.list.table);
    expect(rows, path).toBe(100);
    for (const { column, widths, widest } of columns) {
      expect(widths, `${column} in ${path}`).toHaveLength(1);
      if (!GROWING.includes(column)) expect(widths[0], `${column} in ${path}`).toBeLessThanOrEqual(widest + 24);
    }
    const ordinary = cut.filter((text) => text.length <= (text.includes("@") ? LONGEST.email : LONGEST.name));
    expect(ordinary.length, `${path}: ${ordinary.join(" | ")}`).toBeLessThanOrEqual(2);
  }
});

test("the Priority queue shows the arrival date it is sorted by", async ({ desk }) => {
  const id = await desk.intake({ ...ORDINARY, processing_mode: "Priority", arrival_date: "2031-07-04" });
  await (await desk.signIn("Team")).list.open("/admin/priority-order", String(id));
  await expect(desk.list.cell(id, "created_at")).toContainText("Arrives 04-07-2031");
});

test("Email History and Disputes stay in their cards", async ({ page, desk }) => {
  const manager = await desk.signIn("Manager");
  const id = await desk.intake(ORDINARY);
  await manager.upload(id, ORDINARY.email);
  await manager.addComment(id, "Disputed", { chargeBack: "Y" });
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  const mails = desk.section("Email History");
  await expect(mails.getByText("View Email Content")).toBeVisible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => excess(mails), `mails at ${width}`).toBeLessThanOrEqual(0);
  }
  await page.goto("/admin/disputes");
  await expect(desk.list.table).toBeVisible();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(() => excess(desk.list.table.locator("xpath=../..")), `disputes at ${width}`)
      .toBeLessThanOrEqual(0);
  }
});

test("at 1366 × 650 the pagination and Logout are visible", async ({ page, desk }) => {
  for (let count = 0; count < 12; count += 1) await desk.intake(ORDINARY);
  await desk.signIn("Manager");
  await page.setViewportSize({ width: 1366, height: 650 });
  await page.goto("/admin/recent-order");
  await expect(desk.list.table).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeInViewport({ ratio: 1 });
  await expect(desk.sidebar.getByRole("button", { name: "Logout" })).toBeInViewport({
    ratio: 1,
  });
});
