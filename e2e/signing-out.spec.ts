import type { Page, Request } from "@playwright/test";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { PATHS } from "#web/platform/paths.ts";
import { openSettled, refuse } from "./support/answers.ts";
import { storedUser, toastOf } from "./support/page-parts.ts";
import { expect, test } from "./support/test.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("Logout leaves at once and aborts the calls under way", { tag: "@core" }, async ({ page, signInAs }) => {
  await signInAs("Team");
  await openSettled(page, "/admin/recent-order", "admin/get-orders-list");
  await expect(heading(page)).toHaveText("New Order");
  await page.route("**/api/admin/get-orders-list/**", () => undefined);
  const answer = Promise.withResolvers<void>();
  await page.route("**/api/admin/logout", async (route) => {
    await answer.promise;
    await route.continue();
  });
  const isList = (request: Request) => request.url().includes("/get-orders-list/");
  const sent = page.waitForRequest(isList);
  await page.getByRole("button", { name: "Refresh" }).click();
  await sent;
  const aborted = page.waitForEvent("requestfailed", isList);
  await page.getByRole("navigation", { name: "Console" }).getByRole("button", { name: "Logout" }).click();
  await aborted;
  await expect(page).toHaveURL("/");
  expect(await storedUser(page)).toBeNull();
  answer.resolve();
  await expect(toastOf(page, AUTH_MESSAGES.signedOut)).toBeVisible();
  await expect(page.locator(".Toastify__toast")).toHaveCount(1);
});

// Chromium logs the answer that is refused on purpose.
test.describe("while the password is changed", () => {
  test.use({ expectedErrors: ["Failed to load resource"] });

  test("a refused call is not reported", async ({ page, signInAs }) => {
    await signInAs("Team");
    await openSettled(page, PATHS.changePassword);
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
    await expect(heading(page)).toHaveText("Update Password");
    answer.resolve();
    await expect(page).toHaveURL("/");
    await expect(toastOf(page, AUTH_MESSAGES.passwordChanged)).toBeVisible();
    await expect(toastOf(page, AUTH_MESSAGES.sessionEnded)).toHaveCount(0);
  });
});
