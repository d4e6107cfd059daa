import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { signOut } from "#contract/auth/auth.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { REPORT_MESSAGES } from "#contract/reports/messages.ts";
import { ROLES } from "#contract/roles.ts";
import { Desk } from "./support/desk.ts";
import { breakAnswers, holdAnswers } from "./support/looks.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the answers that these tests break on purpose.
test.use({ expectedErrors: ["Failed to load resource"] });

const PATH = "/admin/country-order-list";
const CALL = "**/api/admin/get-country-order-count";
const COLUMNS = [
  "S. No",
  "State/Territory",
  "Order Count",
  "Standard Processing",
  "Priority Processing",
  "Future Order Processing",
];
/** Nationalities that no other test uses; more than a page of them. */
const RARE = ["FJ", "TO", "WS", "KI", "TV", "NR", "PW", "MH", "VU", "SB", "PG"];

const table = (page: Page) => page.getByRole("table", { name: "Country Order Details" });
const bodyRows = (page: Page) => table(page).locator("tbody tr");
const search = (page: Page) => page.getByRole("searchbox", { name: "Search nationalities" });
const from = (page: Page) => page.getByLabel("From", { exact: true });
const to = (page: Page) => page.getByLabel("To", { exact: true });
const submit = (page: Page) => page.getByRole("button", { name: "Submit" });
const cellsOf = (page: Page, country: string) =>
  bodyRows(page).filter({ hasText: country }).locator("th, td").allInnerTexts();

async function open(page: Page, query = ""): Promise<void> {
  await page.goto(PATH + query);
  await expect(bodyRows(page).first().getByRole("rowheader")).toBeVisible();
}

// Each worker has its own orders, and any of these tests may be its first.
test.beforeAll(async ({ browser, request, baseURL }) => {
  const page = await browser.newPage();
  const desk = new Desk(page, request, baseURL ?? "");
  for (const nationality of RARE) await desk.intake({ nationality });
  const later = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
  await desk.intake({ nationality: "FJ", processing_mode: "Priority" });
  await desk.intake({ nationality: "FJI", arrival_date: later });
  await desk.intake({ nationality: "Fiji", paid: false });
  await desk.intake({ nationality: "Atlantis" });
  await page.close();
});

test("orders are counted by nationality, filtered, paged, added up and drawn @2-051 @2-109 @2-112 @2-114 @2-115 @2-116 @2-118 @2-119 @2-120 @5-024", {
  tag: "@core",
}, async ({ page, desk }) => {
  await desk.signIn("Team", "/admin");
  const link = page.getByRole("link", { name: "Country Order List", exact: true });
  await expect(link).toHaveText("Country Order List");
  await link.click();
  await expect(page).toHaveURL(PATH);
  await expect(desk.heading).toHaveText("Country Order Details");
  await expect(page).toHaveTitle(/^Country Order Details/);
  await expect(table(page).getByRole("columnheader")).toHaveText(COLUMNS);
  await expect(bodyRows(page)).toHaveCount(10);
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expect(page.getByText(REPORT_MESSAGES.reportReady)).toBeHidden();

  await test.step("page through all", async () => {
    await page.getByRole("button", { name: "Page 2" }).click();
    await expect(page).toHaveURL(`${PATH}?page=2`);
    await expect(bodyRows(page).first().locator("td").first()).toHaveText("11");
    await page.getByLabel("Rows per page").selectOption("All");
    await expect(page).toHaveURL(`${PATH}?size=all`);
    await expect(page.getByRole("navigation", { name: "Pages" })).toBeHidden();
    expect(await page.getByLabel("Rows per page").locator("option").allInnerTexts()).toEqual([
      "10",
      "25",
      "50",
      "100",
      "500",
      "All",
    ]);
  });

  await test.step("by mode, without the unpaid one", async () => {
    expect((await cellsOf(page, "Fiji")).slice(1)).toEqual(["Fiji", "3", "1", "1", "1"]);
    await expect(bodyRows(page).getByRole("rowheader", { name: "Unknown" })).toBeVisible();
  });

  await test.step("the search filters rows, totals and bars, by nationality only", async () => {
    await expect(search(page)).toHaveAttribute("placeholder", "Search");
    await search(page).fill("FIJ");
    await expect(bodyRows(page)).toHaveCount(1);
    await expect(table(page).locator("tfoot")).toHaveText(/Total\s*3\s*1\s*1\s*1/);
    const figure = page.getByRole("figure", { name: "Top 10 nationalities by orders" });
    await expect(figure.getByRole("listitem")).toHaveText(["Fiji3"]);
    await search(page).fill("3");
    await expect(page.getByText(MESSAGES.noRecords)).toBeVisible();
    await expect(table(page).locator("tfoot")).toBeHidden();
  });
});

test("the search waits for a typing pause of half a second @2-113 @9-009", async ({ page, desk }) => {
  await desk.signIn("Team");
  await page.clock.install();
  await open(page, "?size=all");
  const before = await bodyRows(page).count();
  await page.clock.pauseAt(new Date(Date.now() + 600_000));
  await search(page).fill("tuvalu");
  await page.clock.runFor(499);
  await expect(bodyRows(page)).toHaveCount(before);
  await page.clock.runFor(1);
  await expect(bodyRows(page)).toHaveCount(1);
  expect(new URL(page.url()).search).toBe("?size=all");
});

test("header and totals stay while 550 px of rows scroll @2-117", async ({ page, desk }) => {
  await desk.signIn("Team");
  await open(page, "?size=all");
  const viewport = desk.section("Country Order Details, table");
  expect(await viewport.evaluate((element) => element.clientHeight)).toBe(550);
  const head = table(page).getByRole("columnheader").first();
  const total = table(page).getByRole("rowheader", { name: "Total" });
  const places = async () => [(await head.boundingBox())?.y, (await total.boundingBox())?.y];
  const before = await places();
  await viewport.evaluate((element) => element.scrollTo(0, 200));
  expect(await viewport.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  expect(await places()).toEqual(before);
});

test("dates are validated while typed and kept in the URL, and a toast appears only after Submit @2-110 @2-111 @2-119 @5-025 @8-017", async ({
  page,
  desk,
}) => {
  await desk.signIn("Telecaller");
  await open(page);
  const today = new Date().toISOString().slice(0, 10);
  await test.step("a start after the end", async () => {
    await from(page).fill("2026-03-12");
    await to(page).fill("2026-03-11");
    await expect(page.getByText(REPORT_MESSAGES.dateRange)).toBeVisible();
    await expect(from(page)).toHaveAttribute("aria-invalid", "true");
    await submit(page).click();
    await expect(page).toHaveURL(PATH);
    await to(page).fill("2026-03-12");
    await expect(page.getByText(REPORT_MESSAGES.dateRange)).toBeHidden();
  });
  await test.step("an empty day", async () => {
    await submit(page).click();
    await expect(page).toHaveURL(`${PATH}?from=2026-03-12&to=2026-03-12`);
    await expect(page.getByText(MESSAGES.noRecords)).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: REPORT_MESSAGES.reportReady })).toBeVisible();
  });
  await test.step("today, twice: the same dates are requested again", async () => {
    await from(page).fill(today);
    await to(page).fill(today);
    for (const _time of ["once", "again"]) {
      const answered = page.waitForResponse(CALL);
      await submit(page).click();
      expect((await answered).request().postDataJSON()).toEqual({ fromDate: today, toDate: today });
    }
    await expect(bodyRows(page).first().getByRole("rowheader")).toBeVisible();
  });
  await test.step("a reload and Refresh keep them", async () => {
    await search(page).fill("a");
    await expect(page).toHaveURL(`${PATH}?from=${today}&to=${today}`);
    await expect.poll(() => page.evaluate(() => history.state.usr)).toEqual({ search: "a" });
    await page.reload();
    await expect(from(page)).toHaveValue(today);
    await expect(search(page)).toHaveValue("a");
    await expect(bodyRows(page).first().getByRole("rowheader")).toBeVisible();
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText("Refreshed")).toBeAttached();
    await expect(to(page)).toHaveValue(today);
    await expect(page.getByText(REPORT_MESSAGES.reportReady)).toBeHidden();
  });
  await test.step("going back shows the earlier dates", async () => {
    await page.goBack();
    await expect(from(page)).toHaveValue("2026-03-12");
    await expect(page.getByText(MESSAGES.noRecords)).toBeVisible();
  });
});

test("a refusal of the server shows a toast and an error at its field @8-018", async ({ page, desk }) => {
  await desk.signIn("Team", `${PATH}?from=2026-03-12&to=2026-03-11`);
  await expect(page.getByRole("alert").filter({ hasText: REPORT_MESSAGES.dateRange }).first()).toBeVisible();
  await expect(page.locator(".Toastify").getByText(REPORT_MESSAGES.dateRange)).toBeVisible();
  await expect(from(page)).toHaveAttribute("aria-invalid", "true");
  await from(page).fill("2026-03-01");
  await submit(page).click();
  await expect(page.getByText(MESSAGES.noRecords)).toBeVisible();
  await expect(from(page)).not.toHaveAttribute("aria-invalid", "true");
});

test("the export contains the filtered rows of all pages and the totals", { tag: "@core" }, async ({ page, desk }) => {
  await desk.signIn("Team");
  await open(page, "?search=u");
  const total = Number(/of (\d+)/.exec(await page.getByText(/ of \d+$/).innerText())?.[1]);
  const download = await desk.download(page.getByRole("button", { name: "Export CSV" }));
  expect(download.suggestedFilename()).toBe("country-orders.csv");
  const bytes = await readFile(await download.path());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const rows: string[][] = parse(bytes, { bom: true });
  expect(rows[0]).toEqual(COLUMNS);
  expect(rows).toHaveLength(total + 2);
  expect(rows.slice(1, -1).every(([, name]) => /u/i.test(name ?? ""))).toBe(true);
  const sum = rows.slice(1, -1).reduce((added, row) => added + Number(row[2]), 0);
  expect(rows.at(-1)?.slice(0, 3)).toEqual(["", "Total", String(sum)]);

  const today = new Date().toISOString().slice(0, 10);
  await open(page, `?from=2026-01-01&to=${today}`);
  const dated = await desk.download(page.getByRole("button", { name: "Export CSV" }));
  expect(dated.suggestedFilename()).toBe(`country-orders-2026-01-01-to-${today}.csv`);
});

test("the report shows that it is empty, loading or failed", async ({ page, desk }) => {
  await desk.signIn("Team");
  await test.step("empty", async () => {
    await page.goto(`${PATH}?search=no-such-country`);
    await expect(page.getByText(MESSAGES.noRecords)).toBeVisible();
    await expect(page.getByText(MESSAGES.noData)).toBeVisible();
    await expect(page.getByRole("button", { name: "Export CSV" })).toBeDisabled();
  });
  await test.step("loading", async () => {
    // From another page: a reload of the same one keeps its search.
    await page.goto("/admin/change-password");
    const letGo = await holdAnswers(page, CALL);
    await page.goto(PATH);
    await expect(desk.heading).toHaveText("Country Order Details");
    await expect(table(page)).toHaveAttribute("aria-busy", "true");
    letGo();
    await expect(bodyRows(page).first().getByRole("rowheader")).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
  });
  await test.step("failed", async () => {
    await breakAnswers(page, CALL);
    await page.goto(PATH);
    await expect(desk.retry).toBeVisible();
    await expect(desk.toastBy("alert")).toBeVisible();
    await page.unroute(CALL);
    await desk.retry.click();
    await expect(bodyRows(page).first().getByRole("rowheader")).toBeVisible();
  });
});

test("every role opens the report", async ({ page, desk }) => {
  for (const role of ROLES) {
    await desk.signIn(role);
    await open(page);
    await expect(desk.heading).toHaveText("Country Order Details");
  }
});

test("an ended session shows a toast and leads from the report to the sign-in @8-004", async ({ page, desk }) => {
  const team = await desk.signIn("Team");
  await desk.openSettled(PATH, "admin/get-country-order-count");
  await team.call(signOut);
  await submit(page).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByText(AUTH_MESSAGES.sessionEnded)).toHaveCount(1);
  expect(await desk.storedUser()).toBeNull();
});
