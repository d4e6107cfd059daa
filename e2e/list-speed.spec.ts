import type { Page } from "@playwright/test";
import type { Desk } from "./support/desk.ts";
import { holdAnswers } from "./support/looks.ts";
import type { Member } from "./support/member.ts";
import { ownName } from "./support/orders.ts";
import { expect, test } from "./support/test.ts";

const CALLED = "/admin/called";
const SEARCH = "**/api/admin/search-order";
const COUNT = 25;

const nextButton = (page: Page) => page.getByRole("button", { name: "Next page" });
const startsAt = (start: number) => (response: { url(): string; request(): { postData(): string | null } }) =>
  response.url().endsWith("/search-order") && (response.request().postData() ?? "").includes(`"start":${start},`);

/** Twenty-five orders of a name of their own, in Customer Called. */
async function manyOrders(desk: Desk, manager: Member): Promise<string> {
  const name = ownName();
  const ids = await Promise.all(Array.from({ length: COUNT }, () => desk.intake({ full_name: name })));
  await manager.changeStatus(ids, "Customer Called");
  return name;
}

const hold = (page: Page) => holdAnswers(page, SEARCH);

test("turning to the next page needs no answer of the server", { tag: "@core" }, async ({ page, desk }) => {
  const name = await manyOrders(desk, await desk.signIn("Manager"));
  const ahead = page.waitForResponse(startsAt(10));
  await desk.list.open(CALLED, name);
  await ahead;
  const first = await desk.list.ids();
  const release = await hold(page);
  await nextButton(page).click();
  await expect(desk.list.range("11–20 of 25")).toBeVisible();
  await expect(desk.list.rows).toHaveCount(10);
  const second = await desk.list.ids();
  expect(second.filter((id) => first.includes(id))).toEqual([]);
  release();
  await expect(desk.list.table).toHaveAttribute("aria-busy", "false");
  expect(await desk.list.ids()).toEqual(second);
});

test("the page that was loaded ahead shows an order that came in since", async ({ page, desk }) => {
  const manager = await desk.signIn("Manager");
  const name = await manyOrders(desk, manager);
  const ahead = page.waitForResponse(startsAt(10));
  await desk.list.open(CALLED, name, "&sort=order_id&dir=desc");
  await ahead;
  const [first, ...rest] = await desk.list.ids();
  const again = page.waitForResponse(startsAt(10));
  const newest = await desk.intake({ full_name: name });
  await manager.changeStatus([newest], "Customer Called");
  await page.getByRole("button", { name: "1 new order · Show" }).click();
  await expect.poll(() => desk.list.ids()).toEqual([newest, first, ...rest.slice(0, -1)]);
  await again;
  const release = await hold(page);
  await nextButton(page).click();
  await expect(desk.list.range("11–20 of 26")).toBeVisible();
  await expect.poll(async () => (await desk.list.ids())[0]).toBe(rest.at(-1));
  release();
});

test("no page is loaded ahead where data is metered", async ({ page, desk }) => {
  const name = await manyOrders(desk, await desk.signIn("Manager"));
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  // The stream's first events read the list again.
  await page.route("**/api/admin/events*", () => undefined);
  const calls = desk.list.calls();
  await desk.list.open(CALLED, name);
  await expect(desk.list.table).toHaveAttribute("aria-busy", "false");
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await nextButton(page).click();
  await expect(desk.list.range("11–20 of 25")).toBeVisible();
  await expect(desk.list.table).toHaveAttribute("aria-busy", "false");
  expect(calls.filter((call) => call.includes(name)).map((call) => /"start":(\d+)/.exec(call)?.[1])).toEqual([
    "0",
    "10",
  ]);
});

test("rows stay for a moment while a sort loads, then placeholders show that it takes longer", async ({
  page,
  desk,
}) => {
  const name = await manyOrders(desk, await desk.signIn("Manager"));
  const ahead = page.waitForResponse(startsAt(10));
  await desk.list.open(CALLED, name);
  await ahead;
  const shown = await desk.list.ids();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const release = await hold(page);
  await desk.list.table.getByRole("button", { name: "Order Id" }).click();
  await page.clock.runFor(100);
  await expect(desk.list.table).toHaveAttribute("aria-busy", "true");
  await page.clock.runFor(100);
  expect(await desk.list.ids()).toEqual(shown);
  await page.clock.runFor(100);
  await expect(desk.list.rows).toHaveCount(0);
  await page.clock.resume();
  release();
  await expect(desk.list.rows).toHaveCount(10);
  const ids = await desk.list.ids();
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});

test("a sort is drawn once its rows are there, or before the next key or click; going back drops it", async ({
  page,
  desk,
}) => {
  const name = await manyOrders(desk, await desk.signIn("Manager"));
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  await page.goto("/admin");
  await desk.list.open(CALLED, name, "&sort=order_id&dir=asc");
  await expect(desk.list.table).toHaveAttribute("aria-busy", "false");
  const [first] = await desk.list.ids();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const head = (label: string) => desk.list.head(label);
  const sortBy = (label: string) => head(label).getByRole("button").click();

  const release = await hold(page);
  await sortBy("Order Id");
  await expect(head("Order Id")).toHaveAttribute("aria-sort", "ascending");
  release();
  await expect(head("Order Id")).not.toHaveAttribute("aria-sort", "ascending");
  await expect.poll(async () => (await desk.list.ids())[0]).not.toBe(first);

  const releaseAgain = await hold(page);
  await nextButton(page).click();
  await nextButton(page).click();
  releaseAgain();
  await expect(desk.list.range("21–25 of 25")).toBeVisible();
  await expect(desk.list.rows).toHaveCount(5);

  await hold(page);
  await sortBy("Email");
  await page.goBack();
  // A late live event may have discarded page 2: while it is read again, the rows of page 3 stay for a moment.
  await page.clock.runFor(1000);
  await expect(desk.list.range("11–20 of 25")).toBeVisible();
  await expect(head("Email")).toHaveAttribute("aria-sort", "none");
});

test("the focus in a row leaves it when the rows of another page take its place", async ({ page, desk }) => {
  const name = await manyOrders(desk, await desk.signIn("Manager"));
  await desk.list.open(CALLED, name);
  const first = await desk.list.ids();
  await nextButton(page).click();
  await expect.poll(async () => (await desk.list.ids()).includes(first[0] ?? 0)).toBe(false);
  await page
    .getByRole("link", { name: /^View order/ })
    .nth(2)
    .focus();
  await page.goBack();
  await expect.poll(() => desk.list.ids()).toEqual(first);
  await expect(desk.section("Customer Called, table")).toBeFocused();
});

test("View is a link: a plain press stays in the page, one for a new tab opens it", async ({ page, desk }) => {
  const { name, id } = await desk.ownOrder();
  await (await desk.signIn("Team")).list.open("/admin/recent-order", name);
  const view = page.getByRole("link", { name: `View order ${id}` });
  const opened = page.context().waitForEvent("page");
  await view.click({ modifiers: ["ControlOrMeta"] });
  const tab = await opened;
  await expect(tab.getByRole("heading", { level: 1 })).toHaveText(`Order ${id}`);
  await tab.close();
  await expect(view).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await view.click();
  await expect(desk.heading).toHaveText(`Order ${id}`);
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});
