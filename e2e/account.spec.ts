import type { Page } from "@playwright/test";
import { userInfo } from "#contract/auth/auth.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { TEAM_MESSAGES } from "#contract/team/messages.ts";
import { STAFF_PASSWORD, staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

const ACCOUNT = "/admin/account";
const dialog = (page: Page) => page.getByRole("dialog", { name: "Please confirm it is you" });
const storedToken = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem("user") ?? "{}").accessToken);

async function addMember(page: Page, name: string): Promise<void> {
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Password" }).fill("quiet lagoon 4");
  await page
    .getByRole("textbox", { name: "Email ID" })
    .fill(`${name.toLowerCase().replaceAll(" ", ".")}@staff.example`);
  await page.getByLabel("Member Type").selectOption("Team");
  await page.getByRole("button", { name: "Add Member" }).click();
}

test.describe("an old sign-in", () => {
  // Chromium logs the refused requests.
  test.use({ expectedErrors: ["Failed to load resource"] });

  test("is confirmed in one dialog and the call continues; closing the dialog cancels it", { tag: "@core" }, async ({
    page,
    desk,
    accounts,
  }) => {
    await desk.signIn("Admin", "/admin/manage-team");
    await expect(page.getByLabel("Member Type")).toBeVisible();
    await accounts.ageSignIns();
    const before = await storedToken(page);
    await addMember(page, "Ann Confirmed");
    await expect(dialog(page)).toBeVisible();
    await expect(dialog(page).getByLabel("Your password")).toBeFocused();
    await desk.expectAccessible();

    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(desk.toasts).toHaveCount(0);
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Ann Confirmed");
    await expect(page.getByRole("button", { name: "Add Member" })).toBeFocused();

    await page.getByRole("button", { name: "Add Member" }).press("Enter");
    await dialog(page).getByLabel("Your password").fill("wrong horse");
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByText(AUTH_MESSAGES.currentPasswordWrong)).toBeVisible();
    await dialog(page).getByLabel("Your password").fill(STAFF_PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page.getByText(TEAM_MESSAGES.teamMemberAdded)).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole("table").getByText("Ann Confirmed")).toBeVisible();
    expect(await storedToken(page)).not.toBe(before);
  });
});

test("Your sign-in lists a member's sessions and ends one, all others or all", { tag: "@core" }, async ({
  page,
  desk,
  request,
}) => {
  await desk.signIn("Telecaller");
  const elsewhere = async () => {
    const data = { email: staffEmail("Telecaller"), password: STAFF_PASSWORD };
    const answer = await request.post("/api/admin/admin-login", { data, headers: { "user-agent": "" } });
    const { jwtToken } = (await answer.json()) as { jwtToken: string };
    return async () => (await request.get("/api/user_info", { headers: { authorization: jwtToken } })).status();
  };
  const [first, second] = [await elsewhere(), await elsewhere()];
  await page.goto("/admin");
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^Welcome/ })
    .click();
  await desk.menuItem("Your sign-in").click();
  await expect(page).toHaveURL(ACCOUNT);
  await expect(desk.heading).toHaveText("Your sign-in");
  const rows = page.getByRole("table", { name: "Where you are signed in" }).getByRole("row");
  await expect(rows.filter({ hasText: "This one" })).toHaveCount(1);
  await desk.expectAccessible();

  const count = await rows.count();
  await rows.filter({ hasNotText: "This one" }).getByRole("button", { name: /^End/ }).first().click();
  await expect(rows).toHaveCount(count - 1);
  await page.getByRole("button", { name: "End all others" }).click();
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole("button", { name: "End all others" })).toBeDisabled();
  expect([await first(), await second()]).toEqual([401, 401]);

  for (const width of [360, 768, 1366]) {
    await page.setViewportSize({ width, height: 800 });
    const hasNoScrollbar = await page.evaluate(
      () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
    );
    expect([width, hasNoScrollbar]).toEqual([width, true]);
  }
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await desk.dialog().getByRole("button", { name: "Yes" }).click();
  await expect(page).toHaveURL("/");
});

test("an Admin ends a member's sessions on the member's page", async ({ page, desk }) => {
  const nightStaff = desk.member("Night Staff");
  await nightStaff.call(userInfo);
  await desk.signIn("Admin", "/admin/manage-team");
  await page.getByRole("link", { name: "Edit Night Staff Member" }).click();
  await page.getByRole("button", { name: "End all of them" }).click();
  await expect(page.getByText("Night Staff Member is not signed in anywhere.")).toBeVisible();
  expect((await nightStaff.answer(userInfo)).status()).toBe(401);
});

test("an idle screen asks whether the member is still there", async ({ page, desk }) => {
  let secondsLeft = 200;
  await page.route("**/api/admin/session-end", async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, data: { ...body.data, idle_seconds_left: secondsLeft } } });
  });
  await desk.signIn("Team", "/admin");
  const question = desk.dialog("Are you still there?");
  await expect(question).toContainText("in about 4 minutes");
  secondsLeft = 28_800;
  const used = page.waitForRequest("**/api/user_info");
  await question.getByRole("button", { name: "Yes, I'm still here" }).click();
  expect((await used).headers()["x-background"]).toBeUndefined();
  await expect(question).toBeHidden();
});
