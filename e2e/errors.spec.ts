import type { Page } from "@playwright/test";
import { signOut } from "#contract/auth/auth.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { REFUND_MESSAGES } from "#contract/refunds/messages.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { REQUEST_ID, refuse } from "./support/answers.ts";
import { orderPath, type Screen } from "./support/screen.ts";
import { STAFF_PASSWORD, staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the answers and chunks that these tests break on purpose, React the crashes they cause.
test.use({
  expectedErrors: ["Failed to load resource", "net::ERR_FAILED", "broken on purpose", "The above error", "%o"],
});

const CRASH = "Unexpected Application Error!";
const DETAIL_PART = "**/assets/order-detail.page-*.js";

test.describe("an ended session", () => {
  for (const [what, act] of [
    ["a list", (page: Page) => page.getByRole("button", { name: "Refresh" }).click()],
    ["the search", (page: Page) => page.getByRole("searchbox").fill("perera")],
    ["the next page", (page: Page) => page.getByRole("link", { name: /^Refunds/ }).click()],
  ] as const) {
    const tag = what === "a list" ? "@core" : [];
    test(`on ${what} shows a toast, clears the stored user and leads to the sign-in @8-001`, { tag }, async ({
      page,
      desk,
    }) => {
      const team = await desk.signIn("Team");
      await desk.openSettled("/admin/recent-order", "admin/get-orders-list");
      await expect(desk.heading).toHaveText("New Order");
      await team.call(signOut);
      await act(page);
      await expect(page).toHaveURL("/");
      await expect(desk.toast(AUTH_MESSAGES.sessionEnded)).toHaveCount(1);
      expect(await desk.storedUser()).toBeNull();
    });
  }

  test("on a change shows one toast and no second one for the failure", async ({ page, desk }) => {
    const id = await desk.intake();
    const team = await desk.signIn("Team");
    await desk.openSettled(orderPath(id), "admin/claims", "admin/related-orders");
    const move = page.getByRole("button", { name: "Move to Awaiting Govt" });
    await expect(move).toBeEnabled();
    await team.call(signOut);
    await move.click();
    await expect(page).toHaveURL("/");
    await expect(desk.toasts).toHaveCount(1);
    await expect(desk.toast(AUTH_MESSAGES.sessionEnded)).toBeVisible();
  });

  test("on a stored document shows it too, though its bytes bypass the cache", async ({ page, desk }) => {
    const email = "file401@example.com";
    const id = await desk.intake({ email });
    const team = await desk.signIn("Team");
    await team.upload(id, email);
    await page.goto(orderPath(id));
    const download = page.getByRole("button", { name: "Download card.pdf" });
    await expect(download).toBeVisible();
    await refuse(page, "/admin/documents/*", "session_ended", { message: AUTH_MESSAGES.sessionEnded });
    await download.click();
    await expect(page).toHaveURL("/");
    await expect(desk.toast(AUTH_MESSAGES.sessionEnded)).toHaveCount(1);
    expect(await desk.storedUser()).toBeNull();
  });
});

test("a failed sign-in shows the server's message, stays on the page and keeps the input @8-009", async ({
  page,
  desk,
}) => {
  await page.goto("/");
  await desk.submitSignIn(staffEmail("Team"), "not the password");
  await expect(desk.toast(AUTH_MESSAGES.signInWrong)).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(page.getByLabel("Email ID")).toHaveValue(staffEmail("Team"));
  expect(await desk.storedUser()).toBeNull();
});

test("a refused move shows the reason and leaves the order where it is @7-048 @8-008", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  const id = await desk.intake();
  await desk.signIn("Team", orderPath(id));
  await page.getByRole("button", { name: "Move to Completed Orders" }).click();
  await expect(desk.toast(ORDER_MESSAGES.completedNeedsDocument)).toBeVisible();
  await expect(page.getByRole("button", { name: "Move to Awaiting Govt" })).toBeEnabled();
  await expect(desk.main.getByText("New", { exact: true }).first()).toBeVisible();
});

test("a deleted order leaves its queue, which is reloaded @8-011 @8-012", async ({ page, desk }) => {
  const id = await desk.intake();
  await desk.signIn("Manager", `/admin/recent-order?search=${id}`);
  await desk.list.deleteButton(id).click();
  await expect(desk.dialog()).toContainText(MESSAGES.confirmDelete);
  const reload = page.waitForResponse(
    (response) => response.url().includes("/api/admin/search-order") && response.request().method() === "POST",
  );
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(desk.toast(ORDER_MESSAGES.orderDeleted)).toBeVisible();
  await reload;
  await expect(page.getByText(MESSAGES.noRecords)).toBeVisible();
});

test("a failed deletion shows the reason and keeps the order @8-013", async ({ page, desk }) => {
  const id = await desk.intake();
  await desk.signIn("Manager", `/admin/recent-order?search=${id}`);
  const message = "3 of 3 reasons against it";
  await refuse(page, "/admin/change-order-status", "rule_violation", {
    message,
    data: [{ order_id: id, status: 0, message }],
  });
  await desk.list.deleteButton(id).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(desk.toast(message)).toBeVisible();
  await expect(desk.list.row(id)).toBeVisible();
});

test("recording a refund shows a success, recording it a second time an error @8-015 @8-016", async ({
  page,
  desk,
}) => {
  const id = await desk.intake();
  const team = await desk.signIn("Team");
  await team.move(id, "Refunds");
  await page.goto(`/admin/refund-order?search=${id}`);
  const select = desk.list.checkbox(id);
  const record = async (message: string) => {
    await select.check();
    await page.getByRole("button", { name: "Refunded it" }).click();
    await page.getByRole("button", { name: "Yes" }).click();
    await expect(desk.toast(message)).toBeVisible();
  };
  await record(REFUND_MESSAGES.refundRecorded);
  await expect(desk.list.row(id)).toContainText("Refunded");
  await expect(select).not.toBeChecked();
  await record(REFUND_MESSAGES.refundAlready);
});

test("tracking succeeds with a toast and the order's page, or fails with a toast and stays on the form @8-019 @8-020", {
  tag: "@core",
}, async ({ page, desk }) => {
  const email = "tracker@example.com";
  const id = await desk.intake({ email });
  await desk.track(id, "someone.else@example.com");
  await expect(desk.toast(VISITOR_MESSAGES.trackNotFound)).toBeVisible();
  await expect(page).toHaveURL(`/track-order/${encodeOrderId(id)}`);
  await desk.submitTracking(email);
  await expect(desk.toast(VISITOR_MESSAGES.trackFound)).toBeVisible();
  await expect(desk.toast(VISITOR_MESSAGES.trackNotFound)).toBeHidden();
  await expect(page).toHaveURL(`/get-new-order-details/${encodeOrderId(id)}`);
});

test("a failed download shows a line beside the button and no toast @8-021", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  const email = "download.fails@example.com";
  const id = await desk.intake({ email });
  await (await desk.signIn("Team")).upload(id, email);
  await desk.track(id, email);
  await expect(desk.toast(VISITOR_MESSAGES.trackFound)).toBeVisible();
  await page.getByRole("button", { name: "Close notification" }).click();
  const button = page.getByRole("button", { name: "Download Now" });
  for (const [what, fail] of [
    ["refused", () => refuse(page, "/front/download-passport-doc-pdf", "internal")],
    ["unanswered", () => page.route("**/api/front/download-passport-doc-pdf", (route) => route.abort())],
  ] as const) {
    await test.step(what, async () => {
      await fail();
      await button.click();
      await expect(page.getByText(/^The download did not work\./)).toBeVisible();
      await expect(button).toBeEnabled();
      await expect(desk.toasts).toHaveCount(0);
      await page.unroute("**/api/front/download-passport-doc-pdf");
    });
  }
  const saved = page.waitForEvent("download");
  await button.click();
  expect((await saved).suggestedFilename()).toMatch(new RegExp(`^${id}_`));
});

test.describe("a chunk of the program", () => {
  test("that fails to load offers a reload at once, which loads it @8-023", { tag: "@core" }, async ({
    page,
    desk,
  }) => {
    const id = await desk.intake();
    await desk.signIn("Team");
    // Before the page: it loads the chunk ahead.
    await page.route(DETAIL_PART, (route) => route.abort());
    await page.goto(`/admin/recent-order?search=${id}`);
    await desk.list.viewLink(id).click();
    await expect(desk.heading).toHaveText(CRASH);
    await expect(page.getByText("could not be loaded")).toBeVisible();
    await expect(desk.sidebar).toBeVisible();
    await desk.expectAccessible();
    await page.unroute(DETAIL_PART);
    await page.getByRole("button", { name: "Reload the page" }).click();
    await expect(desk.heading).toHaveText(`Order ${id}`);
  });

  test("that hangs times out after 120 s @8-023", async ({ page, desk }) => {
    const id = await desk.intake();
    await desk.signIn("Team");
    await page.clock.install();
    const asked = page.waitForRequest(/order-detail\.page/);
    await page.route(DETAIL_PART, () => new Promise(() => undefined));
    await page.goto(`/admin/recent-order?search=${id}`);
    await desk.list.viewLink(id).click();
    await asked;
    await expect(page.locator("[data-progress]")).toBeAttached();
    await page.clock.runFor(110_000);
    await expect(desk.heading).toHaveText("New Order");
    await page.clock.runFor(15_000);
    await expect(desk.heading).toHaveText(CRASH);
    await expect(page.getByText("took too long to load")).toBeVisible();
    await expect(page.getByRole("button", { name: "Reload the page" })).toBeVisible();
  });

  test("that fails before the frame is drawn shows an error page of its own", async ({ page, desk }) => {
    await page.route("**/assets/sign-in.page-*.js", (route) => route.abort());
    await page.goto("/");
    await expect(desk.heading).toHaveText(CRASH);
    await expect(page).toHaveTitle(/^Error · /);
    await desk.expectAccessible();
  });
});

test.describe("a screen that fails to render", () => {
  /** Replaces the detail screen by one that throws. */
  async function crashWith(screen: Screen, thrown: string) {
    const body = `export function OrderDetailPage() { throw ${thrown}; }`;
    await screen.page.route(DETAIL_PART, (route) => route.fulfill({ contentType: "text/javascript", body }));
    await screen.page.goto(orderPath(100001));
    await expect(screen.heading).toHaveText(CRASH);
  }

  test("says what to do and leads to the dashboard @8-024", { tag: "@core" }, async ({ page, desk }) => {
    await desk.signIn("Team");
    await crashWith(desk, 'new Error("broken on purpose")');
    await expect(page.getByRole("alert").filter({ hasText: CRASH })).toContainText("Nothing you saved is lost.");
    await expect(page.getByText(/^Request /)).toBeHidden();
    await expect(page.getByText("broken on purpose")).toBeHidden();
    await desk.expectAccessible();
    await page.getByRole("button", { name: "Go to the dashboard" }).click();
    await expect(desk.heading).toHaveText("New Order");
  });

  test("shows the request id when the server's answer was the cause", async ({ page, desk, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await desk.signIn("Team");
    const refusal = { status: 0, message: MESSAGES.internal, code: "internal", requestId: REQUEST_ID };
    await crashWith(desk, JSON.stringify({ httpStatus: 500, message: "broken on purpose", refusal }));
    await expect(page.getByText(`Request ${REQUEST_ID}`)).toBeVisible();
    await page.getByRole("button", { name: "Copy request id" }).click();
    await expect.poll(() => desk.clipboard()).toBe(REQUEST_ID);
  });

  test("shows visitors the same message in their language, with a reload", async ({ page, desk }) => {
    await page.addInitScript((requestId) => {
      const wrong = { httpStatus: 500, message: "broken on purpose", refusal: { requestId } };
      const { replace } = String.prototype;
      // Every text passes through it on its way to the screen.
      String.prototype.replace = function broken(this: string, ...rest: Parameters<typeof replace>) {
        if (String(this) === "TRACK ORDER" && !sessionStorage.getItem("mended")) throw wrong;
        return replace.apply(this, rest);
      } as typeof replace;
    }, REQUEST_ID);
    await page.goto("/track-order");
    await expect(desk.heading).toHaveText(CRASH);
    await expect(desk.heading).toBeFocused();
    await expect(page).toHaveTitle(new RegExp(CRASH));
    await expect(page.getByText(`Reference: ${REQUEST_ID}`)).toBeVisible();
    await desk.expectAccessible();
    await page.evaluate(() => sessionStorage.setItem("mended", "1"));
    await page.getByRole("button", { name: "Reload the page" }).click();
    await expect(desk.heading).toContainText("To Download your");
  });
});

test.describe("a server error", () => {
  const LIST = "/admin/get-orders-list/**";

  test("shows on a screen as Something went wrong, with a request id to copy", { tag: "@core" }, async ({
    page,
    desk,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await desk.signIn("Team");
    const pattern = await refuse(page, LIST, "internal");
    await page.goto("/admin/called");
    const failed = page.getByRole("alert").filter({ hasText: MESSAGES.internal });
    await expect(failed).toContainText(`Request ${REQUEST_ID}`);
    await failed.getByRole("button", { name: "Copy request id" }).click();
    await expect.poll(() => desk.clipboard()).toBe(REQUEST_ID);
    await page.unroute(pattern);
    await failed.getByRole("button", { name: "Retry" }).click();
    await expect(failed).toBeHidden();
  });

  test("shows above rows already loaded that they may be stale", async ({ page, desk }) => {
    await desk.intake({ full_name: "Still There" });
    await desk.signIn("Team");
    // An order of another test would have the list read again, successfully, before Retry is pressed.
    await page.route("**/api/admin/events*", () => undefined);
    await page.goto("/admin/recent-order?size=all");
    // Rows that are still loading have no link: the refusal must hit the second request.
    const row = page
      .getByRole("row")
      .nth(1)
      .getByRole("link", { name: /^View order/ });
    await expect(row).toBeVisible();
    const pattern = await refuse(page, LIST, "internal");
    await page.getByRole("button", { name: "Refresh" }).click();
    const notice = page.getByText("The data shown may be out of date.", { exact: false });
    await expect(notice).toContainText(MESSAGES.internal);
    await expect(row).toBeVisible();
    await page.unroute(pattern);
    await desk.retry.click();
    await expect(notice).toBeHidden();
  });

  test("shows in the toast of a change, with its request id", async ({ page, desk }) => {
    const id = await desk.intake();
    await desk.signIn("Team", orderPath(id));
    await refuse(page, "/admin/move-order-status", "internal");
    await page.getByRole("button", { name: "Move to Awaiting Govt" }).click();
    const toast = desk.toast(MESSAGES.internal);
    await expect(toast).toContainText(`Request ${REQUEST_ID}`);
  });

  test("shows to visitors with a reference, in the toast and on the page", { tag: "@core" }, async ({ page, desk }) => {
    const email = "fault@example.com";
    const id = await desk.intake({ email });
    await page.goto(`/track-order/${encodeOrderId(id)}`);
    const pattern = await refuse(page, "/front/track-order", "internal");
    await desk.submitTracking(email);
    await expect(desk.toast(MESSAGES.internal)).toContainText(`Reference: ${REQUEST_ID}`);
    await page.unroute(pattern);
    await refuse(page, "/front/get-download-history", "internal");
    await page.getByRole("button", { name: "TRACK ORDER" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toContainText(
      `Reference: ${REQUEST_ID}`,
    );
  });
});

test("a sign-in that the server can't answer keeps the input", async ({ page, desk }) => {
  await page.goto("/");
  await page.route("**/api/admin/admin-login", (route) => route.abort());
  await desk.submitSignIn(staffEmail("Team"));
  await expect(desk.toast(/can't be reached/)).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(STAFF_PASSWORD);
});
