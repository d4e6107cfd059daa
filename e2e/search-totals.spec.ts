import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { SEARCH_TOTAL_LIMIT } from "#contract/orders/orders.ts";
import { expect, test } from "./support/test.ts";

const HITS = 12_345;
/** Of a list, and of the palette, which asks for no rows by number. */
const SEARCH_CALL = /\/api\/admin\/(search-order|find-orders)$/;

interface SearchBody {
  start: number;
  end: number;
  exact?: boolean;
}

/** Simulates an installation where a search finds 12,345 orders. @returns the requests */
async function answerSearches(page: Page): Promise<SearchBody[]> {
  const asked: SearchBody[] = [];
  await page.route(SEARCH_CALL, async (route) => {
    const body: SearchBody = { start: 0, end: 8, ...route.request().postDataJSON() };
    asked.push(body);
    const length = Math.max(0, Math.min(body.end, HITS) - body.start);
    const isExact = body.exact === true || body.end > SEARCH_TOTAL_LIMIT;
    const total = isExact ? { total: HITS } : { total: SEARCH_TOTAL_LIMIT, total_capped: true };
    const data = Array.from({ length }, (_, index) => orderRow(body.start + index));
    await route.fulfill({ json: { status: 1, message: "", data, ...total } });
  });
  return asked;
}

function orderRow(place: number) {
  return {
    order_id: 100_001 + place,
    process_status: "New",
    full_name: `Traveller ${place + 1}`,
    email: `traveller${place + 1}@example.com`,
    telephone_number: "771234567",
    phone_code: "+94",
    created_at: "2026-03-10T06:30:00.000Z",
    refund_date: null,
    processing_date: "2026-04-01",
    process_month: "Apr",
    arrival_date: "2026-04-04",
    version: 1,
  };
}

const count = (page: Page) => page.getByRole("button", { name: "Count exactly" });

test("a search with very many results says so and counts them on request", { tag: "@core" }, async ({ page, desk }) => {
  await desk.signIn("Manager");
  const asked = await answerSearches(page);
  await page.goto("/admin/recent-order?search=traveller");
  await expect(desk.list.range("1–10 of 10,000+")).toBeVisible();
  await expect(desk.main.getByRole("table")).toHaveAttribute("aria-rowcount", "-1");
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await count(page).click();
  await expect(desk.list.range("1–10 of 12,345")).toBeVisible();
  await expect(count(page)).toHaveCount(0);
  // The button is removed; the focus moves to the result for keyboard users.
  await expect(desk.list.range("1–10 of 12,345")).toBeFocused();
  expect(asked.filter(({ exact }) => exact === true)).toHaveLength(1);
  await expect(desk.main.getByRole("table")).toHaveAttribute("aria-rowcount", "12346");
  await desk.list.pages.getByRole("button", { name: "Page 1235", exact: true }).click();
  await expect(desk.list.range("12,341–12,345 of 12,345")).toBeVisible();
  await desk.list.pages.getByRole("button", { name: "Page 1", exact: true }).click();
  await expect(desk.list.range("1–10 of 12,345")).toBeVisible();

  await desk.list.searchBox.fill("somebody else");
  await expect(desk.list.range("1–10 of 10,000+")).toBeVisible();
});

test("paging continues beyond the counted results", async ({ page, desk }) => {
  await desk.signIn("Team");
  await answerSearches(page);
  await page.goto("/admin/recent-order?search=traveller&page=1000");
  await expect(desk.list.range("9,991–10,000 of 10,000+")).toBeVisible();
  await desk.list.pages.getByRole("button", { name: "Next page" }).click();
  await expect(desk.list.range("10,001–10,010 of 12,345")).toBeVisible();
  await expect(page).toHaveURL(/page=1001/);
  // A page beyond the end leads to the last page, as in every list.
  await page.goto("/admin/recent-order?search=traveller&page=5000");
  await expect(desk.list.range("12,341–12,345 of 12,345")).toBeVisible();
});

test("All shows the counted results, and its checkbox selects every one", async ({ page, desk }) => {
  await desk.signIn("Manager");
  await answerSearches(page);
  await page.goto("/admin/recent-order?search=traveller&size=all");
  await expect(desk.list.range("1–10,000 of 10,000+")).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all orders of this list" }).check();
  await expect(page.getByText("12,345 selected", { exact: true })).toBeVisible();
  await expect(desk.list.range("1–12,345 of 12,345")).toBeVisible();
});

test.describe(() => {
  test.use({ expectedErrors: ["the server responded with a status of 500"] });

  test("a failed count says so and can be requested again", async ({ page, desk }) => {
    await desk.signIn("Team");
    await answerSearches(page);
    await page.goto("/admin/recent-order?search=traveller");
    await expect(desk.list.range("1–10 of 10,000+")).toBeVisible();
    await page.route(SEARCH_CALL, (route) =>
      route.fulfill({ status: 500, json: { status: 0, message: "Out of order.", code: "internal", requestId: "r" } }),
    );
    await count(page).click();
    await expect(desk.toastBy("alert").filter({ hasText: "Out of order." })).toBeVisible();
    await expect(desk.list.range("1–10 of 10,000+")).toBeVisible();
    await page.unroute(SEARCH_CALL);
    await answerSearches(page);
    await count(page).click();
    await expect(desk.list.range("1–10 of 12,345")).toBeVisible();
  });
});

test("the palette and the phone say that there are more", async ({ page, desk }) => {
  await desk.signIn("Manager");
  await answerSearches(page);
  for (const width of [1440, 991, 767, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/admin/recent-order?search=traveller");
    await expect(desk.list.range("1–10 of 10,000+")).toBeVisible();
    await expect(count(page)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press("Control+k");
  await desk.dialog().getByRole("combobox").fill("traveller");
  await expect(desk.dialog().getByRole("status")).toHaveText("10,000+ orders found");
});
