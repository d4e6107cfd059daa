import type { Locator } from "@playwright/test";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { cutWords } from "./support/cells.ts";
import { expect, test } from "./support/test.ts";

const PHONE = { width: 360, height: 740 };

const heightOf = async (element: Locator) => (await element.boundingBox())?.height ?? Number.POSITIVE_INFINITY;

/** By how many pixels a select's chosen text overflows the space beside its arrow. */
const excessOfChoice = (select: Locator) =>
  select.evaluate((element) => {
    if (!(element instanceof HTMLSelectElement)) throw new Error("no select");
    const style = getComputedStyle(element);
    const words = document.createElement("span");
    Object.assign(words.style, { position: "absolute", whiteSpace: "nowrap", font: style.font });
    words.textContent = element.selectedOptions.item(0)?.textContent ?? "";
    document.body.append(words);
    const room = element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    const excess = words.getBoundingClientRect().width - room;
    words.remove();
    return excess;
  });

test("the top bar on a phone shows the member's full name and squeezes nothing", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  await desk.signIn("Manager");
  await page.setViewportSize(PHONE);
  await page.goto("/admin/gateway-setting");
  const bar = page.getByRole("banner");
  const name = bar.getByText("Manager Member");
  await expect(name).toBeVisible();
  expect(await cutWords(name)).toEqual([]);
  expect((await bar.locator("img").boundingBox())?.width).toBe(28);
  expect((await bar.getByRole("button", { name: /Jump to/ }).boundingBox())?.width).toBe(32);
  await name.click();
  await desk.menuItem("Use the dark theme").click();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
});

test("the country report's cards show each count in one line beside its name", async ({ page, desk }) => {
  await desk.intake({ nationality: "IS" });
  await desk.signIn("Manager");
  await page.setViewportSize(PHONE);
  await page.goto("/admin/country-order-list");
  const card = page.getByRole("row").filter({ hasText: "Iceland" });
  const count = card.locator("[data-label='Future Order Processing']");
  await expect(count).toBeVisible();
  expect(await heightOf(count)).toBeLessThan(30);
  const [cell, row] = [await count.boundingBox(), await card.boundingBox()];
  expect(cell?.width).toBeGreaterThan((row?.width ?? 0) - 40);
});

test("tabs, the sort choice and the filter's text are not cut off on a phone", async ({ page, desk }) => {
  const id = await desk.intake();
  await desk.signIn("Admin");
  await page.setViewportSize(PHONE);
  await page.goto("/admin/security");
  const tabs = page.getByRole("navigation", { name: "Which list" }).getByRole("link");
  await expect(tabs).toHaveCount(3);
  for (const tab of await tabs.all()) expect(await heightOf(tab)).toBeLessThan(45);
  const filter = page.getByRole("form", { name: "Narrow the list" });
  const [from, to] = await Promise.all(["From", "To"].map((label) => filter.getByLabel(label).boundingBox()));
  expect(from?.y).toBe(to?.y);

  await page.goto(`/admin/recent-order?search=${id}&sort=created_at&dir=desc`);
  const sort = page.getByRole("combobox", { name: "Sort by" });
  await expect(sort.locator(":checked")).toHaveText("Date & Time (UTC) ↓");
  expect(await excessOfChoice(sort)).toBeLessThanOrEqual(0);
});

test("a selection's text and buttons are not cut off at any desktop width", async ({ page, desk }) => {
  const id = await desk.intake();
  await (await desk.signIn("Manager")).list.open("/admin/recent-order", String(id));
  await desk.list.row(id).getByRole("checkbox").check();
  const clear = desk.button("Clear");
  for (const width of [768, 1024, 1366]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await heightOf(desk.list.selected(1)), `at ${width}`).toBeLessThan(30);
    expect(await cutWords(clear.locator("span")), `at ${width}`).toEqual([]);
    const tops = await Promise.all(
      ["Move selected", "Delete Order", "Filter"].map(
        async (name) => (await page.getByRole("button", { name, exact: true }).boundingBox())?.y,
      ),
    );
    expect(new Set(tops).size, `one line of buttons at ${width}`).toBe(1);
  }
});

test("an empty list has nothing to scroll", async ({ page, desk }) => {
  await desk.signIn("Manager", "/admin/recent-order?search=nobody-has-this-name");
  await expect(page.getByText("No records found")).toBeVisible();
  for (const width of [768, 1024, 1366]) {
    await page.setViewportSize({ width, height: 900 });
    const excess = await desk.list.table.evaluate(({ parentElement: frame }) =>
      frame === null ? null : frame.scrollHeight - frame.clientHeight,
    );
    expect(excess, `at ${width}`).toBe(0);
  }
});

test("in Arabic a download's values are beside their labels", async ({ page, desk }) => {
  const email = "traveller@example.com";
  const id = await desk.intake({ email });
  await (await desk.signIn("Manager")).upload(id, email);
  await page.setViewportSize(PHONE);
  await page.goto(`/track-order/${encodeOrderId(id)}`);
  await page.getByLabel("Email ID").fill(email);
  await page.getByRole("button", { name: "TRACK ORDER" }).click();
  await page.getByRole("button", { name: "Download Now" }).click();
  const row = page.getByRole("row").nth(1);
  await expect(row).toContainText(String(id));
  await page.getByRole("combobox", { name: "Language" }).selectOption("ar");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  const ends = await row.locator("bdi").evaluateAll((values) => {
    const words = document.createRange();
    return [
      ...new Set(
        values.map((value) => {
          words.selectNodeContents(value);
          return Math.round(words.getBoundingClientRect().right);
        }),
      ),
    ];
  });
  expect(ends).toHaveLength(1);
});
