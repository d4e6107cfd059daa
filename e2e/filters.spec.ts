import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { TOO_MANY_FILTERS } from "#contract/orders/order-filter.ts";
import { recordRefunds } from "#contract/refunds/refunds.ts";
import { expectFocusShown, press } from "./support/keyboard.ts";
import { arrivalIn, ownName } from "./support/orders.ts";
import type { Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

const HISTORY = "/admin/order-history";
const NEW = "/admin/recent-order";
const chips = (page: Page) => page.getByRole("list", { name: "Filters" });
const chipText = (page: Page) => chips(page).locator("span[title]").allTextContents();
const remover = (page: Page, words: RegExp) => chips(page).getByRole("button", { name: words });
const menu = (screen: Screen) => screen.dialog("Filter");

/** Opens the form of a filter by the keyboard. */
async function choose(screen: Screen, filter: string): Promise<void> {
  await screen.page.keyboard.press("f");
  await expect(menu(screen).getByRole("heading", { name: "Filter by" })).toBeVisible();
  await press(screen.page, menu(screen).getByRole("button", { name: filter }));
  await expect(menu(screen).getByRole("form", { name: filter })).toBeVisible();
}

async function apply(screen: Screen): Promise<void> {
  await menu(screen).getByRole("button", { name: "Apply" }).click();
  await expect(menu(screen)).toBeHidden();
  await expect(screen.list.button("Filter")).toBeFocused();
}

test("Germans arriving by Friday without a document: chips, Back, export, j and k, and each chip's removal", {
  tag: "@core",
}, async ({ page, desk }) => {
  const manager = await desk.signIn("Manager");
  const german = { nationality: "DE", email: "reisende@example.com" };
  const first = await desk.intake({ ...german, arrival_date: arrivalIn(1) });
  const done = await desk.intake({ ...german, arrival_date: arrivalIn(1) });
  await desk.intake({ ...german, arrival_date: arrivalIn(40) });
  await desk.intake({ arrival_date: arrivalIn(1) });
  const second = await desk.intake({ ...german, nationality: "Germany", arrival_date: arrivalIn(2) });
  await manager.upload(done, german.email);

  await page.goto(HISTORY);
  await expect(desk.list.rows.first()).toBeVisible();
  await choose(desk, "Nationality");
  await page.keyboard.type("germ");
  await page.keyboard.press("Enter");
  await expect(menu(desk).getByRole("checkbox", { name: "Germany" })).toBeChecked();
  await apply(desk);
  await expect.poll(() => chipText(page)).toEqual(["Nationality: Germany"]);
  await choose(desk, "Arrival");
  await menu(desk).getByLabel("From").fill(arrivalIn(0));
  await menu(desk).getByLabel("To").fill(arrivalIn(2));
  await apply(desk);
  await expect.poll(() => desk.list.ids()).toEqual([second, done, first]);
  await choose(desk, "Document");
  await menu(desk).getByRole("combobox", { name: "Document" }).selectOption("No document");
  await apply(desk);
  const asked = { nat: "DE", arrival: `${arrivalIn(0)}..${arrivalIn(2)}`, doc: "no" };
  await expect.poll(() => desk.list.ids()).toEqual([second, first]);
  expect(desk.query()).toEqual(asked);
  await expect(desk.announced).toHaveText("2 orders found");
  const words = await chipText(page);
  expect(words).toEqual([expect.stringMatching(/^Arrives \d/), "Nationality: Germany", "No document"]);
  await desk.expectAccessible();

  await page.goBack();
  await expect.poll(() => desk.list.ids()).toEqual([second, done, first]);
  expect(desk.query()).toEqual({ nat: asked.nat, arrival: asked.arrival });
  await page.goForward();
  await expect.poll(() => desk.list.ids()).toEqual([second, first]);

  const download = await desk.download((await desk.list.openOptions()).getByRole("button", { name: "Export CSV" }));
  const rows: Record<string, string>[] = parse(await readFile(await download.path()), { bom: true, columns: true });
  expect(rows.map((row) => Number(row["Order Id"]))).toEqual([second, first]);

  await desk.list.viewLink(second).click();
  await expect(desk.heading).toHaveText(`Order ${second}`);
  await expect(page.getByRole("button", { name: "Next order" })).not.toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("j");
  await expect(desk.heading).toHaveText(`Order ${first}`);
  await expect(page.getByRole("button", { name: "Previous order" })).not.toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("j");
  await expect(desk.announced).toHaveText("This is the last order of the list.");
  await page.keyboard.press("k");
  await expect(desk.heading).toHaveText(`Order ${second}`);
  await page.getByRole("link", { name: "Back to Order History" }).click();
  await expect.poll(() => desk.list.ids()).toEqual([second, first]);
  expect(desk.query()).toEqual(asked);

  await press(page, remover(page, /^Remove filter: Arrives/));
  await expect(remover(page, /Nationality/)).toBeFocused();
  await expectFocusShown(page);
  await expect.poll(() => desk.query()).toEqual({ nat: "DE", doc: "no" });
  await page.keyboard.press("Enter");
  await expect(remover(page, /No document/)).toBeFocused();
  await page.keyboard.press("Space");
  await expect(desk.list.button("Filter")).toBeFocused();
  await expect(chips(page)).toHaveCount(0);
  expect(desk.query()).toEqual({});
});

test("a list without hits says so and offers to clear its filters", async ({ page, desk }) => {
  await desk.signIn("Team", `${NEW}?arrival=2020-01-01&doc=no&page=3`);
  await expect(page.getByText("No records found")).toBeVisible();
  await expect(page.getByText("No data available in table")).toBeVisible();
  await desk.expectAccessible();
  await desk.list.button("Clear filters").last().click();
  await expect(page).toHaveURL(NEW);
  await expect(desk.list.button("Filter")).toBeFocused();
  await page.goBack();
  await desk.list.button("Clear filters").first().click();
  await expect(page).toHaveURL(NEW);
});

test("the menu offers each filter, says that six are the most, and closes step by step", async ({ page, desk }) => {
  await desk.intake();
  await desk.signIn("Manager", `${NEW}?arrival=2026-99-99&nat=Germany&due=never&mode=Standard`);
  await expect(desk.list.rows.first()).toBeVisible();
  await expect.poll(() => chipText(page)).toEqual(["Processing mode: Standard"]);
  for (const [filter, control] of [
    ["Gateway", page.getByRole("checkbox").first()],
    ["Assignee", page.getByRole("combobox", { name: "Assignee" })],
    ["Nationality", page.getByLabel("Find a country")],
    ["Flag", page.getByRole("checkbox", { name: "Chargeback" })],
    ["Creation", page.getByLabel("To (UTC)")],
  ] as const) {
    await choose(desk, filter);
    await expect(menu(desk).getByRole("form").and(menu(desk).locator("form")).locator(control)).toBeVisible();
    await desk.expectAccessible();
    await menu(desk).getByRole("button", { name: "Apply" }).click();
    await expect(
      menu(desk)
        .getByText(/^Choose /)
        .last(),
    ).toBeVisible();
    await menu(desk).getByRole("button", { name: "All filters" }).click();
    await expect(menu(desk).getByRole("button", { name: filter })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu(desk)).toBeHidden();
    await expect(desk.list.button("Filter")).toBeFocused();
  }
  const six = `arrival=${arrivalIn(0)}..${arrivalIn(9)}&nat=GB,DE&mode=Standard,Priority&doc=no&mail=none&claim=none`;
  await page.goto(`${NEW}?${six}`);
  await expect(chips(page).getByRole("listitem")).toHaveCount(7);
  await desk.look(chips(page), { isFullest: true });
  await page.keyboard.press("f");
  await expect(menu(desk).getByText(TOO_MANY_FILTERS)).toBeVisible();
  await expect(menu(desk).getByRole("button", { name: "Flag" })).toBeDisabled();
  await expect(menu(desk).getByRole("button", { name: "Arrival Set" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(menu(desk).getByRole("button", { name: "Nationality Set" })).toBeFocused();
  await desk.look(menu(desk));
});

test("a Telecaller filters without an export, and can give a filter another value", async ({ page, desk }) => {
  const id = await desk.intake({ nationality: "NO" });
  await desk.signIn("Telecaller", `${NEW}?nat=NO`);
  await expect.poll(() => desk.list.ids()).toEqual([id]);
  await expect((await desk.list.openOptions()).getByRole("button", { name: "Export CSV" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await choose(desk, "Nationality");
  await menu(desk).getByRole("checkbox", { name: "Norway" }).uncheck();
  const countries = menu(desk).getByRole("checkbox");
  await menu(desk).getByLabel("Find a country").fill("ma");
  await expect(countries.first()).toHaveAccessibleName("Morocco");
  await expect(countries.nth(1)).toHaveAccessibleName(/^Ma/);
  await menu(desk).getByLabel("Find a country").fill("uk");
  await page.keyboard.press("Enter");
  await apply(desk);
  await expect.poll(() => chipText(page)).toEqual(["Nationality: United Kingdom"]);
  expect(await desk.list.ids()).not.toContain(id);
});

test("a filtered list can't tell which new orders match, and shows them on demand", async ({ page, desk }) => {
  const first = await desk.intake({ nationality: "SE" });
  await desk.signIn("Team", `${NEW}?nat=SE`);
  await expect.poll(() => desk.list.ids()).toEqual([first]);
  const second = await desk.intake({ nationality: "SE" });
  const show = page.getByRole("button", { name: "New orders may match · Show" });
  await expect(show).toBeVisible();
  expect(await desk.list.ids()).toEqual([first]);
  await show.click();
  await expect.poll(() => desk.list.ids()).toEqual([first, second]);
  await expect(show).toHaveCount(0);
});

test("lists of several statuses are narrowed by status, and Refund Orders to what is due", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  const full_name = ownName();
  const ids = await desk.intakes({ full_name }, { full_name }, { full_name });
  const [due, made, called] = ids;
  const manager = await desk.signIn("Manager");
  await manager.changeStatus([due, made], "Refunds");
  await manager.changeStatus([called], "Customer Called");
  await manager.call(recordRefunds, { orderId: [{ id: made, status: "Refunds" }] });

  await page.goto(`/admin/refund-order?search=${full_name}`);
  await expect.poll(async () => (await desk.list.ids()).sort()).toEqual([due, made]);
  await choose(desk, "Status");
  await expect(menu(desk).getByRole("checkbox")).toHaveCount(3);
  await menu(desk).getByRole("checkbox", { name: "Refund due" }).check();
  await apply(desk);
  await expect.poll(() => desk.list.ids()).toEqual([due]);
  await expect.poll(() => chipText(page)).toEqual(["Status: Refund due"]);
  await page.reload();
  await expect.poll(() => desk.list.ids()).toEqual([due]);

  await page.goto(`${HISTORY}?search=${full_name}&status=Customer+Called,Refunded`);
  await expect.poll(async () => (await desk.list.ids()).sort()).toEqual([made, called].sort());
  await page.goto(NEW);
  await desk.button("Filter").click();
  await expect(menu(desk).getByRole("button", { name: "Nationality" })).toBeVisible();
  await expect(menu(desk).getByRole("button", { name: "Status" })).toHaveCount(0);
});

test("typing in the menu leads to the filter that begins so, and a focused field stays off its label", async ({
  page,
  desk,
}) => {
  await desk.signIn("Team", HISTORY);
  await expect(desk.list.button("Filter")).toBeEnabled();
  await expect(page.getByRole("table")).toBeVisible();
  await page.keyboard.press("f");
  const choice = (name: string) => menu(desk).getByRole("button", { name });
  await expect(choice("Arrival")).toBeVisible();
  await page.keyboard.type("di");
  await expect(choice("Dispute")).toBeFocused();
  await page.keyboard.press("Enter");
  await choice("All filters").click();
  await expect(choice("Dispute")).toBeFocused();
  await page.keyboard.type("na");
  await expect(choice("Nationality")).toBeFocused();
  await page.keyboard.press("Enter");
  const field = menu(desk).getByRole("textbox");
  await expect(field).toBeFocused();
  const label = await menu(desk).locator("label", { hasText: "Find a country" }).boundingBox();
  const input = await field.boundingBox();
  // The outline is 2 px wide and 2 px away.
  expect((input?.y ?? 0) - ((label?.y ?? 0) + (label?.height ?? 0))).toBeGreaterThanOrEqual(4);
});
