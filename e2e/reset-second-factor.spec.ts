import { beginTotp, confirmTotp } from "#contract/factors/factors.ts";
import { RESET_FACTOR_MESSAGES } from "#contract/factors/reset-messages.ts";
import type { Role } from "#contract/roles.ts";
import { listTeam } from "#contract/team/team.ts";
import { codeAt } from "#test/support/second-factor.ts";
import type { Desk } from "./support/desk.ts";
import { staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the refused requests.
test.use({ expectedErrors: ["Failed to load resource"] });

test.beforeEach(async ({ control }) => void (await control("/factors/clear")));
test.afterEach(async ({ control }) => void (await control("/factors/clear")));

/** Sets an app up by the API. */
async function setUp(desk: Desk, role: Role): Promise<void> {
  const member = desk.member(role);
  const { secret } = await member.call(beginTotp);
  await member.call(confirmTotp, { code: codeAt(secret, Date.now()) });
}

async function pageOf(desk: Desk, role: Role): Promise<string> {
  const team = await desk.member("Admin").call(listTeam);
  const member = team.find(({ email }) => email === staffEmail(role));
  return `/admin/manage-team/${member?.id}`;
}

test("an Admin resets the second factor of a member, who signs in by the password again", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  await setUp(desk, "Telecaller");
  await desk.signIn("Admin", await pageOf(desk, "Telecaller"));
  await expect(page.getByText("Telecaller Member signs in with a second factor.")).toBeVisible();
  await desk.button("Reset second factor").click();
  const dialog = desk.dialog("Reset second factor");
  const submit = dialog.getByRole("button", { name: "Reset second factor" });
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await desk.expectAccessible();
  await submit.click();
  await expect(dialog.getByText(RESET_FACTOR_MESSAGES.reasonRequired)).toBeVisible();
  await expect(dialog.getByText(RESET_FACTOR_MESSAGES.recognisedRequired)).toBeVisible();

  await dialog.getByLabel("Reason").fill("Telephone lost");
  await dialog.getByLabel("How did you recognise").fill("Came to my desk");
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await desk.button("Reset second factor").click();
  await expect(dialog.getByText("This is what you had typed and not saved.")).toBeVisible();
  await expect(dialog.getByLabel("How did you recognise")).toHaveValue("Came to my desk");
  await submit.click();
  await expect(desk.toast(RESET_FACTOR_MESSAGES.factorReset)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Telecaller Member has no second factor.")).toBeVisible();
  await expect(page.getByText("Telecaller Member is not signed in anywhere.")).toBeVisible();
  await expect(desk.button("Reset second factor")).toHaveCount(0);
  await expect(page.locator("body")).not.toBeFocused();
  await desk.expectAccessible();

  await page.goto("/admin/security?type=factor-reset");
  await expect(page.getByText("(recognised by: Came to my desk)").first()).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto("/");
  await desk.submitSignIn(staffEmail("Telecaller"));
  await expect(page).toHaveURL("/admin");
});

test("another Admin was faster; a Manager and one's own page have no such part", async ({ page, desk, control }) => {
  await setUp(desk, "Night Staff");
  const path = await pageOf(desk, "Night Staff");
  await desk.signIn("Admin", path);
  await desk.button("Reset second factor").click();
  const dialog = desk.dialog("Reset second factor");
  await dialog.getByLabel("Reason").fill("Telephone lost");
  await dialog.getByLabel("How did you recognise").fill("Came to my desk");
  await control("/factors/clear");
  await dialog.getByRole("button", { name: "Reset second factor" }).click();
  await expect(desk.toast(RESET_FACTOR_MESSAGES.factorMissing)).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Night Staff Member has no second factor.")).toBeVisible();

  await page.goto(await pageOf(desk, "Admin"));
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Admin Member");
  await expect(page.getByRole("heading", { name: "Second factor" })).toHaveCount(0);
  await desk.signIn("Manager", path);
  await expect(page.getByRole("heading", { name: "Sign-ins" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Second factor" })).toHaveCount(0);
});
