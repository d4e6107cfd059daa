import { MESSAGES } from "#contract/messages.ts";
import { changeOrderStatus } from "#contract/orders/orders.ts";
import { statusLabel } from "#contract/orders/status-labels.ts";
import { refuse } from "./support/answers.ts";
import { holdAnswers } from "./support/looks.ts";
import { FULL_ORDER, ownName } from "./support/orders.ts";
import type { Screen } from "./support/screen.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs refused requests.
test.use({ expectedErrors: ["Failed to load resource"] });

const DETAILS = "**/api/admin/get-orders-details/**";

test("an order opened from a list shows what its row knows before the server answers", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  const name = ownName();
  const id = await desk.intake({ ...FULL_ORDER, full_name: `${name} Perera`, arrival_date: "2031-07-04" });
  await (await desk.signIn("Team")).list.open("/admin/order-history", name);
  const letGo = await holdAnswers(page, DETAILS);
  await desk.list.viewLink(id).press("Enter");

  await expect(desk.heading).toHaveText(`Order ${id}`);
  await expect(desk.heading).toBeFocused();
  await expect(desk.status).toHaveText(statusLabel("Future"));
  await expect(page.getByRole("link", { name: "Back to Order History" })).toBeVisible();
  await expect(page.getByText("Arrival 04-07-2031")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Loading the order" })).toBeAttached();
  const personal = desk.section("Personal Information");
  for (const known of [`${name} Perera`, FULL_ORDER.email, "04-07-2031"]) await expect(personal).toContainText(known);
  await expect(personal).not.toContainText(FULL_ORDER.passport_number);
  await expect(desk.moves).toHaveCount(0);
  await desk.expectAccessible();

  letGo();
  await expect(desk.moves.first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Chat on WhatsApp" })).toBeVisible();
  await expect(personal).toContainText(FULL_ORDER.passport_number);
  await expect(desk.section("Comment History")).toBeVisible();
  await expect(page.getByText("Loading the order")).toHaveCount(0);
  await expect(desk.heading).toBeFocused();
});

test("the answer replaces a row that has become stale", async ({ page, desk }) => {
  const { name, id } = await desk.ownOrder(FULL_ORDER);
  const team = await desk.signIn("Team");
  await page.route("**/api/admin/events*", () => undefined);
  await desk.list.open("/admin/order-history", name);
  const letGo = await holdAnswers(page, DETAILS);
  await desk.list.viewLink(id).click();
  await expect(desk.status).toHaveText(statusLabel("New"));
  await team.changeStatus([id], "AwaitingGovt");
  letGo();
  await expect(desk.status).toHaveText(statusLabel("AwaitingGovt"));
});

test("an order that was deleted permanently is not found, whatever its row said", async ({ page, desk }) => {
  const { name, id } = await desk.ownOrder(FULL_ORDER);
  const admin = await desk.signIn("Admin");
  await page.route("**/api/admin/events*", () => undefined);
  await desk.list.open("/admin/order-history", name);
  const letGo = await holdAnswers(page, DETAILS);
  await desk.list.viewLink(id).click();
  await expect(desk.status).toHaveText(statusLabel("New"));
  await admin.changeStatus([id], "Deleted");
  await admin.call(changeOrderStatus, { orderId: [id], updatingStatus: "Deleted", permanentDeletedFlag: true });
  letGo();
  await expect(desk.heading).toHaveText("Order not found");
  await expect(page.getByText(name)).toHaveCount(0);
});

test("a member who may no longer read the order sees the refusal and nothing of the row", async ({ page, desk }) => {
  const { name, id } = await desk.ownOrder(FULL_ORDER);
  await (await desk.signIn("Team")).list.open("/admin/order-history", name);
  await refuse(page, "/admin/get-orders-details/**", "forbidden", { message: MESSAGES.forbidden });
  await desk.list.viewLink(id).click();
  await expect(desk.main.getByRole("alert")).toContainText(MESSAGES.forbidden);
  await expect(desk.heading).toHaveText(`Order ${id}`);
  await expect(desk.status).toHaveCount(0);
  await expect(page.getByText(name)).toHaveCount(0);
});

test("opening an order reads it once, and neither its neighbours nor its list", async ({ page, desk }) => {
  const name = ownName();
  const ids = await desk.intakes({ full_name: `${name} A` }, { full_name: `${name} B` });
  await desk.signIn("Team");
  const opened: string[] = [];
  page.on("request", (request) => {
    const id = /get-orders-details\/(\d+)/.exec(request.url())?.[1];
    if (id !== undefined) opened.push(id);
  });
  await page.route("**/api/admin/events*", () => undefined);
  await desk.list.open("/admin/order-history", name);
  for (const id of ids) {
    await desk.list.viewLink(id).hover();
    await desk.list.viewLink(id).focus();
  }
  expect(opened).toEqual([]);
  const lists = desk.list.calls();
  for (const [index, id] of ids.entries()) {
    await desk.list.viewLink(id).click();
    await expect(desk.section("Comment History")).toBeVisible();
    expect(opened).toEqual(ids.slice(0, index + 1).map(String));
    expect(lists).toEqual([]);
    await page.goBack();
    await expect(desk.list.rows).toHaveCount(2);
    lists.length = 0;
  }
});

test("a move shows the new status before the order is read again", { tag: "@core" }, async ({ page, desk }) => {
  const { name, id } = await desk.ownOrder(FULL_ORDER);
  await (await desk.signIn("Team")).list.open("/admin/order-history", name);
  await desk.list.viewLink(id).click();
  await expect(desk.section("Comment History")).toBeVisible();
  const letGo = await holdAnswers(page, DETAILS);
  await desk.moves.filter({ hasText: "Move to Awaiting Govt" }).click();
  await expect(desk.status).toHaveText(statusLabel("AwaitingGovt"));
  await expect(desk.moves.filter({ hasText: "Undo last move" })).toBeVisible();
  letGo();
  await expect(desk.section("History")).toContainText("Awaiting Govt");
});

test("going back shows the list at once, without the order that has left it", async ({ page, desk }) => {
  const name = ownName();
  const [gone, stays] = await desk.intakes({ full_name: `${name} A` }, { full_name: `${name} B` });
  await (await desk.signIn("Team")).list.open("/admin/recent-order", name);
  await desk.list.viewLink(gone).click();
  await expect(desk.section("Comment History")).toBeVisible();
  // A colleague's order may have the list read again before the move is made.
  const refetched = page.waitForResponse(async (response) => {
    return response.url().endsWith("/search-order") && !(await response.text()).includes(`"order_id":${gone}`);
  });
  await desk.moves.filter({ hasText: "Move to Awaiting Govt" }).click();
  await refetched;
  await expect(desk.status).toHaveText(statusLabel("AwaitingGovt"));
  const letGo = await holdAnswers(page, "**/api/admin/search-order");
  await page.goBack();
  await expect(desk.heading).toHaveText("New Order");
  await expect(desk.list.row(stays)).toBeVisible();
  await expect(desk.list.row(gone)).toHaveCount(0);
  letGo();
  await expect(desk.list.rows).toHaveCount(1);
});

/** Leaves an order after scrolling down. @returns its scroll position then */
async function leaveFromBelow(screen: Screen, id: number, name: string): Promise<number> {
  await screen.page.setViewportSize({ width: 1440, height: 500 });
  await screen.list.open("/admin/order-history", name);
  await screen.list.viewLink(id).click();
  await expect(screen.section("Comment History")).toBeVisible();
  await expect(screen.page.getByText("Loading the order")).toHaveCount(0);
  await screen.section("Download History").scrollIntoViewIfNeeded();
  const place = await screen.page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(500);
  await screen.sidebar.getByRole("link", { name: "Change Password" }).click();
  await expect(screen.heading).toHaveText("Update Password");
  await expect.poll(() => screen.page.evaluate(() => scrollY)).toBe(0);
  return place;
}

for (const width of [360, 768, 1440]) {
  test(`the upload form, loaded later, fills the place that was kept for it at ${width} px`, async ({ page, desk }) => {
    await desk.signIn("Team");
    const { id } = await desk.ownOrder(aloneOrder());
    await page.setViewportSize({ width, height: 900 });
    const letGo = await holdAnswers(page, "**/upload-form-*.js");
    await desk.openOrder(id);
    const section = desk.section("Upload Document");
    const height = async () => (await section.boundingBox())?.height;
    await expect(section.locator(".mantine-Skeleton-root")).toBeVisible();
    const kept = await height();
    letGo();
    await expect(section.getByRole("button", { name: "Upload" })).toBeVisible();
    expect(await height()).toBe(kept);
  });
}

/** Related to no other order: the list of these, read later, changes the height of the page. */
function aloneOrder() {
  const { telephone_number, ...order } = FULL_ORDER;
  return { ...order, passport_number: ownName(), email: `${ownName()}@example.com` };
}

test("going back to an order restores its scroll position", async ({ page, desk }) => {
  await desk.signIn("Team");
  const { name, id } = await desk.ownOrder(aloneOrder());
  const place = await leaveFromBelow(desk, id, name);
  await page.goBack();
  await expect(desk.heading).toHaveText(`Order ${id}`);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
});

test.describe("with a clock of the test", () => {
  // Playwright also injects its clock into the sandboxed frames of the mail previews.
  test.use({ expectedErrors: ["Blocked script execution"] });

  test("going back to an order that must be read again restores its scroll position before that", async ({
    page,
    desk,
  }) => {
    await page.clock.install();
    await desk.signIn("Team");
    const { name, id } = await desk.ownOrder(aloneOrder());
    const place = await leaveFromBelow(desk, id, name);
    // Answers that no page needs are kept for one minute.
    await page.clock.runFor(90_000);
    const letGo = await holdAnswers(page, DETAILS);
    await page.goBack();
    await expect(page.getByText("Loading the order")).toBeAttached();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
    letGo();
    await expect(desk.section("Comment History")).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(place);
  });
});
