import type { Page } from "@playwright/test";
import { LINK_MESSAGES } from "#contract/auth/link-messages.ts";
import { FACTOR_ANSWERS } from "#contract/factors/answer-messages.ts";
import { FACTOR_MESSAGES } from "#contract/factors/messages.ts";
import type { Role } from "#contract/roles.ts";
import { codeAt } from "#test/support/second-factor.ts";
import type { Desk } from "./support/desk.ts";
import { staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the refused requests.
test.use({ expectedErrors: ["Failed to load resource"] });

test.beforeEach(async ({ control }) => void (await control("/factors/clear")));
test.afterEach(async ({ control }) => void (await control("/factors/clear")));

const codeField = (page: Page) => page.getByLabel("Code from your authenticator app");

/** Scans the secret on the screen and enters its first code. @returns secret and recovery codes */
async function scan(page: Page): Promise<{ secret: string; codes: string[] }> {
  await expect(page.getByRole("img", { name: "QR code" })).toBeVisible();
  const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await codeField(page).fill(codeAt(secret, Date.now()));
  await page.getByRole("button", { name: "Turn it on" }).click();
  const list = page.getByRole("list", { name: "Recovery codes" });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  return { secret, codes: await list.getByRole("listitem").allTextContents() };
}

/** Sets an app up under Your sign-in. */
async function setUp(page: Page, desk: Desk, role: Role) {
  await desk.signIn(role, "/admin/account");
  await desk.button("Set up an authenticator app").click();
  const app = await scan(page);
  const done = desk.button("Done");
  await expect(done).toBeDisabled();
  await page.getByLabel("I have kept them").check();
  await page.getByLabel("End all other sessions").uncheck();
  await done.click();
  await expect(page.getByText("Authenticator app, added")).toBeVisible();
  return app;
}

async function firstStep(page: Page, desk: Desk, role: Role): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto("/");
  await desk.submitSignIn(staffEmail(role));
}

test("a member sets an app up and signs in with its code, a recovery code, and starts over", { tag: "@core" }, async ({
  page,
  desk,
  control,
}) => {
  const { secret, codes } = await setUp(page, desk, "Team");
  await desk.expectAccessible();

  await firstStep(page, desk, "Team");
  await expect(page.getByText("One more step")).toBeVisible();
  await expect(page.getByText("t•••@staff.example")).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await expect(desk.toasts).toHaveCount(0);
  await desk.expectAccessible();
  await codeField(page).fill("000000");
  await desk.button("Confirm").click();
  await expect(desk.toast(FACTOR_MESSAGES.codeWrong)).toBeVisible();
  await control("/factors/forget-steps");
  await codeField(page).fill(codeAt(secret, Date.now()));
  await desk.button("Confirm").click();
  await expect(page).toHaveURL("/admin");

  await firstStep(page, desk, "Team");
  await desk.button("Start over").click();
  await expect(page.getByLabel("Email ID")).toBeVisible();
  await desk.submitSignIn(staffEmail("Team"));
  await desk.button("Use a recovery code").click();
  await page.getByLabel("Recovery code").fill(codes[4] ?? "");
  await desk.button("Confirm").click();
  await expect(page).toHaveURL("/admin");
  await page.goto("/admin/account");
  await expect(page.getByText("Recovery codes left: 9")).toBeVisible();
});

test("Confirm it is you asks whoever has an app for its code too; removing it takes that", async ({
  page,
  desk,
  accounts,
  control,
}) => {
  const { secret } = await setUp(page, desk, "Night Staff");
  await accounts.ageSignIns();
  await control("/factors/forget-steps");
  await desk.button("Remove").click();
  await desk.button("Yes").click();
  const dialog = desk.dialog("Please confirm it is you");
  await dialog.getByLabel("Your password").fill("correct horse 7");
  await desk.expectAccessible();
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog.getByText(FACTOR_MESSAGES.codeWrong)).toBeVisible();
  await codeField(page).fill(codeAt(secret, Date.now()));
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(desk.toast(FACTOR_ANSWERS.appRemoved)).toBeVisible();
  await expect(desk.button("Set up an authenticator app")).toBeVisible();
});

test("Confirm it is you asks for the code also when the account can't be read", async ({
  page,
  desk,
  accounts,
  control,
}) => {
  const { secret } = await setUp(page, desk, "Admin");
  await accounts.ageSignIns();
  await control("/factors/forget-steps");
  await page.route("**/api/admin/account", (route) => route.abort());
  await page.goto("/admin/manage-team");
  await page.getByRole("textbox", { name: "Name" }).fill("New Comer");
  await page.getByRole("textbox", { name: "Email ID" }).fill(`new.comer.${Date.now()}@staff.example`);
  await desk.main.getByRole("combobox", { name: "Member Type" }).selectOption("Team");
  await desk.button("Send invitation").click();
  const dialog = desk.dialog("Please confirm it is you");
  await dialog.getByLabel("Your password").fill("correct horse 7");
  await expect(codeField(page)).toHaveCount(0);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog.getByText(FACTOR_ANSWERS.codeMissing)).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await codeField(page).fill(codeAt(secret, Date.now()));
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(desk.toast(LINK_MESSAGES.invitationSent)).toBeVisible();
});

test("an office of five, once a factor is required of Admins and Managers", { tag: "@core" }, async ({
  page,
  desk,
  control,
}) => {
  await control("/factors/require");

  // Within the grace everybody gets in as ever.
  for (const role of ["Admin", "Manager", "Team"] as const) {
    await firstStepFrom(page, desk, role);
    await expect(page).toHaveURL("/admin");
  }
  const manager = await setUp(page, desk, "Manager");
  await page.goto("/admin/account");
  await expect(desk.button("Remove")).toHaveCount(0);

  // After it, the Admin without one gets a link, sets an app up, and signs in.
  await control("/factors/overdue");
  await firstStepFrom(page, desk, "Admin");
  await expect(desk.toast(FACTOR_ANSWERS.setUpNeeded)).toBeVisible();
  await expect.poll(() => control("/factors/set-up-token")).toMatch(/^[\w-]{43}$/);
  await page.goto(`/set-up-factor#token=${await control("/factors/set-up-token")}`);
  await desk.button("Begin").click();
  const admin = await scan(page);
  await page.getByLabel("I have kept them").check();
  await desk.expectAccessible();
  await desk.button("Go on to Sign In").click();
  await desk.submitSignIn(staffEmail("Admin"));
  await control("/factors/forget-steps");
  await codeField(page).fill(codeAt(admin.secret, Date.now()));
  await desk.button("Confirm").click();
  await expect(page).toHaveURL("/admin");

  // The Manager lost the telephone, and sits at a new computer.
  const elsewhere = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  const other = await elsewhere?.newPage();
  if (other === undefined) throw new Error("no other browser");
  await other.goto("/");
  await other.getByLabel("Email ID").fill(staffEmail("Manager"));
  await other.getByLabel("Password", { exact: true }).fill("correct horse 7");
  await other.getByRole("button", { name: "Sign In" }).click();
  await other.getByRole("button", { name: "Use a recovery code" }).click();
  await other.getByLabel("Recovery code").fill(manager.codes[0] ?? "");
  await other.getByRole("button", { name: "Confirm" }).click();
  await expect(other).toHaveURL("/admin");
  await other.goto("/admin/account");
  await other.getByRole("button", { name: "Replace" }).click();
  await expect(other.getByRole("img", { name: "QR code" })).toBeVisible();

  // A Team member sees no difference.
  await firstStepFrom(page, desk, "Team");
  await expect(page).toHaveURL("/admin");
});

async function firstStepFrom(page: Page, desk: Desk, role: Role): Promise<void> {
  await page.goto("/healthz");
  await firstStep(page, desk, role);
}
