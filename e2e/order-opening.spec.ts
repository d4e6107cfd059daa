import type { Page } from "@playwright/test";
import { MESSAGES } from "#contract/messages.ts";
import { statusLabel } from "#contract/orders/status-labels.ts";
import { refuse } from "./support/answers.ts";
import { FULL_ORDER } from "./support/full-orders.ts";
import { listCalls, openList, rowOf, rowsOf } from "./support/lists.ts";
import { holdAnswers } from "./support/looks.ts";
import { region } from "./support/order-page.ts";
import { changeStatus, ownName } from "./support/orders.ts";
import { sidebar } from "./support/page-parts.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs refused requests.
test.use({ expectedErrors: ["Failed to load resource"] });

const DETAILS = "**/api/admin/get-orders-details/**";
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const badge = (page: Page) => page.locator("header [data-status]");
const moves = (page: Page) => region(page, "Move order").getByRole("button");
const view = (page: Page, id: number) => page.getByRole("link", { name: `View order ${id}`, exact: true });

test("an order opened from a list shows what its row knows before the server answers", { tag: "@core" }, async ({
  page,
  signInAs,
  intake,
  expectAccessible,
}) => {
  const name = ownName();
  const id = await intake({ ...FULL_ORDER, full_name: `${name} Perera`, arrival_date: "2031-07-04" });
  await signInAs("Team");
  await openList(page, "/admin/order-history", name);
  const letGo = await holdAnswers(page, DETAILS);
  await view(page, id).press("Enter");

  await expect(heading(page)).toHaveText(`Order ${id}`);
  await expect(heading(page)).toBeFocused();
  await expect(badge(page)).toHaveText(statusLabel("Future"));
  await expect(page.getByRole("link", { name: "Back to Order History" })).toBeVisible();
  await expect(page.getByText("Arrival 04-07-2031")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Loading the order" })).toBeAttached();
  const personal = region(page, "Personal Information");
  for (const known of [`${name} Perera`, FULL_ORDER.email, "04-07-2031"]) await expect(personal).toContainText(known);
  await expect(personal).not.toContainText(FULL_ORDER.passport_number);
  await expect(moves(page)).toHaveCount(0);
  await expectAccessible();

  letGo();
  await expect(moves(page).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Chat on WhatsApp" })).toBeVisible();
  await expect(personal).toContainText(FULL_ORDER.passport_number);
  await expect(region(page, "Comment History")).toBeVisible();
  await expect(page.getByText("Loading the order")).toHaveCount(0);
  await expect(heading(page)).toBeFocused();
});

test("the answer replaces a row that has become stale", async ({ page, request, signInAs, intake }) => {
  const name = ownName();
  const id = await intake({ ...FULL_ORDER, full_name: name });
  const token = await signInAs("Team");
  await page.route("**/api/admin/events*", () => undefined);
  await openList(page, "/admin/order-history", name);
  const letGo = await holdAnswers(page, DETAILS);
  await view(page, id).click();
  await expect(badge(page)).toHaveText(statusLabel("New"));
  await changeStatus(request, token, [id], "AwaitingGovt");
  letGo();
  await expect(badge(page)).toHaveText(statusLabel("AwaitingGovt"));
});

test("an order that was deleted permanently is not found, whatever its row said", async ({
  page,
  request,
  signInAs,
  intake,
}) => {
  const name = ownName();
  const id = await intake({ ...FULL_ORDER, full_name: name });
  const token = await signInAs("Admin");
  await page.route("**/api/admin/events*", () => undefined);
  await openList(page, "/admin/order-history", name);
  const letGo = await holdAnswers(page, DETAILS);
  await view(page, id).click();
  await expect(badge(page)).toHaveText(statusLabel("New"));
  await changeStatus(request, token, [id], "Deleted");
  const purged = await request.put("/api/admin/change-order-status", {
    headers: { authorization: token },
    data: { orderId: [id], updatingStatus: "Deleted", permanentDeletedFlag: true },
  });
  expect(purged.status(), await purged.text()).toBe(200);
  letGo();
  await expect(heading(page)).toHaveText("Order not found");
  await expect(page.getByText(name)).toHaveCount(0);
});

test("a member who may no longer read the order sees the refusal and nothing of the row", async ({
  page,
  signInAs,
  intake,
}) => {
  const name = ownName();
  const id = await intake({ ...FULL_ORDER, full_name: name });
  await signInAs("Team");
  await openList(page, "/admin/order-history", name);
  await refuse(page, "/admin/get-orders-details/**", "forbidden", { message: MESSAGES.forbidden });
  await view(page, id).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(MESSAGES.forbidden);
  await expect(heading(page)).toHaveText(`Order ${id}`);
  await expect(badge(page)).toHaveCount(0);
  await expect(page.getByText(name)).toHaveCount(0);
});

test("opening an order reads it once, and neither its neighbours nor its list", async ({ page, signInAs, intake }) => {
  const name = ownName();
  const ids = [await intake({ full_name: `${name} A` }), await intake({ full_name: `${name} B` })];
  await signInAs("Team");
  const opened: string[] = [];
  page.on("request", (request) => {
    const id = /get-orders-details\/(\d+)/.exec(request.url())?.[1];
    if (id !== undefined) opened.push(id);
  });
  await page.route("**/api/admin/events*", () => undefined);
  await openList(page, "/admin/order-history", name);
  for (const id of ids) {
    await view(page, id).hover();
    await view(page, id).focus();
  }
  expect(opened).toEqual([]);
  const lists = listCalls(page);
  for (const [index, id] of ids.entries()) {
    await view(page, id).click();
    await expect(region(page, "Comment History")).toBeVisible();
    expect(opened).toEqual(ids.slice(0, index + 1).map(String));
    expect(lists).toEqual([]);
    await page.goBack();
    await expect(rowsOf(page)).toHaveCount(2);
    lists.length = 0;
  }
});

test("a move shows the new status before the order is read again", { tag: "@core" }, async ({
  page,
  signInAs,
  intake,
}) => {
  const name = ownName();
  const id = await intake({ ...FULL_ORDER, full_name: name });
  await signInAs("Team");
  await openList(page, "/admin/order-history", name);
  await view(page, id).click();
  await expect(region(page, "Comment History")).toBeVisible();
  const letGo = await holdAnswers(page, DETAILS);
  await moves(page).filter({ hasText: "Move to Awaiting Govt" }).click();
  await expect(badge(page)).toHaveText(statusLabel("AwaitingGovt"));
  await expect(moves(page).filter({ hasText: "Undo last move" })).toBeVisible();
  letGo();
  await expect(region(page, "History")).toContainText("Awaiting Govt");
});

test("going back shows the list at once, without the order that has left it", async ({ page, signInAs, intake }) => {
  const name = ownName();
  const [gone, stays] = [await intake({ full_name: `${name} A` }), await intake({ full_name: `${name} B` })];
  await signInAs("Team");
  await openList(page, "/admin/recent-order", name);
  await view(page, gone).click();
  await expect(region(page, "Comment History")).toBeVisible();
  // A colleague's order may have the list read again before the move is made.
  const refetched = page.waitForResponse(async (response) => {
    return response.url().endsWith("/search-order") && !(await response.text()).includes(`"order_id":${gone}`);
  });
  await moves(page).filter({ hasText: "Move to Awaiting Govt" }).click();
  await refetched;
  await expect(badge(page)).toHaveText(statusLabel("AwaitingGovt"));
  const letGo = await holdAnswers(page, "**/api/admin/search-order");
  await page.goBack();
  await expect(heading(page)).toHaveText("New Order");
  await expect(rowOf(page, stays)).toBeVisible();
  await expect(rowOf(page, gone)).toHaveCount(0);
  letGo();
  await expect(rowsOf(page)).toHaveCount(1);
});

/** Leaves an order after scrolling down. @returns its scroll position then */
async function leaveFromBelow(page: Page, id: number, name: string): Promise<number> {
  await page.setViewportSize({ width: 1440, height: 500 });
  await openList(page, "/admin/order-history", name);
  await view(page, id).click();
  await region(page, "Download History").scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(500);
  await sidebar(page).getByRole("link", { name: "Change Password" }).click();
  await expect(heading(page)).toHaveText("Change Password");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  return place;
}

test("going back to an order restores its scroll position", async ({ page, signInAs, intake }) => {
  await signInAs("Team");
  const name = ownName();
  const id = await intake({ ...FULL_ORDER, full_name: name });
  const place = await leaveFromBelow(page, id, name);
  await page.goBack();
  await expect(heading(page)).toHaveText(`Order ${id}`);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
});

test.describe("with a clock of the test", () => {
  // Playwright also injects its clock into the sandboxed frames of the mail previews.
  test.use({ expectedErrors: ["Blocked script execution"] });

  test("going back to an order that must be read again restores its scroll position before that", async ({
    page,
    signInAs,
    intake,
  }) => {
    await page.clock.install();
    await signInAs("Team");
    const name = ownName();
    const id = await intake({ ...FULL_ORDER, full_name: name });
    const place = await leaveFromBelow(page, id, name);
    // Answers that no page needs are kept for one minute.
    await page.clock.runFor(90_000);
    const letGo = await holdAnswers(page, DETAILS);
    await page.goBack();
    await expect(page.getByText("Loading the order")).toBeAttached();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
    letGo();
    await expect(region(page, "Comment History")).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(place);
  });
});
