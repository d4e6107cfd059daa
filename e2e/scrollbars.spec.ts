import { FOLDER_COUNTS } from "#contract/orders/queues.ts";
import { brokenWords, cutCells, cutWords } from "./support/cells.ts";
import { ownName } from "./support/orders.ts";
import { expect, test } from "./support/test.ts";

const LOW = { width: 1366, height: 650 };

test("order lists don't scroll sideways beside two scrollbars and don't wrap ordinary names", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  test.slow();
  const manager = await desk.signIn("Manager");
  const own = ownName();
  const order = { full_name: `Maximilian Fernandopulle ${own}`, phone_code: "+44", telephone_number: "7700900123" };
  const orders: number[] = [];
  for (let count = 0; count < 8; count += 1) orders.push(await desk.intake(order));
  for (let count = 0; count < 8; count += 1) await desk.intake({ ...order, arrival_date: "2031-07-04" });
  await manager.changeStatus(orders.slice(0, 4), "Awaiting");
  await manager.changeStatus(orders.slice(4), "Contact Customer");
  for (const [path, query] of [
    ["/admin/order-history", ""],
    ["/admin/future-order", "&month=Jul"],
  ] as const) {
    await page.setViewportSize({ width: 1024, height: 480 });
    await desk.list.open(path, own, query);
    for (const width of [768, 1024, 1366]) {
      await page.setViewportSize({ width, height: 480 });
      const bars = await desk.list.table.evaluate(({ parentElement: frame }) => [
        innerWidth - document.documentElement.clientWidth,
        frame instanceof HTMLElement ? frame.offsetWidth - frame.clientWidth : 0,
      ]);
      expect(Math.min(...bars), `scrollbars of ${path} at ${width}`).toBeGreaterThan(10);
      await expect.poll(() => cutCells(desk.list.table), `${path} at ${width}`).toEqual([]);
      const names = desk.list.rows.locator("[data-column=full_name]");
      expect(
        (await brokenWords(names)).filter((word) => word !== own),
        `${path} at ${width}`,
      ).toEqual([]);
      const boxes = await desk.list.table
        .getByRole("checkbox")
        .evaluateAll((all) => [...new Set(all.map((each) => Math.round(each.getBoundingClientRect().left)))]);
      expect(boxes, `the boxes stand in one line in ${path} at ${width}`).toHaveLength(1);
    }
  }
});

test("the side panel shows every label in full beside its count and its scrollbar", async ({ page, desk }) => {
  await desk.signIn("Manager");
  const counts = Object.fromEntries(FOLDER_COUNTS.map((name) => [name, 12_345]));
  await page.route("**/api/admin/get-folder-count", (route) =>
    route.fulfill({ json: { status: 1, message: "", data: counts } }),
  );
  // The live stream would send the true counts.
  await page.route("**/api/admin/events*", () => undefined);
  await page.setViewportSize(LOW);
  const panel = desk.sidebar;
  for (const [path, name] of [
    ["/admin/completed-order", "Completed Orders"],
    ["/admin/contact-customer", "Contact Customer"],
    ["/admin/awaiting-response", "Awaiting Customer"],
  ] as const) {
    await page.goto(path);
    const link = panel.getByRole("link", { name: `${name} 12,345` });
    await expect(link).toHaveAttribute("aria-current", "page");
    expect(await cutWords(panel.getByRole("link").locator("span")), path).toEqual([]);
  }
});
