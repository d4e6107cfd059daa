import type { Page, Route } from "@playwright/test";
import { ownName } from "./support/orders.ts";
import { expect, test } from "./support/test.ts";

const NEWEST_FIRST = "&sort=order_id&dir=desc";
const show = (page: Page) => page.getByRole("main").getByRole("button", { name: /Show$/ });

test("orders that come in don't move the rows under the pointer, and are counted until they are shown", {
  tag: "@core",
}, async ({ page, desk }) => {
  const ids: number[] = [];
  for (let count = 0; count < 10; count += 1) ids.push(await desk.intake());
  await desk.signIn("Team");
  const stream = page.waitForResponse("**/api/admin/events*");
  await page.goto(`/admin/recent-order?${NEWEST_FIRST.slice(1)}`);
  await stream;
  // An earlier test may have moved hundreds of orders, after which a new page is told to read the list again.
  await desk.list.button("Refresh").click();
  const before = ids.toReversed();
  await expect.poll(() => desk.list.ids()).toEqual(before);
  const fifth = before[4] ?? 0;
  await page.getByRole("checkbox", { name: `Select order ${before[1]}` }).check();
  await page.getByRole("link", { name: `View order ${before[2]}` }).focus();
  await desk.list.viewLink(fifth).hover();
  const count = Number((await desk.countOf("New Orders").textContent())?.replaceAll(",", ""));
  const arrived: number[] = [];
  for (let more = 0; more < 10; more += 1) arrived.unshift(await desk.intake());
  await expect(show(page)).toHaveText("10 new orders · Show");
  await expect(desk.countOf("New Orders")).toHaveText(String(count + 10));
  expect(await desk.list.ids()).toEqual(before);
  await expect(page.getByRole("link", { name: `View order ${before[2]}` })).toBeFocused();
  await expect(desk.list.selected(1)).toBeVisible();
  await desk.expectAccessible();
  await page.mouse.down();
  await page.mouse.up();
  await expect(desk.heading).toHaveText(`Order ${fifth}`);
  await page.goBack();
  await expect.poll(() => desk.list.ids()).toEqual(arrived);
});

test("a row that left says where to and by whom and keeps its place, until Refresh, Show or r", {
  tag: "@core",
}, async ({ page, desk }) => {
  const name = ownName();
  const ids = await desk.intakes({ full_name: name }, { full_name: name }, { full_name: name });
  const [first, second, third] = ids;
  await (await desk.signIn("Team")).list.openLive("/admin/recent-order", name);
  await expect(desk.list.rows).toHaveCount(3);
  const manager = desk.member("Manager");
  await manager.changeStatus([second], "Awaiting");
  await expect(desk.list.row(second)).toContainText("Moved to Awaiting Response by Manager Member");
  await expect(desk.list.row(second)).toHaveAttribute("data-gone", "true");
  expect(await desk.list.ids()).toEqual([first, second, third]);
  await desk.list.checkboxOfAll.check();
  await expect(desk.list.selected(2)).toBeVisible();
  const fourth = await desk.intake({ full_name: name });
  await expect(show(page)).toHaveText("1 new order · Show");
  expect(await desk.list.ids()).toEqual([first, second, third]);
  await page.keyboard.press("r");
  await expect.poll(() => desk.list.ids()).toEqual([first, third, fourth]);
  await expect(show(page)).toHaveCount(0);

  await manager.changeStatus([first], "Awaiting");
  await expect(desk.list.row(first)).toContainText("Moved to Awaiting Response by Manager Member");
  const fifth = await desk.intake({ full_name: name });
  await show(page).click();
  await expect.poll(() => desk.list.ids()).toEqual([third, fourth, fifth]);
  await manager.changeStatus([third], "Awaiting");
  await expect(desk.list.row(third)).toContainText("Moved to Awaiting Response by Manager Member");
  await desk.list.button("Refresh").click();
  await expect.poll(() => desk.list.ids()).toEqual([fourth, fifth]);
});

test("a row that left keeps its place although the list took long to load", async ({ page, desk }) => {
  const name = ownName();
  const [kept, left] = await desk.intakes({ full_name: name }, { full_name: name });
  const team = await desk.signIn("Team");
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
  await desk.list.open("/admin/recent-order", name);
  await expect.poll(() => desk.list.ids()).toEqual([kept, left]);
  await team.changeStatus([left], "Awaiting");
  moved.resolve();
  await expect(desk.list.row(left)).toHaveAttribute("data-gone", "true");
  // The call that the change caused has been answered.
  const answered = page.waitForResponse(/search-order/);
  await team.changeStatus([left], "Contact Customer");
  await answered;
  await expect(desk.list.row(left)).toContainText("Moved to Contact Customer");
  expect(await desk.list.ids()).toEqual([kept, left]);
});

test("Refresh reads the list anew while an older reading is under way", async ({ page, desk }) => {
  const name = ownName();
  const [kept, moved] = await desk.intakes({ full_name: name }, { full_name: name });
  const team = await desk.signIn("Team");
  await desk.list.open("/admin/recent-order", name);
  await expect.poll(() => desk.list.ids()).toEqual([kept, moved]);
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
  await team.changeStatus([moved], "Awaiting");
  await underWay.promise;
  await desk.list.button("Refresh").click();
  held.resolve();
  await expect.poll(() => desk.list.ids()).toEqual([kept]);
});

test("a phone shows the whole line of a row that left", async ({ page, desk }) => {
  const { name, id } = await desk.ownOrder();
  await page.setViewportSize({ width: 360, height: 740 });
  await desk.signIn("Team", `/admin/recent-order?search=${name}`);
  await expect(desk.list.viewLink(id)).toBeVisible();
  const manager = desk.member("Manager");
  await manager.changeStatus([id], "Awaiting");
  const line = page.getByTitle("Moved to Awaiting Response by Manager Member");
  await expect(line).toBeVisible();
  expect(await line.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
});

test("an empty list fills at once, and one's own action shows the list as it is", async ({ page, desk }) => {
  const name = ownName();
  await desk.signIn("Manager", `/admin/recent-order?search=${name}`);
  await expect(page.getByText("No records found")).toBeVisible();
  const first = await desk.intake({ full_name: name });
  await expect.poll(() => desk.list.ids()).toEqual([first]);
  const second = await desk.intake({ full_name: name });
  await expect(show(page)).toHaveText("1 new order · Show");
  await desk.list.deleteButton(first).click();
  await desk.dialog().getByRole("button", { name: "Yes", exact: true }).click();
  await expect.poll(() => desk.list.ids()).toEqual([second]);
});

test("rows that left while the stream was broken keep their places, and are marked", async ({ page, desk }) => {
  const name = ownName();
  const [kept, left] = await desk.intakes({ full_name: name }, { full_name: name });
  const last = await desk.intake({ full_name: name });
  const team = await desk.signIn("Team");
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
  await desk.list.open("/admin/recent-order", name);
  await expect.poll(() => desk.list.ids()).toEqual([kept, left, last]);
  await reconnecting.promise;
  await team.changeStatus([left], "Awaiting");
  const fourth = await desk.intake({ full_name: name });
  changed.resolve();
  await expect(desk.list.row(left)).toContainText("No longer on this page");
  expect(await desk.list.ids()).toEqual([kept, left, last]);
  await desk.list.checkboxOfAll.check();
  await expect(desk.list.selected(2)).toBeVisible();
  await show(page).click();
  await expect.poll(() => desk.list.ids()).toEqual([kept, last, fourth]);
});

test("orders are counted again when a broken stream turns out to have missed nothing", async ({ page, desk }) => {
  const { name, id: first } = await desk.ownOrder();
  await desk.signIn("Team");
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
  await desk.list.open("/admin/recent-order", name);
  const readAgain = page.waitForResponse("**/api/admin/search-order");
  reconnected.resolve();
  await readAgain;
  await desk.intake({ full_name: name });
  await expect(show(page)).toHaveText("1 new order · Show");
  expect(await desk.list.ids()).toEqual([first]);
});
