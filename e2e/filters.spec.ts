import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { TOO_MANY_FILTERS } from "#contract/orders/order-filter.ts";
import { uploadDocument } from "./support/answers.ts";
import { expectFocusShown, press } from "./support/keyboard.ts";
import { buttonOf, rowsOf, shownIds, viewLink } from "./support/lists.ts";
import { lookAround } from "./support/looks.ts";
import { arrivalIn, changeStatus, ownName } from "./support/orders.ts";
import { announced, dialog, heading, query } from "./support/page-parts.ts";
import { expect, test } from "./support/test.ts";

const HISTORY = "/admin/order-history";
const NEW = "/admin/recent-order";
const chips = (page: Page) => page.getByRole("list", { name: "Filters" });
const chipText = (page: Page) => chips(page).locator("span[title]").allTextContents();
const remover = (page: Page, words: RegExp) => chips(page).getByRole("button", { name: words });
const menu = (page: Page) => dialog(page, "Filter");

/** Opens the form of a filter by the keyboard. */
async function choose(page: Page, filter: string): Promise<void> {
  await page.keyboard.press("f");
  await expect(menu(page).getByRole("heading", { name: "Filter by" })).toBeVisible();
  await press(page, menu(page).getByRole("button", { name: filter }));
  await expect(menu(page).getByRole("form", { name: filter })).toBeVisible();
}

async function apply(page: Page): Promise<void> {
  await menu(page).getByRole("button", { name: "Apply" }).click();
  await expect(menu(page)).toBeHidden();
  await expect(buttonOf(page, "Filter")).toBeFocused();
}

test("Germans arriving by Friday without a document: chips, Back, export, j and k, and each chip's removal", {
  tag: "@core",
}, async ({ page, request, intake, signInAs, expectAccessible }) => {
  const token = await signInAs("Manager");
  const german = { nationality: "DE", email: "reisende@example.com" };
  const first = await intake({ ...german, arrival_date: arrivalIn(1) });
  const done = await intake({ ...german, arrival_date: arrivalIn(1) });
  await intake({ ...german, arrival_date: arrivalIn(40) });
  await intake({ arrival_date: arrivalIn(1) });
  const second = await intake({ ...german, nationality: "Germany", arrival_date: arrivalIn(2) });
  await uploadDocument(request, token, done, german.email);

  await page.goto(HISTORY);
  await expect(rowsOf(page).first()).toBeVisible();
  await choose(page, "Nationality");
  await page.keyboard.type("germ");
  await page.keyboard.press("Enter");
  await expect(menu(page).getByRole("checkbox", { name: "Germany" })).toBeChecked();
  await apply(page);
  await expect.poll(() => chipText(page)).toEqual(["Nationality: Germany"]);
  await choose(page, "Arrival");
  await menu(page).getByLabel("From").fill(arrivalIn(0));
  await menu(page).getByLabel("To").fill(arrivalIn(2));
  await apply(page);
  await expect.poll(() => shownIds(page)).toEqual([second, done, first]);
  await choose(page, "Document");
  await menu(page).getByRole("combobox", { name: "Document" }).selectOption("No document");
  await apply(page);
  const asked = { nat: "DE", arrival: `${arrivalIn(0)}..${arrivalIn(2)}`, doc: "no" };
  await expect.poll(() => shownIds(page)).toEqual([second, first]);
  expect(query(page)).toEqual(asked);
  await expect(announced(page)).toHaveText("2 orders found");
  const words = await chipText(page);
  expect(words).toEqual([expect.stringMatching(/^Arrives \d/), "Nationality: Germany", "No document"]);
  await expectAccessible();

  await page.goBack();
  await expect.poll(() => shownIds(page)).toEqual([second, done, first]);
  expect(query(page)).toEqual({ nat: asked.nat, arrival: asked.arrival });
  await page.goForward();
  await expect.poll(() => shownIds(page)).toEqual([second, first]);

  const [download] = await Promise.all([page.waitForEvent("download"), buttonOf(page, "Export CSV").click()]);
  const rows: Record<string, string>[] = parse(await readFile(await download.path()), { bom: true, columns: true });
  expect(rows.map((row) => Number(row["Order Id"]))).toEqual([second, first]);

  await viewLink(page, second).click();
  await expect(heading(page)).toHaveText(`Order ${second}`);
  await expect(page.getByRole("button", { name: "Next order" })).not.toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("j");
  await expect(heading(page)).toHaveText(`Order ${first}`);
  await expect(page.getByRole("button", { name: "Previous order" })).not.toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("j");
  await expect(announced(page)).toHaveText("This is the last order of the list.");
  await page.keyboard.press("k");
  await expect(heading(page)).toHaveText(`Order ${second}`);
  await page.getByRole("link", { name: "Back to Order History" }).click();
  await expect.poll(() => shownIds(page)).toEqual([second, first]);
  expect(query(page)).toEqual(asked);

  await press(page, remover(page, /^Remove filter: Arrives/));
  await expect(remover(page, /Nationality/)).toBeFocused();
  await expectFocusShown(page);
  await expect.poll(() => query(page)).toEqual({ nat: "DE", doc: "no" });
  await page.keyboard.press("Enter");
  await expect(remover(page, /No document/)).toBeFocused();
  await page.keyboard.press("Space");
  await expect(buttonOf(page, "Filter")).toBeFocused();
  await expect(chips(page)).toHaveCount(0);
  expect(query(page)).toEqual({});
});

test("a list without hits says so and offers to clear its filters", async ({ page, signInAs, expectAccessible }) => {
  await signInAs("Team");
  await page.goto(`${NEW}?arrival=2020-01-01&doc=no&page=3`);
  await expect(page.getByText("No records found")).toBeVisible();
  await expect(page.getByText("No data available in table")).toBeVisible();
  await expectAccessible();
  await buttonOf(page, "Clear filters").last().click();
  await expect(page).toHaveURL(NEW);
  await expect(buttonOf(page, "Filter")).toBeFocused();
  await page.goBack();
  await buttonOf(page, "Clear filters").first().click();
  await expect(page).toHaveURL(NEW);
});

test("the menu offers each filter, says that six are the most, and closes step by step", async ({
  page,
  intake,
  signInAs,
  expectAccessible,
}) => {
  await intake();
  await signInAs("Manager");
  await page.goto(`${NEW}?arrival=2026-99-99&nat=Germany&due=never&mode=Standard`);
  await expect(rowsOf(page).first()).toBeVisible();
  await expect.poll(() => chipText(page)).toEqual(["Processing mode: Standard"]);
  for (const [filter, control] of [
    ["Gateway", page.getByRole("checkbox").first()],
    ["Assignee", page.getByRole("combobox", { name: "Assignee" })],
    ["Nationality", page.getByLabel("Find a country")],
    ["Flag", page.getByRole("checkbox", { name: "Chargeback" })],
    ["Creation", page.getByLabel("To (UTC)")],
  ] as const) {
    await choose(page, filter);
    await expect(menu(page).getByRole("form").and(menu(page).locator("form")).locator(control)).toBeVisible();
    await expectAccessible();
    await menu(page).getByRole("button", { name: "Apply" }).click();
    await expect(
      menu(page)
        .getByText(/^Choose /)
        .last(),
    ).toBeVisible();
    await menu(page).getByRole("button", { name: "All filters" }).click();
    await expect(menu(page).getByRole("button", { name: filter })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu(page)).toBeHidden();
    await expect(buttonOf(page, "Filter")).toBeFocused();
  }
  const six = `arrival=${arrivalIn(0)}..${arrivalIn(9)}&nat=GB,DE&mode=Standard,Priority&doc=no&mail=none&claim=none`;
  await page.goto(`${NEW}?${six}`);
  await expect(chips(page).getByRole("listitem")).toHaveCount(7);
  await lookAround(page, chips(page), expectAccessible, { isFullest: true });
  await page.keyboard.press("f");
  await expect(menu(page).getByText(TOO_MANY_FILTERS)).toBeVisible();
  await expect(menu(page).getByRole("button", { name: "Flag" })).toBeDisabled();
  await expect(menu(page).getByRole("button", { name: "Arrival Set" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(menu(page).getByRole("button", { name: "Nationality Set" })).toBeFocused();
  await lookAround(page, menu(page), expectAccessible);
});

test("a Telecaller filters without an export, and can give a filter another value", async ({
  page,
  intake,
  signInAs,
}) => {
  const id = await intake({ nationality: "NO" });
  await signInAs("Telecaller");
  await page.goto(`${NEW}?nat=NO`);
  await expect.poll(() => shownIds(page)).toEqual([id]);
  await expect(buttonOf(page, "Export CSV")).toHaveCount(0);
  await choose(page, "Nationality");
  await menu(page).getByRole("checkbox", { name: "Norway" }).uncheck();
  const countries = menu(page).getByRole("checkbox");
  await menu(page).getByLabel("Find a country").fill("ma");
  await expect(countries.first()).toHaveAccessibleName("Morocco");
  await expect(countries.nth(1)).toHaveAccessibleName(/^Ma/);
  await menu(page).getByLabel("Find a country").fill("uk");
  await page.keyboard.press("Enter");
  await apply(page);
  await expect.poll(() => chipText(page)).toEqual(["Nationality: United Kingdom"]);
  expect(await shownIds(page)).not.toContain(id);
});

test("a filtered list can't tell which new orders match, and shows them on demand", async ({
  page,
  intake,
  signInAs,
}) => {
  const first = await intake({ nationality: "SE" });
  await signInAs("Team");
  await page.goto(`${NEW}?nat=SE`);
  await expect.poll(() => shownIds(page)).toEqual([first]);
  const second = await intake({ nationality: "SE" });
  const show = page.getByRole("button", { name: "New orders may match · Show" });
  await expect(show).toBeVisible();
  expect(await shownIds(page)).toEqual([first]);
  await show.click();
  await expect.poll(() => shownIds(page)).toEqual([first, second]);
  await expect(show).toHaveCount(0);
});

test("lists of several statuses are narrowed by status, and Refund Orders to what is due", { tag: "@core" }, async ({
  page,
  request,
  intake,
  signInAs,
}) => {
  const full_name = ownName();
  const ids = [await intake({ full_name }), await intake({ full_name }), await intake({ full_name })];
  const [due = 0, made = 0, called = 0] = ids;
  const token = await signInAs("Manager");
  await changeStatus(request, token, [due, made], "Refunds");
  await changeStatus(request, token, [called], "Customer Called");
  const data = { orderId: [{ id: made, status: "Refunds" }] };
  const headers = { authorization: token };
  const recorded = await request.put("/api/admin/move-to-complete-refund", { headers, data });
  expect(recorded.status(), await recorded.text()).toBe(200);

  await page.goto(`/admin/refund-order?search=${full_name}`);
  await expect.poll(async () => (await shownIds(page)).sort()).toEqual([due, made]);
  await choose(page, "Status");
  await expect(menu(page).getByRole("checkbox")).toHaveCount(2);
  await menu(page).getByRole("checkbox", { name: "Refund due" }).check();
  await apply(page);
  await expect.poll(() => shownIds(page)).toEqual([due]);
  await expect.poll(() => chipText(page)).toEqual(["Status: Refund due"]);
  await page.reload();
  await expect.poll(() => shownIds(page)).toEqual([due]);

  await page.goto(`${HISTORY}?search=${full_name}&status=Customer+Called,Refunded`);
  await expect.poll(async () => (await shownIds(page)).sort()).toEqual([made, called].sort());
  await page.goto(NEW);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(menu(page).getByRole("button", { name: "Nationality" })).toBeVisible();
  await expect(menu(page).getByRole("button", { name: "Status" })).toHaveCount(0);
});

test("typing in the menu leads to the filter that begins so, and a focused field stays off its label", async ({
  page,
  signInAs,
}) => {
  await signInAs("Team");
  await page.goto(HISTORY);
  await expect(buttonOf(page, "Filter")).toBeEnabled();
  await expect(page.getByRole("table")).toBeVisible();
  await page.keyboard.press("f");
  const choice = (name: string) => menu(page).getByRole("button", { name });
  await expect(choice("Arrival")).toBeVisible();
  await page.keyboard.type("di");
  await expect(choice("Dispute")).toBeFocused();
  await page.keyboard.press("Enter");
  await choice("All filters").click();
  await expect(choice("Dispute")).toBeFocused();
  await page.keyboard.type("na");
  await expect(choice("Nationality")).toBeFocused();
  await page.keyboard.press("Enter");
  const field = menu(page).getByRole("textbox");
  await expect(field).toBeFocused();
  const label = await menu(page).locator("label", { hasText: "Find a country" }).boundingBox();
  const input = await field.boundingBox();
  // The outline is 2 px wide and 2 px away.
  expect((input?.y ?? 0) - ((label?.y ?? 0) + (label?.height ?? 0))).toBeGreaterThanOrEqual(4);
});
