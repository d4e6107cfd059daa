import type { APIRequestContext, Page } from "@playwright/test";
import { listCalls, openList, rowsOf, shownIds, tableOf } from "./support/lists.ts";
import { changeStatus, ownName } from "./support/orders.ts";
import { expect, test } from "./support/test.ts";

const CALLED = "/admin/called";
const SEARCH = "**/api/admin/search-order";
const COUNT = 25;

const nextButton = (page: Page) => page.getByRole("button", { name: "Next page" });
const startsAt = (start: number) => (response: { url(): string; request(): { postData(): string | null } }) =>
  response.url().endsWith("/search-order") && (response.request().postData() ?? "").includes(`"start":${start},`);

/** Twenty-five orders of a name of their own, in Customer Called. */
async function manyOrders(
  request: APIRequestContext,
  token: string,
  intake: (order: Record<string, unknown>) => Promise<number>,
): Promise<string> {
  const name = ownName();
  const ids = await Promise.all(Array.from({ length: COUNT }, () => intake({ full_name: name })));
  await changeStatus(request, token, ids, "Customer Called");
  return name;
}

/** Holds the calls of a search until the returned function is called. */
async function hold(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(SEARCH, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

test("turning to the next page needs no answer of the server", { tag: "@core" }, async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const name = await manyOrders(request, await signInAs("Manager"), intake);
  const ahead = page.waitForResponse(startsAt(10));
  await openList(page, CALLED, name);
  await ahead;
  const first = await shownIds(page);
  const release = await hold(page);
  await nextButton(page).click();
  await expect(page.getByText("11–20 of 25", { exact: true })).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(10);
  const second = await shownIds(page);
  expect(second.filter((id) => first.includes(id))).toEqual([]);
  release();
  await expect(tableOf(page)).toHaveAttribute("aria-busy", "false");
  expect(await shownIds(page)).toEqual(second);
});

test("the page that was loaded ahead shows an order that came in since", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const token = await signInAs("Manager");
  const name = await manyOrders(request, token, intake);
  const ahead = page.waitForResponse(startsAt(10));
  await openList(page, CALLED, name, "&sort=order_id&dir=desc");
  await ahead;
  const [first, ...rest] = await shownIds(page);
  const again = page.waitForResponse(startsAt(10));
  const newest = await intake({ full_name: name });
  await changeStatus(request, token, [newest], "Customer Called");
  await page.getByRole("button", { name: "1 new order · Show" }).click();
  await expect.poll(() => shownIds(page)).toEqual([newest, first, ...rest.slice(0, -1)]);
  await again;
  const release = await hold(page);
  await nextButton(page).click();
  await expect(page.getByText("11–20 of 26", { exact: true })).toBeVisible();
  await expect.poll(async () => (await shownIds(page))[0]).toBe(rest.at(-1));
  release();
});

test("no page is loaded ahead where data is metered", async ({ page, request, signInAs, intake }) => {
  const name = await manyOrders(request, await signInAs("Manager"), intake);
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  // The stream's first events read the list again.
  await page.route("**/api/admin/events*", () => undefined);
  const calls = listCalls(page);
  await openList(page, CALLED, name);
  await expect(tableOf(page)).toHaveAttribute("aria-busy", "false");
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await nextButton(page).click();
  await expect(page.getByText("11–20 of 25", { exact: true })).toBeVisible();
  await expect(tableOf(page)).toHaveAttribute("aria-busy", "false");
  expect(calls.filter((call) => call.includes(name)).map((call) => /"start":(\d+)/.exec(call)?.[1])).toEqual([
    "0",
    "10",
  ]);
});

test("rows stay for a moment while a sort loads, then placeholders show that it takes longer", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const name = await manyOrders(request, await signInAs("Manager"), intake);
  const ahead = page.waitForResponse(startsAt(10));
  await openList(page, CALLED, name);
  await ahead;
  const shown = await shownIds(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const release = await hold(page);
  await tableOf(page).getByRole("button", { name: "Order Id" }).click();
  await page.clock.runFor(100);
  await expect(tableOf(page)).toHaveAttribute("aria-busy", "true");
  await page.clock.runFor(100);
  expect(await shownIds(page)).toEqual(shown);
  await page.clock.runFor(100);
  await expect(rowsOf(page)).toHaveCount(0);
  await page.clock.resume();
  release();
  await expect(rowsOf(page)).toHaveCount(10);
  const ids = await shownIds(page);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});

test("a sort is drawn once its rows are there, or before the next key or click; going back drops it", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const name = await manyOrders(request, await signInAs("Manager"), intake);
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  await page.goto("/admin");
  await openList(page, CALLED, name, "&sort=order_id&dir=asc");
  await expect(tableOf(page)).toHaveAttribute("aria-busy", "false");
  const [first] = await shownIds(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const head = (label: string) => tableOf(page).getByRole("columnheader", { name: label, exact: true });
  const sortBy = (label: string) => head(label).getByRole("button").click();

  const release = await hold(page);
  await sortBy("Order Id");
  await expect(head("Order Id")).toHaveAttribute("aria-sort", "ascending");
  release();
  await expect(head("Order Id")).not.toHaveAttribute("aria-sort", "ascending");
  await expect.poll(async () => (await shownIds(page))[0]).not.toBe(first);

  const releaseAgain = await hold(page);
  await nextButton(page).click();
  await nextButton(page).click();
  releaseAgain();
  await expect(page.getByText("21–25 of 25", { exact: true })).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(5);

  await hold(page);
  await sortBy("Email");
  await page.goBack();
  // A late live event may have discarded page 2: while it is read again, the rows of page 3 stay for a moment.
  await page.clock.runFor(1000);
  await expect(page.getByText("11–20 of 25", { exact: true })).toBeVisible();
  await expect(head("Email")).toHaveAttribute("aria-sort", "none");
});

test("the focus in a row leaves it when the rows of another page take its place", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const name = await manyOrders(request, await signInAs("Manager"), intake);
  await openList(page, CALLED, name);
  const first = await shownIds(page);
  await nextButton(page).click();
  await expect.poll(async () => (await shownIds(page)).includes(first[0] ?? 0)).toBe(false);
  await page
    .getByRole("link", { name: /^View order/ })
    .nth(2)
    .focus();
  await page.goBack();
  await expect.poll(() => shownIds(page)).toEqual(first);
  await expect(page.getByRole("region", { name: "Customer Called, table" })).toBeFocused();
});

test("View is a link: a plain press stays in the page, one for a new tab opens it", async ({
  page,
  signInAs,
  intake,
}) => {
  const name = ownName();
  const id = await intake({ full_name: name });
  await signInAs("Team");
  await openList(page, "/admin/recent-order", name);
  const view = page.getByRole("link", { name: `View order ${id}` });
  const opened = page.context().waitForEvent("page");
  await view.click({ modifiers: ["ControlOrMeta"] });
  const tab = await opened;
  await expect(tab.getByRole("heading", { level: 1 })).toHaveText(`Order ${id}`);
  await tab.close();
  await expect(view).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await view.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Order ${id}`);
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});
