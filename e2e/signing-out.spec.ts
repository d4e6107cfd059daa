import type { Request } from "@playwright/test";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { PATHS } from "#web/platform/paths.ts";
import { refuse } from "./support/answers.ts";
import { holdAnswers } from "./support/looks.ts";
import { expect, test } from "./support/test.ts";

test("Logout leaves at once and aborts the calls under way", { tag: "@core" }, async ({ page, desk }) => {
  await (await desk.signIn("Team")).openSettled("/admin/recent-order", "admin/get-orders-list");
  await expect(desk.heading).toHaveText("New Order");
  await page.route("**/api/admin/get-orders-list/**", () => undefined);
  const letGo = await holdAnswers(page, "**/api/admin/logout");
  const isList = (request: Request) => request.url().includes("/get-orders-list/");
  const sent = page.waitForRequest(isList);
  await page.getByRole("button", { name: "Refresh" }).click();
  await sent;
  const aborted = page.waitForEvent("requestfailed", isList);
  await desk.sidebar.getByRole("button", { name: "Logout" }).click();
  await aborted;
  await expect(page).toHaveURL("/");
  expect(await desk.storedUser()).toBeNull();
  letGo();
  await expect(desk.toast(AUTH_MESSAGES.signedOut)).toBeVisible();
  await expect(desk.toasts).toHaveCount(1);
});

// Chromium logs the answer that is refused on purpose.
test.describe("while the password is changed", () => {
  test.use({ expectedErrors: ["Failed to load resource"] });

  test("a refused call is not reported", async ({ page, desk }) => {
    await (await desk.signIn("Team")).openSettled(PATHS.changePassword);
    const answer = Promise.withResolvers<void>();
    await page.route("**/api/admin/change-password", async (route) => {
      await answer.promise;
      await route.fulfill({ json: { status: 1, message: AUTH_MESSAGES.passwordChanged, data: null } });
    });
    await refuse(page, "/admin/late-count", "session_ended", { message: AUTH_MESSAGES.sessionEnded });
    await page.getByLabel("New password", { exact: true }).fill("another horse 8");
    const sent = page.waitForRequest("**/api/admin/change-password");
    await page.getByRole("button", { name: "Update Password" }).click();
    await sent;
    const refused = page.waitForResponse("**/api/admin/late-count");
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await (await refused).finished();
    await expect(desk.heading).toHaveText("Update Password");
    answer.resolve();
    await expect(page).toHaveURL("/");
    await expect(desk.toast(AUTH_MESSAGES.passwordChanged)).toBeVisible();
    await expect(desk.toast(AUTH_MESSAGES.sessionEnded)).toHaveCount(0);
  });
});
