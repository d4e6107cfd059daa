import { FOLDER_COUNTS } from "#contract/orders/queues.ts";
import { brokenWords, cutCells, cutWords } from "./support/cells.ts";
import { openList, rowsOf, tableOf } from "./support/lists.ts";
import { changeStatus, ownName } from "./support/orders.ts";
import { expect, test } from "./support/test.ts";

const LOW = { width: 1366, height: 650 };

test("order lists don't scroll sideways beside two scrollbars and don't wrap ordinary names", { tag: "@core" }, async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  test.slow();
  const token = await signInAs("Manager");
  const own = ownName();
  const order = { full_name: `Maximilian Fernandopulle ${own}`, phone_code: "+44", telephone_number: "7700900123" };
  const orders: number[] = [];
  for (let count = 0; count < 8; count += 1) orders.push(await intake(order));
  for (let count = 0; count < 8; count += 1) await intake({ ...order, arrival_date: "2031-07-04" });
  await changeStatus(request, token, orders.slice(0, 4), "Awaiting");
  await changeStatus(request, token, orders.slice(4), "Contact Customer");
  for (const [path, query] of [
    ["/admin/order-history", ""],
    ["/admin/future-order", "&month=Jul"],
  ] as const) {
    await page.setViewportSize({ width: 1024, height: 480 });
    await openList(page, path, own, query);
    for (const width of [768, 1024, 1366]) {
      await page.setViewportSize({ width, height: 480 });
      const bars = await tableOf(page).evaluate(({ parentElement: frame }) => [
        innerWidth - document.documentElement.clientWidth,
        frame instanceof HTMLElement ? frame.offsetWidth - frame.clientWidth : 0,
      ]);
      expect(Math.min(...bars), `scrollbars of ${path} at ${width}`).toBeGreaterThan(10);
      await expect.poll(() => cutCells(tableOf(page)), `${path} at ${width}`).toEqual([]);
      const names = rowsOf(page).locator("[data-column=full_name]");
      expect(
        (await brokenWords(names)).filter((word) => word !== own),
        `${path} at ${width}`,
      ).toEqual([]);
      const boxes = await tableOf(page)
        .getByRole("checkbox")
        .evaluateAll((all) => [...new Set(all.map((each) => Math.round(each.getBoundingClientRect().left)))]);
      expect(boxes, `the boxes stand in one line in ${path} at ${width}`).toHaveLength(1);
    }
  }
});

test("the side panel shows every label in full beside its count and its scrollbar", async ({ page, signInAs }) => {
  await signInAs("Manager");
  const counts = Object.fromEntries(FOLDER_COUNTS.map((name) => [name, 12_345]));
  await page.route("**/api/admin/get-folder-count", (route) =>
    route.fulfill({ json: { status: 1, message: "", data: counts } }),
  );
  // The live stream would send the true counts.
  await page.route("**/api/admin/events*", () => undefined);
  await page.setViewportSize(LOW);
  const panel = page.getByRole("navigation", { name: "Console" });
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
