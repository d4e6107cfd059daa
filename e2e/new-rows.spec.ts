import type { Page, Route } from "@playwright/test";
import {
  buttonOf,
  checkboxOfAll,
  deleteButton,
  openList,
  openLiveList,
  rowOf,
  rowsOf,
  shownIds,
  viewLink,
} from "./support/lists.ts";
import { changeStatus, ownName } from "./support/orders.ts";
import { countOf, dialog, heading } from "./support/page-parts.ts";
import { STAFF_PASSWORD, staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

const NEWEST_FIRST = "&sort=order_id&dir=desc";
const show = (page: Page) => page.getByRole("main").getByRole("button", { name: /Show$/ });

test("orders that come in don't move the rows under the pointer, and are counted until they are shown", {
  tag: "@core",
}, async ({ page, signInAs, intake, expectAccessible }) => {
  const ids: number[] = [];
  for (let count = 0; count < 10; count += 1) ids.push(await intake());
  await signInAs("Team");
  const stream = page.waitForResponse("**/api/admin/events*");
  await page.goto(`/admin/recent-order?${NEWEST_FIRST.slice(1)}`);
  await stream;
  // An earlier test may have moved hundreds of orders, after which a new page is told to read the list again.
  await buttonOf(page, "Refresh").click();
  const before = ids.toReversed();
  await expect.poll(() => shownIds(page)).toEqual(before);
  const fifth = before[4] ?? 0;
  await page.getByRole("checkbox", { name: `Select order ${before[1]}` }).check();
  await page.getByRole("link", { name: `View order ${before[2]}` }).focus();
  const place = await rowOf(page, fifth).getByRole("link", { name: /^View/ }).boundingBox();
  if (place === null) throw new Error("no fifth row");
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
  const count = Number((await countOf(page, "New Orders").textContent())?.replaceAll(",", ""));
  const arrived: number[] = [];
  for (let more = 0; more < 10; more += 1) arrived.unshift(await intake());
  await expect(show(page)).toHaveText("10 new orders · Show");
  await expect(countOf(page, "New Orders")).toHaveText(String(count + 10));
  expect(await shownIds(page)).toEqual(before);
  await expect(page.getByRole("link", { name: `View order ${before[2]}` })).toBeFocused();
  await expect(page.getByText("1 selected", { exact: true })).toBeVisible();
  await expectAccessible();
  await page.mouse.down();
  await page.mouse.up();
  await expect(heading(page)).toHaveText(`Order ${fifth}`);
  await page.goBack();
  await expect.poll(() => shownIds(page)).toEqual(arrived);
});

test("a row that left says where to and by whom and keeps its place, until Refresh, Show or r", {
  tag: "@core",
}, async ({ page, request, signInAs, intake }) => {
  const name = ownName();
  const ids = [await intake({ full_name: name }), await intake({ full_name: name }), await intake({ full_name: name })];
  const [first = 0, second = 0, third = 0] = ids;
  await signInAs("Team");
  await openLiveList(page, "/admin/recent-order", name);
  await expect(rowsOf(page)).toHaveCount(3);
  const data = { email: staffEmail("Manager"), password: STAFF_PASSWORD };
  const manager = (await (await request.post("/api/admin/admin-login", { data })).json()).jwtToken;
  await changeStatus(request, manager, [second], "Awaiting");
  await expect(rowOf(page, second)).toContainText("Moved to Awaiting Response by Manager Member");
  await expect(rowOf(page, second)).toHaveAttribute("data-gone", "true");
  expect(await shownIds(page)).toEqual([first, second, third]);
  await checkboxOfAll(page).check();
  await expect(page.getByText("2 selected", { exact: true })).toBeVisible();
  const fourth = await intake({ full_name: name });
  await expect(show(page)).toHaveText("1 new order · Show");
  expect(await shownIds(page)).toEqual([first, second, third]);
  await page.keyboard.press("r");
  await expect.poll(() => shownIds(page)).toEqual([first, third, fourth]);
  await expect(show(page)).toHaveCount(0);

  await changeStatus(request, manager, [first], "Awaiting");
  await expect(rowOf(page, first)).toContainText("Moved to Awaiting Response by Manager Member");
  const fifth = await intake({ full_name: name });
  await show(page).click();
  await expect.poll(() => shownIds(page)).toEqual([third, fourth, fifth]);
  await changeStatus(request, manager, [third], "Awaiting");
  await expect(rowOf(page, third)).toContainText("Moved to Awaiting Response by Manager Member");
  await buttonOf(page, "Refresh").click();
  await expect.poll(() => shownIds(page)).toEqual([fourth, fifth]);
});

test("a row that left keeps its place although the list took long to load", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const name = ownName();
  const [kept = 0, left = 0] = [await intake({ full_name: name }), await intake({ full_name: name })];
  const token = await signInAs("Team");
  await page.clock.install();
  const moved = Promise.withResolvers<void>();
  let calls = 0;
  const answer = async (route: Route) => {
    calls += 1;
    const isFirst = calls === 1;
    if (!isFirst) await moved.promise;
    const response = await route.fetch();
    if (isFirst) await page.clock.fastForward(8_000);
    await route.fulfill({ response });
  };
  await page.route("**/api/admin/search-order", answer, { times: 2 });
  await openList(page, "/admin/recent-order", name);
  await expect.poll(() => shownIds(page)).toEqual([kept, left]);
  await changeStatus(request, token, [left], "Awaiting");
  moved.resolve();
  await expect(rowOf(page, left)).toHaveAttribute("data-gone", "true");
  // The call that the change caused has been answered.
  const answered = page.waitForResponse(/search-order/);
  await changeStatus(request, token, [left], "Contact Customer");
  await answered;
  await expect(rowOf(page, left)).toContainText("Moved to Contact Customer");
  expect(await shownIds(page)).toEqual([kept, left]);
});

test("Refresh reads the list anew while an older reading is under way", async ({ page, request, signInAs, intake }) => {
  const name = ownName();
  const [kept, moved] = [await intake({ full_name: name }), await intake({ full_name: name })];
  const token = await signInAs("Team");
  await openList(page, "/admin/recent-order", name);
  await expect.poll(() => shownIds(page)).toEqual([kept, moved]);
  const underWay = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route(
    "**/api/admin/search-order",
    async (route) => {
      const response = await route.fetch();
      underWay.resolve();
      await held.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await changeStatus(request, token, [moved], "Awaiting");
  await underWay.promise;
  await buttonOf(page, "Refresh").click();
  held.resolve();
  await expect.poll(() => shownIds(page)).toEqual([kept]);
});

test("a phone shows the whole line of a row that left", async ({ page, request, signInAs, intake }) => {
  const name = ownName();
  const id = await intake({ full_name: name });
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs("Team");
  await page.goto(`/admin/recent-order?search=${name}`);
  await expect(viewLink(page, id)).toBeVisible();
  const data = { email: staffEmail("Manager"), password: STAFF_PASSWORD };
  const manager = (await (await request.post("/api/admin/admin-login", { data })).json()).jwtToken;
  await changeStatus(request, manager, [id], "Awaiting");
  const line = page.getByTitle("Moved to Awaiting Response by Manager Member");
  await expect(line).toBeVisible();
  expect(await line.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
});

test("an empty list fills at once, and one's own action shows the list as it is", async ({
  page,
  signInAs,
  intake,
}) => {
  const name = ownName();
  await signInAs("Manager");
  await page.goto(`/admin/recent-order?search=${name}`);
  await expect(page.getByText("No records found")).toBeVisible();
  const first = await intake({ full_name: name });
  await expect.poll(() => shownIds(page)).toEqual([first]);
  const second = await intake({ full_name: name });
  await expect(show(page)).toHaveText("1 new order · Show");
  await deleteButton(page, first).click();
  await dialog(page).getByRole("button", { name: "Yes", exact: true }).click();
  await expect.poll(() => shownIds(page)).toEqual([second]);
});

test("rows that left while the stream was broken keep their places, and are marked", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const name = ownName();
  const [kept = 0, left = 0] = [await intake({ full_name: name }), await intake({ full_name: name })];
  const last = await intake({ full_name: name });
  const token = await signInAs("Team");
  const reconnecting = Promise.withResolvers<void>();
  const changed = Promise.withResolvers<void>();
  let streams = 0;
  await page.route("**/api/admin/events*", async (route) => {
    streams += 1;
    // The first stream ends at once.
    if (streams === 1) return await route.fulfill({ contentType: "text/event-stream", body: "" });
    reconnecting.resolve();
    await changed.promise;
    await route.continue();
  });
  await openList(page, "/admin/recent-order", name);
  await expect.poll(() => shownIds(page)).toEqual([kept, left, last]);
  await reconnecting.promise;
  await changeStatus(request, token, [left], "Awaiting");
  const fourth = await intake({ full_name: name });
  changed.resolve();
  await expect(rowOf(page, left)).toContainText("No longer on this page");
  expect(await shownIds(page)).toEqual([kept, left, last]);
  await checkboxOfAll(page).check();
  await expect(page.getByText("2 selected", { exact: true })).toBeVisible();
  await show(page).click();
  await expect.poll(() => shownIds(page)).toEqual([kept, last, fourth]);
});

test("orders are counted again when a broken stream turns out to have missed nothing", async ({
  page,
  signInAs,
  intake,
}) => {
  const name = ownName();
  const first = await intake({ full_name: name });
  await signInAs("Team");
  const reconnected = Promise.withResolvers<void>();
  // The first stream ends at once.
  await page.route(
    "**/api/admin/events*",
    async (route) => {
      await reconnected.promise;
      await route.fulfill({ contentType: "text/event-stream", body: "" });
    },
    { times: 1 },
  );
  await openList(page, "/admin/recent-order", name);
  const readAgain = page.waitForResponse("**/api/admin/search-order");
  reconnected.resolve();
  await readAgain;
  await intake({ full_name: name });
  await expect(show(page)).toHaveText("1 new order · Show");
  expect(await shownIds(page)).toEqual([first]);
});
