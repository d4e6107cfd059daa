import type { Page } from "@playwright/test";
import { passwordShort } from "#contract/auth/auth.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { ROLES, type Role } from "#contract/roles.ts";
import { TEAM_MESSAGES } from "#contract/team/messages.ts";
import { PASSWORD_MASK } from "#contract/team/team.ts";
import { breakAnswers } from "./support/looks.ts";
import { dialog, heading, retry, storedUser, toastOf } from "./support/page-parts.ts";
import { staffEmail } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

// Chromium logs the answers that these tests break on purpose.
test.use({ expectedErrors: ["Failed to load resource", "net::ERR_FAILED"] });

const TEAM = "/admin/manage-team";
const main = (page: Page) => page.getByRole("main");
const table = (page: Page) => page.getByRole("table", { name: "Team Member List" });
const rowOf = (page: Page, text: string) => table(page).getByRole("row").filter({ hasText: text });
const select = (page: Page) => main(page).getByRole("combobox", { name: "Member Type" });
let people = 0;

interface Person {
  name: string;
  email: string;
}
function person(): Person {
  people += 1;
  return { name: `Person ${people} ${Date.now()}`, email: `person.${people}.${Date.now()}@staff.example` };
}

async function fill(page: Page, { name, email }: Person, type: Role = "Team", password = "quiet lagoon 4") {
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("textbox", { name: "Email ID" }).fill(email);
  await select(page).selectOption(type);
}

async function added(page: Page, token: string, type: Role = "Team") {
  const given = person();
  const answer = await page.request.post("/api/admin/add-team-member", {
    headers: { authorization: token },
    data: { ...given, type, password: "quiet lagoon 4" },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return { ...given, id: (await answer.json()).data.id as number };
}

test("an Admin adds, edits and deletes a member @1-011 @1-025 @2-054 @2-055 @2-127 @2-128 @2-129 @2-130 @2-131 @2-132 @2-133 @3-036 @3-037 @8-014", {
  tag: "@core",
}, async ({ page, signInAs, expectAccessible }) => {
  const someone = person();
  await signInAs("Admin");
  await page.goto("/admin");
  await page.getByRole("link", { name: "Manage Team" }).click();
  await expect(page).toHaveURL(TEAM);
  await expect(heading(page)).toHaveText("Manage Team");
  await expect(page).toHaveTitle("Manage Team · Sri Lanka Arrival Card");
  await expect(table(page).getByRole("columnheader")).toHaveText(["#", "Name", "Email", "Password", "Type", "Action"]);
  await expect(select(page).getByRole("option")).toHaveText(["Select type", ...ROLES]);
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("");
  await expectAccessible();

  await test.step("adds", async () => {
    await fill(page, someone);
    await page.getByRole("button", { name: "Add Member" }).click();
    await expect(toastOf(page, TEAM_MESSAGES.teamMemberAdded)).toBeVisible();
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
    await expect(select(page)).toHaveValue("");
    await expect(main(page).getByText(TEAM_MESSAGES.teamNameRequired)).toBeHidden();
    await expect(page.getByText(`Admin Member added ${someone.name} as Team`)).toBeVisible();
  });

  await test.step("edits", async () => {
    await page.getByRole("link", { name: `Edit ${someone.name}` }).click();
    await expect(page).toHaveURL(/\/admin\/manage-team\/\d+$/);
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(someone.name);
    await expect(page.getByRole("textbox", { name: "Email ID" })).toHaveValue(someone.email);
    await expect(page.getByRole("textbox", { name: "Password" })).toHaveValue("");
    await expect(select(page)).toHaveValue("Team");
    await expectAccessible();
    await select(page).selectOption("Night Staff");
    await page.getByRole("button", { name: "Save Member" }).click();
    await expect(toastOf(page, TEAM_MESSAGES.teamMemberUpdated)).toBeVisible();
    await expect(page).toHaveURL(TEAM);
    await expect(rowOf(page, someone.name)).toContainText("Night Staff");
    await expect(page.getByText(`Admin Member changed type of ${someone.name}, now Night Staff`)).toBeVisible();
  });

  await test.step("deletes, after a No", async () => {
    const remove = rowOf(page, someone.name).getByRole("button", { name: `Delete ${someone.name}` });
    await remove.click();
    await expect(dialog(page).getByText("Are you sure you want to delete?", { exact: true })).toBeVisible();
    await expect(dialog(page)).toContainText(someone.name);
    await expectAccessible();
    await dialog(page).getByRole("button", { name: "No" }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(rowOf(page, someone.name)).toBeVisible();
    await remove.click();
    await dialog(page).getByRole("button", { name: "Yes" }).click();
    await expect(toastOf(page, "Team member deleted successfully.")).toBeVisible();
    await expect(rowOf(page, someone.name)).toHaveCount(0);
    await expect(page.getByText(`Admin Member removed ${someone.name}`)).toBeVisible();
  });
});

test("every field is validated while typing, on blur and on submit @5-007 @5-008 @5-009 @5-010 @5-011 @5-026 @5-027 @5-028", async ({
  page,
  signInAs,
}) => {
  await signInAs("Admin");
  await page.goto(TEAM);
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
    for (const control of [name, password, email, select(page)]) {
      await control.focus();
      await control.blur();
    }
    for (const message of messages) await expect(main(page).getByText(message)).toBeVisible();
  });
  await test.step("while typing", async () => {
    await name.fill("A");
    await expect(main(page).getByText(TEAM_MESSAGES.teamNameRequired)).toBeHidden();
    await name.fill("");
    await expect(main(page).getByText(TEAM_MESSAGES.teamNameRequired)).toBeVisible();
    await email.fill("nonsense");
    await expect(main(page).getByText(TEAM_MESSAGES.teamEmailRequired)).toBeVisible();
    await password.fill("12345");
    await expect(main(page).getByText(passwordShort("password", 6))).toBeVisible();
    await select(page).selectOption("Team");
    await expect(main(page).getByText(TEAM_MESSAGES.teamTypeRequired)).toBeHidden();
  });
  await test.step("on submit", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Add Member" }).click();
    for (const message of messages) await expect(main(page).getByText(message)).toBeVisible();
    await expect(name).toBeFocused();
  });
});

test("the server's refusals are shown at their fields, and the input stays @8-007", { tag: "@core" }, async ({
  page,
  signInAs,
}) => {
  const someone = person();
  await signInAs("Admin");
  await page.goto(TEAM);
  await fill(page, { ...someone, email: staffEmail("Manager").toUpperCase() });
  await page.getByRole("button", { name: "Add Member" }).click();
  await expect(toastOf(page, TEAM_MESSAGES.teamEmailTaken)).toBeVisible();
  await expect(main(page).getByText(TEAM_MESSAGES.teamEmailTaken)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(someone.name);
  await expect(page.getByRole("textbox", { name: "Password" })).toHaveValue("quiet lagoon 4");
  await page.getByRole("textbox", { name: "Email ID" }).fill(someone.email);
  await page.getByRole("textbox", { name: "Password" }).fill("password1");
  await page.getByRole("button", { name: "Add Member" }).click();
  await expect(main(page).getByText(AUTH_MESSAGES.newPasswordCommon)).toBeVisible();
  await test.step("without a server too", async () => {
    await page.getByRole("textbox", { name: "Password" }).fill("quiet lagoon 4");
    await page.route("**/api/admin/add-team-member", (route) => route.abort());
    await page.getByRole("button", { name: "Add Member" }).click();
    await expect(toastOf(page, "The server can't be reached")).toBeVisible();
    await page.unroute("**/api/admin/add-team-member");
    await expect(page.getByRole("textbox", { name: "Email ID" })).toHaveValue(someone.email);
    await page.getByRole("button", { name: "Add Member" }).click();
    await expect(toastOf(page, TEAM_MESSAGES.teamMemberAdded)).toBeVisible();
  });
});

for (const role of ["Team", "Telecaller", "Night Staff"] as const) {
  test(`a ${role} sees the team and why they can't change it @1-011 @2-132 @6-006`, async ({
    page,
    signInAs,
    expectAccessible,
  }) => {
    await signInAs(role);
    for (const path of [TEAM, `${TEAM}/1`]) {
      await page.goto(path);
      await expect(page.getByText(TEAM_MESSAGES.teamReadOnly)).toBeVisible();
      await expect(table(page).getByRole("columnheader")).toHaveText(["#", "Name", "Email", "Password", "Type"]);
      await expect(rowOf(page, staffEmail(role))).toContainText("You");
      await expect(main(page).getByRole("textbox")).toHaveCount(0);
      await expect(main(page).getByRole("button")).toHaveCount(0);
      await expect(page.getByText("Recent changes")).toHaveCount(0);
    }
    await expectAccessible();
  });
}

test("a Manager changes everyone but Admins @1-011 @2-132", { tag: "@core" }, async ({
  page,
  signInAs,
  expectAccessible,
}) => {
  const admin = await signInAs("Admin");
  const someone = await added(page, admin, "Telecaller");
  const chief = await added(page, admin, "Admin");
  await signInAs("Manager");
  await page.goto(TEAM);
  await expect(rowOf(page, chief.email)).toContainText("Admins only");
  await expect(rowOf(page, chief.email).getByRole("link")).toHaveCount(0);
  await expect(rowOf(page, chief.email).getByRole("button")).toHaveCount(0);
  await expect(select(page).getByRole("option", { name: "Admin" })).toBeDisabled();
  await expect(rowOf(page, staffEmail("Manager")).getByRole("button")).toHaveCount(0);
  await page.getByRole("link", { name: `Edit ${someone.name}` }).click();
  // The form for a new member has the same boxes.
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(someone.name);
  await page.getByRole("textbox", { name: "Name" }).fill(`${someone.name} Changed`);
  await page.getByRole("button", { name: "Save Member" }).click();
  await expect(toastOf(page, TEAM_MESSAGES.teamMemberUpdated)).toBeVisible();
  await expect(rowOf(page, `${someone.name} Changed`)).toBeVisible();
  await test.step("an Admin's page shows the reason", async () => {
    await page.goto(`${TEAM}/${chief.id}`);
    await expect(page.getByText(TEAM_MESSAGES.teamManagerOnAdmin)).toBeVisible();
    await expect(main(page).getByRole("textbox")).toHaveCount(0);
    await expectAccessible();
    await page.getByRole("link", { name: "Back to adding" }).click();
    await expect(page.getByRole("button", { name: "Add Member" })).toBeVisible();
  });
  await test.step("a change of a member who has since become an Admin is refused with a reason", async () => {
    await page.goto(`${TEAM}/${someone.id}`);
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(`${someone.name} Changed`);
    const { status } = await page.evaluate(
      async ([token, tmId, name, email]) => {
        const body = JSON.stringify({ tmId, name, email, type: "Admin" });
        const headers = { "content-type": "application/json", authorization: String(token) };
        return { status: (await fetch("/api/admin/update-team-member", { method: "POST", headers, body })).status };
      },
      [admin, someone.id, someone.name, someone.email] as const,
    );
    expect(status).toBe(200);
    await page.getByRole("textbox", { name: "Name" }).fill("Typed by the Manager");
    await page.getByRole("button", { name: "Save Member" }).click();
    await expect(toastOf(page, TEAM_MESSAGES.teamManagerOnAdmin)).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Typed by the Manager");
  });
});

test("members can't delete themselves or change their own type, password or email @2-133", async ({
  page,
  signInAs,
}) => {
  const someone = await added(page, await signInAs("Admin"), "Manager");
  await page.goto("/");
  await page.evaluate(() => localStorage.clear());
  await page.goto("/");
  await page.getByRole("textbox", { name: "Email ID" }).fill(someone.email);
  await page.getByRole("textbox", { name: "Password" }).fill("quiet lagoon 4");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/admin");
  await page.goto(`${TEAM}/${someone.id}`);
  await expect(rowOf(page, someone.email).getByRole("button")).toHaveCount(0);
  await expect(select(page).locator("option:not([disabled])")).toHaveText(["Manager"]);
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
  signInAs,
  browser,
  baseURL,
}) => {
  const token = await signInAs("Admin");
  const someone = await added(page, token, "Manager");
  const theirs = await browser.newPage({ baseURL: baseURL ?? "" });
  await theirs.goto("/");
  await theirs.getByRole("textbox", { name: "Email ID" }).fill(someone.email);
  await theirs.getByRole("textbox", { name: "Password" }).fill("quiet lagoon 4");
  await theirs.getByRole("button", { name: "Sign In" }).click();
  await theirs.getByRole("link", { name: "Manage Team" }).click();
  await fill(theirs, person());
  await page.goto(`${TEAM}/${someone.id}`);
  await rowOf(page, someone.email)
    .getByRole("button", { name: /^Delete/ })
    .click();
  await dialog(page).getByRole("button", { name: "Yes" }).click();
  await expect(rowOf(page, someone.email)).toHaveCount(0);
  await expect(page).toHaveURL(TEAM);
  await expect(theirs, "the live connection tells, nothing is pressed").toHaveURL("/");
  await expect(toastOf(theirs, AUTH_MESSAGES.sessionEnded)).toHaveCount(1);
  expect(await storedUser(theirs)).toBeNull();
  await theirs.close();
});

test("deleting a member whom someone else has deleted shows a message and removes the row", async ({
  page,
  signInAs,
}) => {
  const token = await signInAs("Admin");
  const someone = await added(page, token);
  await page.goto(TEAM);
  await expect(rowOf(page, someone.name)).toBeVisible();
  const answer = await page.request.put("/api/admin/delete-team-member", {
    headers: { authorization: token },
    data: { teamMemberId: someone.id },
  });
  expect(answer.status()).toBe(200);
  await page.getByRole("button", { name: `Delete ${someone.name}` }).click();
  await dialog(page).getByRole("button", { name: "Yes" }).click();
  await expect(toastOf(page, TEAM_MESSAGES.teamMemberNotFound)).toBeVisible();
  await expect(rowOf(page, someone.name)).toHaveCount(0);
});

test("the page of an unknown member says so and leads back", async ({ page, signInAs, expectAccessible }) => {
  await signInAs("Admin");
  for (const id of ["2147483647", "nonsense", "99999999999", "0"]) {
    await page.goto(`${TEAM}/${id}`);
    await expect(page.getByText(TEAM_MESSAGES.teamMemberNotFound)).toBeVisible();
    await expect(heading(page)).toHaveText("Manage Team");
  }
  await expectAccessible();
  await page.getByRole("link", { name: "Back to adding" }).click();
  await expect(page.getByRole("button", { name: "Add Member" })).toBeVisible();
});

test("the team loads, fails and loads again", async ({ page, signInAs }) => {
  await signInAs("Admin");
  await test.step("loading", async () => {
    const gate = Promise.withResolvers<void>();
    await page.route("**/api/admin/{get-team-*,activity}", async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto(TEAM);
    for (const text of ["Loading the form", "Loading the team", "Loading the recent changes"]) {
      await expect(page.getByText(text)).toBeAttached();
    }
    gate.resolve();
    await expect(table(page)).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
  });
  await test.step("failed", async () => {
    await breakAnswers(page, "**/api/admin/{get-team-*,activity}");
    await page.reload();
    await expect(retry(page)).toHaveCount(3);
    await page.unrouteAll({ behavior: "wait" });
    for (const left of [2, 1, 0]) {
      await retry(page).first().click();
      await expect(retry(page)).toHaveCount(left);
    }
    await expect(table(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "Add Member" })).toBeVisible();
  });
});

test("the edit form keeps its input while the team changes", async ({ page, signInAs }) => {
  const token = await signInAs("Admin");
  const [someone, other] = [await added(page, token), await added(page, token)];
  await page.goto(`${TEAM}/${someone.id}`);
  await page.getByRole("textbox", { name: "Name" }).fill("Half a na");
  await page.getByRole("button", { name: `Delete ${other.name}` }).click();
  await dialog(page).getByRole("button", { name: "Yes" }).click();
  await expect(rowOf(page, other.name)).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Half a na");
  await expect(page).toHaveURL(`${TEAM}/${someone.id}`);
});
