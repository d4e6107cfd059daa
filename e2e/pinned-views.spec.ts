// Saved views in the side panel: pinned, counted, opened, unpinned.
import { ORDER_VIEW_MESSAGES } from "#contract/order-views/messages.ts";
import {
  deleteView,
  orderViews,
  PINNED_VIEWS_MAX,
  pinView,
  type SaveView,
  saveView,
} from "#contract/order-views/order-views.ts";
import type { ViewDefinition } from "#contract/order-views/view-definition.ts";
import type { Role } from "#contract/roles.ts";
import type { Desk } from "./support/desk.ts";
import { boxOf } from "./support/looks.ts";
import type { Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the answers that refuse.
test.use({ expectedErrors: ["422 (Unprocessable Entity)"] });

const NEW = "/admin/recent-order";
const LONG = "Arrivals from Germany and Austria without a document, by Friday".slice(0, 60);
const EVERYTHING: ViewDefinition = { filter: {}, search: "", sort: null, dir: null, size: 10, columns: null };

const pins = ({ sidebar }: Screen) => sidebar.first().getByRole("list", { name: "Views" });
const pin = (screen: Screen, name: string) => pins(screen).getByRole("link", { name });
const countIn = (screen: Screen, name: string) => pin(screen, name).locator("span").last();
const openName = ({ list }: Screen, name: string) => expect(list.views).toHaveText(name);

/** Saves a view, and pins it. */
async function pinned(desk: Desk, role: Role, change: Partial<SaveView> = {}): Promise<number> {
  const member = desk.member(role);
  const { id } = await member.call(saveView, { list: "newOrder", name: LONG, definition: EVERYTHING, ...change });
  await member.call(pinView, { id, pinned: true });
  return id;
}

/** Other tests use the same members. */
test.afterEach(async ({ desk }) => {
  for (const role of ["Admin", "Team"] as const) {
    const member = desk.member(role);
    for (const { id, version, can_edit } of await member.call(orderViews))
      if (can_edit) await member.call(deleteView, { id, version });
  }
});

test("a view is pinned to the side panel, counts its orders as they change, opens there, and is unpinned", {
  tag: "@core",
}, async ({ page, desk }) => {
  const { name, id } = await desk.ownOrder({ nationality: "NZ" });
  const filter = { nat: "NZ", arrival: "..today+6" };
  const member = desk.member("Team");
  const view = await member.call(saveView, {
    list: "newOrder",
    name: "Kiwis",
    definition: { ...EVERYTHING, filter, search: name },
  });
  await desk.signIn("Team", `${NEW}?view=${view.id}`);
  await openName(desk, "Kiwis");
  await expect(pins(desk)).toHaveCount(0);
  await desk.list.views.click();
  await desk.menuItem("Pin “Kiwis”").click();
  await expect(desk.toastBy("status", ORDER_VIEW_MESSAGES.viewPinned)).toBeVisible();
  await expect(countIn(desk, "Kiwis")).toHaveText("1");
  await expect(pin(desk, "Kiwis")).toHaveAttribute("aria-current", "page");
  const groups = await desk.sidebar.first().getByRole("list").all();
  expect(await Promise.all(groups.slice(0, 3).map((group) => group.getAttribute("aria-labelledby")))).toEqual([
    "nav-waiting",
    "nav-views",
    "nav-Queues",
  ]);

  const stream = page.waitForResponse("**/api/admin/events*");
  await page.goto("/admin/pending-order");
  await stream;
  await expect(countIn(desk, "Kiwis")).toHaveText("1");
  await expect(pin(desk, "Kiwis")).not.toHaveAttribute("aria-current");
  await member.move(id, "Awaiting");
  await expect(countIn(desk, "Kiwis")).toHaveText("0");
  await member.move(id, "New");
  await expect(countIn(desk, "Kiwis")).toHaveText("1", { timeout: 20_000 });

  const calls = desk.list.calls();
  await pin(desk, "Kiwis").click();
  await openName(desk, "Kiwis");
  await expect(desk.list.row(id)).toBeVisible();
  expect(desk.query()).toMatchObject({ view: String(view.id), ...filter });
  // The whole list is not read first.
  expect(calls.every((call) => call.includes("NZ"))).toBe(true);

  await desk.list.views.click();
  await desk.menuItem("Unpin “Kiwis”").click();
  await expect(desk.toastBy("status", ORDER_VIEW_MESSAGES.viewUnpinned)).toBeVisible();
  await expect(pins(desk)).toHaveCount(0);
});

test("a shared view is pinned by whom it is shared with, and leaves the panel when it no longer is", async ({
  page,
  desk,
}) => {
  const admin = desk.member("Admin");
  const { definition, ...shared } = await admin.call(saveView, {
    list: "newOrder",
    name: "Of the office",
    definition: EVERYTHING,
    sharedWith: ["Team"],
  });
  await desk.signIn("Team", `${NEW}?view=${shared.id}`);
  await openName(desk, "Of the office");
  await desk.list.views.click();
  await desk.menuItem("Pin “Of the office”").click();
  await expect(pin(desk, "Of the office")).toBeVisible();
  const { id, list, name, version } = shared;
  await admin.call(saveView, { id, list, name, version, definition, sharedWith: [] });
  await page.reload();
  await expect(desk.heading).toHaveText("New Order");
  await expect(page.getByText(ORDER_VIEW_MESSAGES.viewNotFound)).toBeVisible();
  await expect(pins(desk)).toHaveCount(0);
});

test("one more than the limit is refused with the reason; a full panel fits every width, in both themes", async ({
  page,
  desk,
}) => {
  for (let each = 1; each < PINNED_VIEWS_MAX; each++) await pinned(desk, "Team", { name: `View ${each}` });
  await pinned(desk, "Team");
  const { id } = await desk
    .member("Team")
    .call(saveView, { list: "newOrder", name: "Seventh", definition: EVERYTHING });
  await desk.signIn("Team", `${NEW}?view=${id}`);
  await openName(desk, "Seventh");
  await desk.list.views.click();
  await desk.menuItem("Pin “Seventh”").click();
  await expect(desk.toastBy("alert", ORDER_VIEW_MESSAGES.viewsPinnedMax)).toBeVisible();
  await desk.toastBy("alert").getByRole("button", { name: "Close" }).click();
  await expect(pins(desk).getByRole("link")).toHaveCount(PINNED_VIEWS_MAX);
  await expect(pin(desk, LONG)).toHaveAttribute("title", `${LONG} · New Order`);
  const [long, short] = await Promise.all([boxOf(pin(desk, LONG)), boxOf(pin(desk, "View 1"))]);
  expect(long).toMatchObject({ height: short.height, width: short.width });
  await desk.look(desk.heading);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Open menu" }).click();
  const drawer = desk.dialog("Menu");
  await drawer.getByRole("link", { name: LONG }).click();
  await expect(drawer).toBeHidden();
  await openName(desk, LONG);
});
