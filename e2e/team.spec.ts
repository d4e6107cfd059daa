import type { Page } from "@playwright/test";
import { passwordShort } from "#contract/auth/auth.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { ROLES, type Role } from "#contract/roles.ts";
import { TEAM_MESSAGES } from "#contract/team/messages.ts";
import { addTeamMember, deleteTeamMember, PASSWORD_MASK, updateTeamMember } from "#contract/team/team.ts";
import { breakAnswers, holdAnswers } from "./support/looks.ts";
import type { Member } from "./support/member.ts";
import { Screen } from "./support/screen.ts";
import { staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the answers that these tests break on purpose.
test.use({ expectedErrors: ["Failed to load resource", "net::ERR_FAILED"] });

const TEAM = "/admin/manage-team";
const table = (page: Page) => page.getByRole("table", { name: "Team Member List" });
const rowOf = (page: Page, text: string) => table(page).getByRole("row").filter({ hasText: text });
const select = (screen: Screen) => screen.main.getByRole("combobox", { name: "Member Type" });
let people = 0;

interface Person {
  name: string;
  email: string;
}
function person(): Person {
  people += 1;
  return { name: `Person ${people} ${Date.now()}`, email: `person.${people}.${Date.now()}@staff.example` };
}

async function fill(screen: Screen, { name, email }: Person, type: Role = "Team", password = "quiet lagoon 4") {
  await screen.page.getByRole("textbox", { name: "Name" }).fill(name);
  await screen.page.getByRole("textbox", { name: "Password" }).fill(password);
  await screen.page.getByRole("textbox", { name: "Email ID" }).fill(email);
  await select(screen).selectOption(type);
}

async function added(admin: Member, type: Role = "Team") {
  const someone = person();
  return { ...someone, id: (await admin.call(addTeamMember, { ...someone, type, password: "quiet lagoon 4" })).id };
}

test("an Admin adds, edits and deletes a member @1-011 @1-025 @2-054 @2-055 @2-127 @2-128 @2-129 @2-130 @2-131 @2-132 @2-133 @3-036 @3-037 @8-014", {
  tag: "@core",
}, async ({ page, desk }) => {
  const someone = person();
  await desk.signIn("Admin", "/admin");
  await page.getByRole("link", { name: "Manage Team" }).click();
  await expect(page).toHaveURL(TEAM);
  await expect(desk.heading).toHaveText("Manage Team");
  await expect(page).toHaveTitle("Manage Team · Sri Lanka Arrival Card");
  await expect(table(page).getByRole("columnheader")).toHaveText(["#", "Name", "Email", "Password", "Type", "Action"]);
  await expect(select(desk).getByRole("option")).toHaveText(["Select type", ...ROLES]);
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("");
  await desk.expectAccessible();

  await test.step("adds", async () => {
    await fill(desk, someone);
    await page.getByRole("button", { name: "Add Member" }).click();
    await expect(desk.toast(TEAM_MESSAGES.teamMemberAdded)).toBeVisible();
    await expect(rowOf(page, someone.name).getByRole("cell")).toContainText([
      /^\d+$/,
      someone.name,
      someone.email,
      PASSWORD_MASK,
      "Team",
      "Edit",
    ]);
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("");
    await expect(page.getByRole("textbox", { name: "Password" })).toHaveValue("");
    await expect(select(desk)).toHaveValue("");
    await expect(desk.main.getByText(TEAM_MESSAGES.teamNameRequired)).toBeHidden();
    await expect(page.getByText(`Admin Member added ${someone.name} as Team`)).toBeVisible();
  });

  await test.step("edits", async () => {
    await page.getByRole("link", { name: `Edit ${someone.name}` }).click();
    await expect(page).toHaveURL(/\/admin\/manage-team\/\d+$/);
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(someone.name);
    await expect(page.getByRole("textbox", { name: "Email ID" })).toHaveValue(someone.email);
    await expect(page.getByRole("textbox", { name: "Password" })).toHaveValue("");
    await expect(select(desk)).toHaveValue("Team");
    await desk.expectAccessible();
    await select(desk).selectOption("Night Staff");
    await page.getByRole("button", { name: "Save Member" }).click();
    await expect(desk.toast(TEAM_MESSAGES.teamMemberUpdated)).toBeVisible();
    await expect(page).toHaveURL(TEAM);
    await expect(rowOf(page, someone.name)).toContainText("Night Staff");
    await expect(page.getByText(`Admin Member changed type of ${someone.name}, now Night Staff`)).toBeVisible();
  });

  await test.step("deletes, after a No", async () => {
    const remove = rowOf(page, someone.name).getByRole("button", { name: `Delete ${someone.name}` });
    await remove.click();
    await expect(desk.dialog().getByText("Are you sure you want to delete?", { exact: true })).toBeVisible();
    await expect(desk.dialog()).toContainText(someone.name);
    await desk.expectAccessible();
    await desk.dialog().getByRole("button", { name: "No" }).click();
    await expect(desk.dialog()).toBeHidden();
    await expect(rowOf(page, someone.name)).toBeVisible();
    await remove.click();
    await desk.dialog().getByRole("button", { name: "Yes" }).click();
    await expect(desk.toast("Team member deleted successfully.")).toBeVisible();
    await expect(rowOf(page, someone.name)).toHaveCount(0);
    await expect(page.getByText(`Admin Member removed ${someone.name}`)).toBeVisible();
  });
});

test("every field is validated while typing, on blur and on submit @5-007 @5-008 @5-009 @5-010 @5-011 @5-026 @5-027 @5-028", async ({
  page,
  desk,
}) => {
  await desk.signIn("Admin", TEAM);
  const messages = [
    TEAM_MESSAGES.teamNameRequired,
    TEAM_MESSAGES.teamPasswordRequired,
    TEAM_MESSAGES.teamEmailRequired,
    TEAM_MESSAGES.teamTypeRequired,
  ];
  const [name, password, email] = ["Name", "Password", "Email ID"].map((label) =>
    page.getByRole("textbox", { name: label }),
  );
  if (name === undefined || password === undefined || email === undefined) throw new Error("fields are missing");
  await test.step("on blur", async () => {
    for (const control of [name, password, email, select(desk)]) {
      await control.focus();
      await control.blur();
    }
    for (const message of messages) await expect(desk.main.getByText(message)).toBeVisible();
  });
  await test.step("while typing", async () => {
    await name.fill("A");
    await expect(desk.main.getByText(TEAM_MESSAGES.teamNameRequired)).toBeHidden();
    await name.fill("");
    await expect(desk.main.getByText(TEAM_MESSAGES.teamNameRequired)).toBeVisible();
    await email.fill("nonsense");
    await expect(desk.main.getByText(TEAM_MESSAGES.teamEmailRequired)).toBeVisible();
    await password.fill("12345");
    await expect(desk.main.getByText(passwordShort("password", 6))).toBeVisible();
    await select(desk).selectOption("Team");
    await expect(desk.main.getByText(TEAM_MESSAGES.teamTypeRequired)).toBeHidden();
  });
  await test.step("on submit", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Add Member" }).click();
    for (const message of messages) await expect(desk.main.getByText(message)).toBeVisible();
    await expect(name).toBeFocused();
  });
});

test("the server's refusals are shown at their fields, and the input stays @8-007", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  const someone = person();
  await desk.signIn("Admin", TEAM);
  await fill(desk, { ...someone, email: staffEmail("Manager").toUpperCase() });
  await page.getByRole("button", { name: "Add Member" }).click();
  await expect(desk.toast(TEAM_MESSAGES.teamEmailTaken)).toBeVisible();
  await expect(desk.main.getByText(TEAM_MESSAGES.teamEmailTaken)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(someone.name);
  await expect(page.getByRole("textbox", { name: "Password" })).toHaveValue("quiet lagoon 4");
  await page.getByRole("textbox", { name: "Email ID" }).fill(someone.email);
  await page.getByRole("textbox", { name: "Password" }).fill("password1");
  await page.getByRole("button", { name: "Add Member" }).click();
  await expect(desk.main.getByText(AUTH_MESSAGES.newPasswordCommon)).toBeVisible();
  await test.step("without a server too", async () => {
    await page.getByRole("textbox", { name: "Password" }).fill("quiet lagoon 4");
    await page.route("**/api/admin/add-team-member", (route) => route.abort());
    await page.getByRole("button", { name: "Add Member" }).click();
    await expect(desk.toast("The server can't be reached")).toBeVisible();
    await page.unroute("**/api/admin/add-team-member");
    await expect(page.getByRole("textbox", { name: "Email ID" })).toHaveValue(someone.email);
    await page.getByRole("button", { name: "Add Member" }).click();
    await expect(desk.toast(TEAM_MESSAGES.teamMemberAdded)).toBeVisible();
  });
});

for (const role of ["Team", "Telecaller", "Night Staff"] as const) {
  test(`a ${role} sees the team and why they can't change it @1-011 @2-132 @6-006`, async ({ page, desk }) => {
    await desk.signIn(role);
    for (const path of [TEAM, `${TEAM}/1`]) {
      await page.goto(path);
      await expect(page.getByText(TEAM_MESSAGES.teamReadOnly)).toBeVisible();
      await expect(table(page).getByRole("columnheader")).toHaveText(["#", "Name", "Email", "Password", "Type"]);
      await expect(rowOf(page, staffEmail(role))).toContainText("You");
      await expect(desk.main.getByRole("textbox")).toHaveCount(0);
      await expect(desk.main.getByRole("button")).toHaveCount(0);
      await expect(page.getByText("Recent changes")).toHaveCount(0);
    }
    await desk.expectAccessible();
  });
}

test("a Manager changes everyone but Admins @1-011 @2-132", { tag: "@core" }, async ({ page, desk }) => {
  const admin = await desk.signIn("Admin");
  const someone = await added(admin, "Telecaller");
  const chief = await added(admin, "Admin");
  await desk.signIn("Manager", TEAM);
  await expect(rowOf(page, chief.email)).toContainText("Admins only");
  await expect(rowOf(page, chief.email).getByRole("link")).toHaveCount(0);
  await expect(rowOf(page, chief.email).getByRole("button")).toHaveCount(0);
  await expect(select(desk).getByRole("option", { name: "Admin" })).toBeDisabled();
  await expect(rowOf(page, staffEmail("Manager")).getByRole("button")).toHaveCount(0);
  await page.getByRole("link", { name: `Edit ${someone.name}` }).click();
  // The form for a new member has the same boxes.
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(someone.name);
  await page.getByRole("textbox", { name: "Name" }).fill(`${someone.name} Changed`);
  await page.getByRole("button", { name: "Save Member" }).click();
  await expect(desk.toast(TEAM_MESSAGES.teamMemberUpdated)).toBeVisible();
  await expect(rowOf(page, `${someone.name} Changed`)).toBeVisible();
  await test.step("an Admin's page shows the reason", async () => {
    await page.goto(`${TEAM}/${chief.id}`);
    await expect(page.getByText(TEAM_MESSAGES.teamManagerOnAdmin)).toBeVisible();
    await expect(desk.main.getByRole("textbox")).toHaveCount(0);
    await desk.expectAccessible();
    await page.getByRole("link", { name: "Back to adding" }).click();
    await expect(page.getByRole("button", { name: "Add Member" })).toBeVisible();
  });
  await test.step("a change of a member who has since become an Admin is refused with a reason", async () => {
    await page.goto(`${TEAM}/${someone.id}`);
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(`${someone.name} Changed`);
    const { id: tmId, name, email } = someone;
    await admin.call(updateTeamMember, { tmId, name, email, type: "Admin" });
    await page.getByRole("textbox", { name: "Name" }).fill("Typed by the Manager");
    await page.getByRole("button", { name: "Save Member" }).click();
    await expect(desk.toast(TEAM_MESSAGES.teamManagerOnAdmin)).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Typed by the Manager");
  });
});

test("members can't delete themselves or change their own type, password or email @2-133", async ({ page, desk }) => {
  const someone = await added(await desk.signIn("Admin"), "Manager");
  await page.goto("/");
  await page.evaluate(() => localStorage.clear());
  await page.goto("/");
  await desk.submitSignIn(someone.email, "quiet lagoon 4");
  await expect(page).toHaveURL("/admin");
  await page.goto(`${TEAM}/${someone.id}`);
  await expect(rowOf(page, someone.email).getByRole("button")).toHaveCount(0);
  await expect(select(desk).locator("option:not([disabled])")).toHaveText(["Manager"]);
  await page.getByRole("textbox", { name: "Name" }).fill("My Own New Name");
  await page.getByRole("button", { name: "Save Member" }).click();
  await expect(page).toHaveURL(TEAM);
  await expect(page.getByRole("banner")).toContainText("My Own New Name");
  await page.getByRole("link", { name: "Edit My Own New Name" }).click();
  await expect(page.getByRole("textbox", { name: "Password" })).toBeDisabled();
  await expect(page.getByText(TEAM_MESSAGES.teamOwnPassword)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Email ID" })).toHaveAttribute("readonly", "");
  await expect(page.getByText(TEAM_MESSAGES.teamOwnEmail)).toBeVisible();
});

test("a member who is deleted while signed in is led to the sign-in @8-002", async ({
  page,
  desk,
  browser,
  baseURL,
}) => {
  const admin = await desk.signIn("Admin");
  const someone = await added(admin, "Manager");
  const theirs = new Screen(await browser.newPage({ baseURL: baseURL ?? "" }));
  await theirs.page.goto("/");
  await theirs.submitSignIn(someone.email, "quiet lagoon 4");
  await theirs.page.getByRole("link", { name: "Manage Team" }).click();
  await fill(theirs, person());
  await page.goto(`${TEAM}/${someone.id}`);
  await rowOf(page, someone.email)
    .getByRole("button", { name: /^Delete/ })
    .click();
  await desk.dialog().getByRole("button", { name: "Yes" }).click();
  await expect(rowOf(page, someone.email)).toHaveCount(0);
  await expect(page).toHaveURL(TEAM);
  await expect(theirs.page, "the live connection tells, nothing is pressed").toHaveURL("/");
  await expect(theirs.toast(AUTH_MESSAGES.sessionEnded)).toHaveCount(1);
  expect(await theirs.storedUser()).toBeNull();
  await theirs.page.close();
});

test("deleting a member whom someone else has deleted shows a message and removes the row", async ({ page, desk }) => {
  const admin = await desk.signIn("Admin");
  const someone = await added(admin);
  await page.goto(TEAM);
  await expect(rowOf(page, someone.name)).toBeVisible();
  await admin.call(deleteTeamMember, { teamMemberId: someone.id });
  await page.getByRole("button", { name: `Delete ${someone.name}` }).click();
  await desk.dialog().getByRole("button", { name: "Yes" }).click();
  await expect(desk.toast(TEAM_MESSAGES.teamMemberNotFound)).toBeVisible();
  await expect(rowOf(page, someone.name)).toHaveCount(0);
});

test("the page of an unknown member says so and leads back", async ({ page, desk }) => {
  await desk.signIn("Admin");
  for (const id of ["2147483647", "nonsense", "99999999999", "0"]) {
    await page.goto(`${TEAM}/${id}`);
    await expect(page.getByText(TEAM_MESSAGES.teamMemberNotFound)).toBeVisible();
    await expect(desk.heading).toHaveText("Manage Team");
  }
  await desk.expectAccessible();
  await page.getByRole("link", { name: "Back to adding" }).click();
  await expect(page.getByRole("button", { name: "Add Member" })).toBeVisible();
});

test("the team loads, fails and loads again", async ({ page, desk }) => {
  await desk.signIn("Admin");
  await test.step("loading", async () => {
    const letGo = await holdAnswers(page, "**/api/admin/{get-team-*,activity}");
    await page.goto(TEAM);
    for (const text of ["Loading the form", "Loading the team", "Loading the recent changes"]) {
      await expect(page.getByText(text)).toBeAttached();
    }
    letGo();
    await expect(table(page)).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
  });
  await test.step("failed", async () => {
    await breakAnswers(page, "**/api/admin/{get-team-*,activity}");
    await page.reload();
    await expect(desk.retry).toHaveCount(3);
    await page.unrouteAll({ behavior: "wait" });
    for (const left of [2, 1, 0]) {
      await desk.retry.first().click();
      await expect(desk.retry).toHaveCount(left);
    }
    await expect(table(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "Add Member" })).toBeVisible();
  });
});

test("the edit form keeps its input while the team changes", async ({ page, desk }) => {
  const admin = await desk.signIn("Admin");
  const [someone, other] = [await added(admin), await added(admin)];
  await page.goto(`${TEAM}/${someone.id}`);
  await page.getByRole("textbox", { name: "Name" }).fill("Half a na");
  await page.getByRole("button", { name: `Delete ${other.name}` }).click();
  await desk.dialog().getByRole("button", { name: "Yes" }).click();
  await expect(rowOf(page, other.name)).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Half a na");
  await expect(page).toHaveURL(`${TEAM}/${someone.id}`);
});
