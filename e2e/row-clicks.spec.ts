import type { Locator } from "@playwright/test";
import { ownName } from "./support/orders.ts";
import { orderPath, Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

const emailOf = (row: Locator) => row.locator("[data-column=email]");

/** The orders whose boxes are ticked, in the list's order. */
const tickedIds = (screen: Screen) =>
  screen.list.rows.evaluateAll((rows) =>
    rows
      .filter((row) => row.querySelector<HTMLInputElement>("input[type=checkbox]")?.checked)
      .map((row) => Number(row.getAttribute("data-order"))),
  );

test("a click on a row opens its order as View does, and one on its controls or selected text does not", {
  tag: "@core",
}, async ({ page, desk }) => {
  const full_name = ownName();
  const id = await desk.intake({ full_name, email: "ann.lee@example.com" });
  const other = await desk.intake({ full_name });
  await (await desk.signIn("Manager")).list.open("/admin/recent-order", full_name);
  const list = page.url();
  const row = desk.list.row(id);

  await row.getByRole("link", { name: /^View/ }).click();
  await expect(desk.heading).toHaveText(`Order ${id}`);
  const opened = page.url();
  await page.goBack();
  await emailOf(row).click();
  await expect(desk.heading).toHaveText(`Order ${id}`);
  expect(page.url()).toBe(opened);
  await page.goBack();
  await row.getByRole("link", { name: String(id), exact: true }).click();
  await expect(desk.heading).toHaveText(`Order ${id}`);
  expect(page.url()).toBe(opened);
  await page.goBack();

  // In a tab of its own, as a link: Ctrl, and the middle button.
  for (const options of [{ modifiers: ["ControlOrMeta" as const] }, { button: "middle" as const }]) {
    const opening = page.context().waitForEvent("page");
    await emailOf(row).click(options);
    const tab = new Screen(await opening);
    await expect(tab.heading).toHaveText(`Order ${id}`);
    expect(new URL(tab.page.url()).pathname).toBe(orderPath(id));
    await tab.page.close();
  }

  // Beside the box: neither a tick nor another page.
  await row
    .locator("td")
    .first()
    .click({ position: { x: 2, y: 2 } });
  await row.getByRole("checkbox").click();
  await expect(desk.list.selected(1)).toBeVisible();
  await emailOf(row).click({ modifiers: ["Shift"] });
  await page.evaluate(() => window.getSelection()?.removeAllRanges());
  await row.getByRole("button", { name: `Delete order ${id}` }).click();
  await desk.dialog().getByRole("button", { name: "No" }).click();
  await expect(desk.dialog()).toHaveCount(0);

  const box = await emailOf(row).locator("*").first().boundingBox();
  if (box === null) throw new Error("the e-mail is not shown");
  await page.mouse.move(box.x + 1, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 4, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  expect(await page.evaluate(() => String(window.getSelection()))).toContain("ann.lee");
  expect(page.url()).toBe(list);
  await expect(desk.list.row(other)).toBeVisible();

  await page.setViewportSize({ width: 400, height: 800 });
  const card = page.getByRole("listitem").filter({ hasText: String(id) });
  await card.getByText("ann.lee@example.com").click();
  await expect(desk.heading).toHaveText(`Order ${id}`);
});

test("Shift ticks and clears a range of rows, also on cards and by keyboard", async ({ page, desk }) => {
  const full_name = ownName();
  for (let n = 0; n < 8; n += 1) await desk.intake({ full_name });
  await (await desk.signIn("Team")).list.open("/admin/recent-order", full_name);
  const ids = await desk.list.ids();
  const box = (index: number) => desk.list.rows.nth(index).getByRole("checkbox");

  await box(5).click({ modifiers: ["Shift"] });
  expect(await tickedIds(desk)).toEqual([ids[5]]);
  await box(1).click({ modifiers: ["Shift"] });
  await expect.poll(() => tickedIds(desk)).toEqual(ids.slice(1, 6));
  expect(await page.evaluate(() => String(window.getSelection()))).toBe("");
  await box(3).click({ modifiers: ["Shift"] });
  await expect.poll(() => tickedIds(desk)).toEqual([ids[4], ids[5]]);
  await expect(desk.list.selected(2)).toBeVisible();
  await box(7).focus();
  await page.keyboard.press("Shift+Space");
  await expect.poll(() => tickedIds(desk)).toEqual([ids[3], ids[4], ids[5], ids[6], ids[7]]);

  // Another search is another list: nothing is ticked from a row that it doesn't show.
  await page.setViewportSize({ width: 400, height: 800 });
  const cards = desk.main.getByRole("listitem").getByRole("checkbox");
  await cards.nth(0).click();
  await cards.nth(2).click({ modifiers: ["Shift"] });
  await expect(desk.list.selected(8)).toBeVisible();
});

test("a range of a long list holds the rows that were scrolled away", async ({ desk }) => {
  test.slow();
  const full_name = ownName();
  for (let n = 0; n < 450; n += 1) await desk.intake({ full_name });
  await (await desk.signIn("Manager")).list.open("/admin/recent-order", full_name, "&size=all");
  await desk.list.rows.nth(1).getByRole("checkbox").click();
  const table = desk.section("New Order, table");
  await table.evaluate((viewport) => viewport.scrollTo(0, viewport.scrollHeight));
  const end = desk.main.locator("tr[data-order][aria-rowindex='451']");
  await end.getByRole("checkbox").click({ modifiers: ["Shift"] });
  await expect(desk.list.selected(449)).toBeVisible();
});
