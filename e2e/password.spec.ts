import type { Page } from "@playwright/test";
import { passwordShort, userInfo } from "#contract/auth/auth.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { STAFF_PASSWORD, staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the refusals that these tests provoke.
test.use({ expectedErrors: ["Failed to load resource"] });

const NEW_PASSWORD = "another horse 8";
const newPassword = (page: Page) => page.getByLabel("New password");
const currentPassword = (page: Page) => page.getByLabel("Current password");

test("a forgotten password is reset by the mail's link @2-177", { tag: "@core" }, async ({ page, desk, accounts }) => {
  const email = staffEmail("Telecaller");
  const telecaller = await desk.signIn("Telecaller");
  await page.evaluate(() => localStorage.clear());
  const before = await accounts.newestResetLink();

  await test.step("requesting the link", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await expect(page).toHaveURL("/forgot-password");
    await expect(desk.heading).toHaveText("Forgot password");
    await expect(desk.heading).toBeFocused();
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByText(AUTH_MESSAGES.signInEmailRequired)).toBeVisible();
    await page.getByLabel("Email ID").fill("telecaller");
    await expect(page.getByText(AUTH_MESSAGES.signInEmailInvalid)).toBeVisible();
    await page.getByLabel("Email ID").fill(email);
    await expect(page.getByText(AUTH_MESSAGES.signInEmailInvalid)).toBeHidden();
    await page.getByLabel("Email ID").press("Enter");
    await expect(page.getByText(AUTH_MESSAGES.resetRequested)).toBeVisible();
  });

  await expect.poll(accounts.newestResetLink).not.toBe(before);
  const link = await accounts.newestResetLink();

  await test.step("the link", async () => {
    const sent: string[] = [];
    page.on("request", (request) => sent.push(`${request.url()} ${request.headers().referer ?? ""}`));
    await page.goto(link);
    await expect(desk.heading).toHaveText("Set a new password");
    await expect(page).toHaveURL("/reset-password");
    expect(await page.evaluate(() => window.location.href)).not.toContain("token");
    expect(sent.length).toBeGreaterThan(1);
    expect(sent.filter((line) => line.includes(link.split("token=")[1] ?? ""))).toEqual([]);
  });

  await test.step("validation", async () => {
    await newPassword(page).fill("x");
    await expect(page.getByText(passwordShort("newPassword", 6))).toBeVisible();
    await newPassword(page).fill("");
    await expect(page.getByText(AUTH_MESSAGES.newPasswordRequired)).toBeVisible();
    await newPassword(page).fill("password");
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(desk.main.getByText(AUTH_MESSAGES.newPasswordCommon)).toBeVisible();
    await expect(page.getByRole("alert").getByText(AUTH_MESSAGES.newPasswordCommon)).toBeVisible();
    await expect(newPassword(page)).toHaveAttribute("autocomplete", "new-password");
  });

  await test.step("setting it", async () => {
    await newPassword(page).fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByText(AUTH_MESSAGES.passwordReset)).toBeVisible();
    await expect(page).toHaveURL("/");
    const answer = await telecaller.answer(userInfo);
    expect(answer.status()).toBe(401);
    await desk.submitSignIn(email);
    await expect(page.getByText(AUTH_MESSAGES.signInWrong)).toBeVisible();
    await desk.submitSignIn(email, NEW_PASSWORD);
    await expect(page).toHaveURL("/admin");
  });

  await test.step("the link a second time", async () => {
    await page.goto(link);
    await newPassword(page).fill("third horse 9");
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(desk.main.getByText(AUTH_MESSAGES.resetTokenInvalid)).toBeVisible();
    await expect(newPassword(page)).toBeHidden();
    expect(await desk.storedUser()).not.toBeNull();
    await page.getByRole("link", { name: "Ask for a new link" }).click();
    await expect(page).toHaveURL("/forgot-password");
  });
});

test("an unknown address gets the same answer @2-177", async ({ page, accounts }) => {
  const before = await accounts.newestResetLink();
  await page.goto("/forgot-password");
  await page.getByLabel("Email ID").fill("nobody@staff.example");
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(AUTH_MESSAGES.resetRequested)).toBeVisible();
  await page.getByRole("button", { name: "Ask again" }).click();
  await expect(page.getByLabel("Email ID")).toHaveValue("");
  await page.getByRole("link", { name: "Back to Sign In" }).click();
  await expect(page).toHaveURL("/");
  expect(await accounts.newestResetLink()).toBe(before);
});

test("a truncated or missing link says what to do; a valid one opened afterwards starts over", async ({ page }) => {
  await page.goto("/reset-password#token=abc");
  await expect(page.getByText(AUTH_MESSAGES.resetTokenInvalid)).toBeVisible();
  await expect(page).toHaveURL("/reset-password");
  await page.reload();
  await expect(page.getByText(AUTH_MESSAGES.resetTokenMissing)).toBeVisible();
  await page.goto(`/reset-password#token=${"A".repeat(43)}`);
  await expect(newPassword(page)).toBeVisible();
  await expect(page).toHaveURL("/reset-password");
});

test("a member changes the own password with one field, which ends the session @1-013 @2-053 @2-124 @2-125 @2-126 @4-034 @5-005 @5-006 @7-035 @8-006 @9-012", {
  tag: "@core",
}, async ({ page, desk, accounts }) => {
  const nightStaff = await desk.signIn("Night Staff", "/admin");
  await page.getByRole("link", { name: "Change Password" }).click();
  await expect(page).toHaveURL("/admin/change-password");
  await expect(desk.heading).toHaveText("Update Password");
  await expect(page).toHaveTitle("Update Password · Sri Lanka Arrival Card");
  await expect(page.locator("main input:visible")).toHaveCount(1);
  await expect(page.locator('input[autocomplete="username"]')).toHaveValue(staffEmail("Night Staff"));
  const update = page.getByRole("button", { name: "Update Password" });

  await test.step("validation on submit, on change, on blur", async () => {
    await update.click();
    await expect(page.getByText(AUTH_MESSAGES.newPasswordRequired)).toBeVisible();
    await newPassword(page).fill("12345");
    await expect(page.getByText(passwordShort("newPassword", 6))).toBeVisible();
    await page.reload();
    await newPassword(page).focus();
    await newPassword(page).blur();
    await expect(page.getByText(AUTH_MESSAGES.newPasswordRequired)).toBeVisible();
  });

  await test.step("a password that can be shown", async () => {
    await newPassword(page).fill("password");
    await expect(newPassword(page)).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: "Show or hide what you typed" }).click();
    await expect(newPassword(page)).toHaveAttribute("type", "text");
  });

  await test.step("a common one is refused at its field and in a toast", async () => {
    await update.click();
    await expect(desk.main.getByText(AUTH_MESSAGES.newPasswordCommon)).toBeVisible();
    await expect(page.getByRole("alert").getByText(AUTH_MESSAGES.newPasswordCommon)).toBeVisible();
    await expect(currentPassword(page)).toBeHidden();
  });

  await test.step("a good one ends the session", async () => {
    await newPassword(page).fill(NEW_PASSWORD);
    await update.click();
    await expect(page.getByText(AUTH_MESSAGES.passwordChanged)).toBeVisible();
    await expect(page).toHaveURL("/");
    expect(await desk.storedUser()).toBeNull();
    const answer = await nightStaff.answer(userInfo);
    expect(answer.status()).toBe(401);
    await desk.submitSignIn(staffEmail("Night Staff"), NEW_PASSWORD);
    await expect(page).toHaveURL("/admin");
  });
  await accounts.restore();
});

test("an older sign-in requires the current password, and a failed attempt's toast closes on success @2-125", async ({
  page,
  desk,
  accounts,
}) => {
  await desk.signIn("Night Staff");
  await accounts.ageSignIns();
  await page.goto("/admin/change-password");
  const update = page.getByRole("button", { name: "Update Password" });
  await expect(currentPassword(page)).toBeVisible();
  await expect(page.getByText(AUTH_MESSAGES.currentPasswordRequired)).toHaveCount(0);
  await newPassword(page).fill(NEW_PASSWORD);
  await desk.expectAccessible();

  await currentPassword(page).fill("wrong horse");
  await update.click();
  await expect(desk.main.getByText(AUTH_MESSAGES.currentPasswordWrong)).toBeVisible();
  await expect(newPassword(page)).toHaveValue(NEW_PASSWORD);
  await currentPassword(page).fill(STAFF_PASSWORD);
  await update.click();
  await expect(page.getByText(AUTH_MESSAGES.passwordChanged)).toBeVisible();
  await expect(page.getByText(AUTH_MESSAGES.currentPasswordWrong)).toHaveCount(0);
  await expect(page).toHaveURL("/");
});

test("Remember me is sent, and the token then lasts two weeks instead of twelve hours", async ({ page, desk }) => {
  const lifeOf = async (isRemembered: boolean) => {
    await page.goto("/");
    await page.getByLabel("Remember me").setChecked(isRemembered);
    const [request] = await Promise.all([
      page.waitForRequest("**/api/admin/admin-login"),
      desk.submitSignIn(staffEmail("Team")),
    ]);
    expect(request.postDataJSON()).toMatchObject({ rememberMe: isRemembered });
    await expect(page).toHaveURL("/admin");
    const token = JSON.parse((await desk.storedUser()) ?? "{}").accessToken as string;
    const { iat, exp } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    await page.evaluate(() => localStorage.clear());
    return (exp - iat) / 3600;
  };
  expect(await lifeOf(true)).toBe(14 * 24);
  expect(await lifeOf(false)).toBe(12);
});
