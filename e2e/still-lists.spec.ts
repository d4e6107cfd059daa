import type { Page } from "@playwright/test";
import { ROLES } from "#contract/roles.ts";
import { refuse } from "./support/answers.ts";
import { ownName } from "./support/orders.ts";
import { expect, test } from "./support/test.ts";

// What is under the pointer stays there: a second click hits the row that it aims at.

// Chromium logs the refused reading and move.
test.use({
  expectedErrors: ["the server responded with a status of 503", "the server responded with a status of 422"],
});

/** Lists with columns or buttons of their own. */
const OTHER_LISTS = ["/admin/priority-order", "/admin/contact-customer", "/admin/called"];
const WIDTHS = [768, 1024, 1280, 1366, 1440, 1920];

/** Where on the page the rows and everything that can be pressed are; what is gone or new is not compared. */
const places = (page: Page) =>
  page.getByRole("main").evaluate((main) =>
    Object.fromEntries(
      [...main.querySelectorAll<HTMLElement>("[data-order], button, select, input, a")].flatMap((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        if (width === 0 || !element.checkVisibility({ visibilityProperty: true })) return [];
        const name =
          element.dataset.order ?? element.getAttribute("aria-label") ?? element.textContent ?? element.tagName;
        return [[`${element.tagName} ${name}`, [x + scrollX, y + scrollY, width, height].map(Math.round).join(" ")]];
      }),
    ),
  );

async function expectStill(page: Page, before: Record<string, string>, what: string): Promise<void> {
  const after = await places(page);
  const moved = Object.entries(before).filter(([name, place]) => after[name] !== undefined && after[name] !== place);
  expect(
    moved.map(([name, place]) => `${name}: ${place} → ${after[name]}`),
    what,
  ).toEqual([]);
}

for (const role of ROLES) {
  test(`selecting moves nothing on ${role}'s lists at any width`, { tag: role === "Admin" ? "@core" : [] }, async ({
    page,
    desk,
  }) => {
    const name = ownName();
    const refunds = await desk.intakes({ full_name: name }, { full_name: name });
    await desk.intake({ full_name: name });
    await desk.intake({ full_name: name });
    const manager = await desk.signIn("Manager");
    await manager.changeStatus(refunds, "Refunds");
    if (role === "Admin") {
      for (const status of ["Contact Customer", "Customer Called"] as const) {
        await manager.changeStatus(await desk.intakes({ full_name: name }, { full_name: name }), status);
      }
      for (let n = 0; n < 2; n += 1) await desk.intake({ full_name: name, processing_mode: "Priority" });
    }
    await desk.signIn(role);
    for (const path of ["/admin/recent-order", "/admin/refund-order", ...(role === "Admin" ? OTHER_LISTS : [])]) {
      await desk.list.open(path, name);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await expect(desk.list.rows).toHaveCount(2);
        const before = await places(page);
        expect(Object.keys(before).length).toBeGreaterThan(10);
        const boxes = desk.list.rows.getByRole("checkbox");
        await boxes.first().check();
        await expectStill(page, before, `${path} at ${width}, one selected`);
        await boxes.nth(1).check();
        await expect(desk.list.selected(2)).toBeVisible();
        await expectStill(page, before, `${path} at ${width}, two selected`);
        await desk.main.getByRole("button", { name: "Clear", exact: true }).click();
        await expectStill(page, before, `${path} at ${width}, cleared`);
      }
    }
  });
}

test("a colleague's new order, a reading and its failure move nothing", { tag: "@core" }, async ({ page, desk }) => {
  const name = ownName();
  const ids: number[] = [];
  for (let n = 0; n < 12; n += 1) ids.push(await desk.intake({ full_name: name }));
  await (await desk.signIn("Manager")).list.open("/admin/recent-order", name);
  for (const width of [768, 1366]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(desk.list.row(ids[0] ?? 0)).toBeVisible();
    const before = await places(page);
    await desk.intake({ full_name: name });
    await expect(page.getByRole("button", { name: /new order.* · Show/ })).toBeVisible();
    await expectStill(page, before, `a new order at ${width}`);
    const refused = await refuse(page, "/admin/search-order", "unavailable");
    await desk.list.button("Refresh").click();
    await expect(page.getByText(/may be out of date/)).toBeVisible();
    await expectStill(page, before, `a failure at ${width}`);
    await page.unroute(refused);
    // Not by Retry: a live event may have had the list read again already.
    await desk.list.button("Refresh").click();
    await expect(page.getByText(/may be out of date/)).toBeHidden();
    await expectStill(page, before, `a reading at ${width}`);
    await desk.list.rows.getByRole("checkbox").first().check();
    const unmoved = await refuse(page, "/admin/change-order-status", "rule_violation", { message: "Not now." });
    await desk.button("Delete Order").click();
    await page.getByRole("button", { name: "Yes" }).click();
    await expect(desk.toast("Not now.")).toBeVisible();
    await expectStill(page, before, `a toast at ${width}`);
    await page.unroute(unmoved);
    await desk.toast("Not now.").getByRole("button").first().click();
    await expect(desk.toast("Not now.")).toHaveCount(0);
    await desk.main.getByRole("button", { name: "Clear", exact: true }).click();
  }
});
