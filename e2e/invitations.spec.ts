import type { Page } from "@playwright/test";
import { LINK_MESSAGES } from "#contract/auth/link-messages.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { TEAM_MESSAGES } from "#contract/team/messages.ts";
import { Screen } from "./support/screen.ts";
import { staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the refusals that these tests provoke.
test.use({ expectedErrors: ["Failed to load resource"] });

const TEAM = "/admin/manage-team";
const PASSWORD = "another horse 8";
const rowOf = (page: Page, text: string) =>
  page.getByRole("table", { name: "Team Member List" }).getByRole("row").filter({ hasText: text });
const newcomer = () => ({ name: `New Comer ${Date.now()}`, email: `new.comer.${Date.now()}@staff.example` });

async function invite(screen: Screen, { name, email }: ReturnType<typeof newcomer>): Promise<void> {
  const { page, main } = screen;
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Email ID" }).fill(email);
  await main.getByRole("combobox", { name: "Member Type" }).selectOption("Team");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(screen.toast(LINK_MESSAGES.invitationSent)).toBeVisible();
}

test("an invited member chooses a password and signs in", { tag: "@core" }, async ({
  page,
  desk,
  accounts,
  browser,
  baseURL,
}) => {
  const someone = newcomer();
  await desk.signIn("Admin", TEAM);
  const before = await accounts.newestResetLink();

  await test.step("the form checks what it needs, and no password", async () => {
    await page.getByRole("button", { name: "Send invitation" }).click();
    await expect(desk.main.getByText(TEAM_MESSAGES.teamNameRequired)).toBeVisible();
    await expect(desk.main.getByText(TEAM_MESSAGES.teamTypeRequired)).toBeVisible();
    await expect(desk.main.getByText(TEAM_MESSAGES.teamPasswordRequired)).toBeHidden();
    await invite(desk, someone);
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("");
    await expect(rowOf(page, someone.name)).toContainText(/Invited\s*until/);
    await expect(page.getByText(`Admin Member invited ${someone.name} as Team`)).toBeVisible();
    await desk.expectAccessible();
  });

  await expect.poll(accounts.newestResetLink).not.toBe(before);
  const first = await accounts.newestResetLink();

  await test.step("sent again", async () => {
    await page.getByRole("button", { name: `Send again to ${someone.name}` }).click();
    await expect(desk.toast(LINK_MESSAGES.invitationSentAgain)).toBeVisible();
    await expect.poll(accounts.newestResetLink).not.toBe(first);
  });
  const link = await accounts.newestResetLink();
  const theirs = new Screen(await browser.newPage({ baseURL: baseURL ?? "" }));

  await test.step("the old link", async () => {
    await theirs.page.goto(first);
    await expect(theirs.main.getByText(AUTH_MESSAGES.resetTokenInvalid)).toBeVisible();
    await expect(theirs.page.getByLabel("New password")).toHaveCount(0);
    await theirs.expectAccessible();
  });

  await test.step("the new link", async () => {
    await theirs.page.goto(link);
    await expect(theirs.heading).toHaveText("Your invitation");
    await expect(theirs.main.getByText(someone.name)).toBeVisible();
    await expect(theirs.main.getByText(someone.email)).toBeVisible();
    await expect(theirs.page).toHaveURL("/invitation");
    expect(await theirs.page.evaluate(() => window.location.href)).not.toContain("token");
    await theirs.look(theirs.page.getByLabel("New password"));
    await theirs.page.getByLabel("New password").fill("password");
    await theirs.page.getByRole("button", { name: "Set password" }).click();
    await expect(theirs.main.getByText(AUTH_MESSAGES.newPasswordCommon)).toBeVisible();
    await theirs.page.getByLabel("New password").fill(PASSWORD);
    await theirs.page.getByRole("button", { name: "Set password" }).click();
    await expect(theirs.toast(LINK_MESSAGES.invitationAccepted)).toBeVisible();
    await expect(theirs.page).toHaveURL("/");
  });

  await test.step("the first sign-in", async () => {
    await expect(theirs.page.getByLabel("Email ID")).toHaveValue(someone.email);
    await theirs.page.getByLabel("Password").fill(PASSWORD);
    await theirs.page.getByRole("button", { name: "Sign In" }).click();
    await expect(theirs.page).toHaveURL("/admin");
    await expect(theirs.page.getByRole("note", { name: "Your password" })).toHaveCount(0);
    await theirs.page.goto(link);
    await expect(theirs.main.getByText(AUTH_MESSAGES.resetTokenInvalid)).toBeVisible();
    expect(await theirs.storedUser()).not.toBeNull();
    await theirs.page.close();
  });

  await page.reload();
  await expect(rowOf(page, someone.name)).toBeVisible();
  await expect(rowOf(page, someone.name)).not.toContainText("Invited");
  await expect(page.getByText(`${someone.name} accepted the invitation`)).toBeVisible();
});

test("an invitation whose mail is delayed or refused says so, without a reload", async ({
  page,
  desk,
  accounts,
  control,
}) => {
  const someone = newcomer();
  const row = rowOf(page, someone.name);
  await desk.signIn("Admin", TEAM);
  const before = await accounts.newestResetLink();
  await invite(desk, someone);
  await expect.poll(accounts.newestResetLink).not.toBe(before);
  await control("/invitation-mail/delayed");
  await page.reload();
  await expect(row).toContainText("Not mailed yet");
  await control("/invitation-mail/queued");
  await page.reload();
  await expect(row).toContainText(/Invited\s*until/);
  await expect(row).not.toContainText("Not mailed yet");
  await control("/invitation-mail/refused");
  await expect(row).toContainText("The mail was refused");
  await expect(desk.announced).toHaveText(`The mail with the invitation of ${someone.name} was refused`);
  await desk.look(row);
  await page.getByRole("button", { name: `Send again to ${someone.name}` }).click();
  await expect(desk.toast(LINK_MESSAGES.invitationSentAgain)).toBeVisible();
  await expect(row).not.toContainText("The mail was refused");
});

test("a withdrawn invitation leaves the list, and its link is dead", async ({ page, desk, accounts }) => {
  const someone = newcomer();
  await desk.signIn("Admin", TEAM);
  const before = await accounts.newestResetLink();
  await invite(desk, someone);
  await expect.poll(accounts.newestResetLink).not.toBe(before);
  const link = await accounts.newestResetLink();
  const withdraw = page.getByRole("button", { name: `Withdraw the invitation of ${someone.name}` });
  await desk.look(withdraw);
  await page.setViewportSize({ width: 360, height: 740 });
  await withdraw.click();
  await desk.dialog().getByRole("button", { name: "Yes" }).click();
  await expect(desk.toast(LINK_MESSAGES.invitationWithdrawn)).toBeVisible();
  await expect(rowOf(page, someone.name)).toHaveCount(0);
  await page.goto(link);
  await expect(desk.main.getByText(AUTH_MESSAGES.resetTokenInvalid)).toBeVisible();
  await page.goto("/invitation");
  await expect(desk.main.getByText(AUTH_MESSAGES.resetTokenMissing)).toBeVisible();
});

test("a member whose password somebody else typed is asked to choose their own", async ({
  page,
  desk,
  browser,
  baseURL,
}) => {
  const someone = newcomer();
  await desk.signIn("Admin", TEAM);
  await page.getByRole("textbox", { name: "Name" }).fill(someone.name);
  await page.getByRole("textbox", { name: "Password" }).fill("quiet lagoon 4");
  await page.getByRole("textbox", { name: "Email ID" }).fill(someone.email);
  await desk.main.getByRole("combobox", { name: "Member Type" }).selectOption("Team");
  await page.getByRole("button", { name: "Add Member" }).click();
  await expect(desk.toast(TEAM_MESSAGES.teamMemberAdded)).toBeVisible();

  const theirs = new Screen(await browser.newPage({ baseURL: baseURL ?? "" }));
  const notice = theirs.page.getByRole("note", { name: "Your password" });
  await theirs.page.goto("/");
  await theirs.submitSignIn(someone.email, "quiet lagoon 4");
  await expect(notice).toHaveText("Set by Admin Member. Please choose your own. Change Password");
  await theirs.look(notice);
  await notice.getByRole("link", { name: "Change Password" }).click();
  await theirs.page.getByLabel("New password").fill(PASSWORD);
  await theirs.page.getByRole("button", { name: "Update Password" }).click();
  await expect(theirs.page).toHaveURL("/");
  await theirs.submitSignIn(someone.email, PASSWORD);
  await expect(theirs.page).toHaveURL("/admin");
  await expect(theirs.heading).toBeVisible();
  await expect(notice).toHaveCount(0);
  await theirs.page.close();
});

test("a lone Admin changes their own email by a link to the new address", { tag: "@core" }, async ({
  page,
  desk,
  accounts,
}) => {
  await desk.signIn("Admin", "/admin/account");
  const section = page.getByRole("region", { name: "Email" });
  await expect(section).toContainText(staffEmail("Admin"));

  const change = async (email: string) => {
    const before = await accounts.newestResetLink();
    await section.getByLabel("New email").fill(email);
    await section.getByRole("button", { name: "Send link" }).click();
    await expect(section.getByText("A link is on its way to")).toBeVisible();
    await expect(section.getByRole("status")).toContainText(email);
    await expect.poll(accounts.newestResetLink).not.toBe(before);
    await page.goto(await accounts.newestResetLink());
    await expect(desk.heading).toHaveText("Your new email");
    await expect(desk.main.getByText(email)).toBeVisible();
    await expect(page).toHaveURL("/confirm-sign-in-email");
  };

  await section.getByLabel("New email").fill(staffEmail("Team"));
  await section.getByRole("button", { name: "Send link" }).click();
  await expect(section.getByText(TEAM_MESSAGES.teamEmailTaken)).toBeVisible();
  await desk.look(section);
  await change("mine@staff.example");
  await desk.look(page.getByRole("button", { name: "Use this email" }));
  await page.getByRole("button", { name: "Use this email" }).click();
  await expect(desk.toast(LINK_MESSAGES.ownEmailChanged)).toBeVisible();
  await expect(page).toHaveURL("/admin/account");
  await expect(section).toContainText("mine@staff.example");
  await change(staffEmail("Admin"));
  await page.getByRole("button", { name: "Use this email" }).click();
  await expect(section).toContainText(staffEmail("Admin"));
});
