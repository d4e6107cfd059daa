import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ActivityEntry } from "#contract/audit/audit.ts";
import { ROLES, type Role } from "#contract/roles.ts";
import type { TeamListEntry, TeamMember } from "#contract/team/team.ts";
import { members, sessions } from "#server/platform/db/schema.ts";
import { call, intake } from "#test/support/client.ts";
import { HOSTILE_TEXTS } from "#test/support/hostile-values.ts";
import { emailOf, startTestProgram, TEST_PASSWORD, type TestProgram } from "#test/support/test-program.ts";

let program: TestProgram;
let admin: string;
let manager: string;
let added = 0;

beforeAll(async () => {
  program = await startTestProgram();
  admin = await program.signIn("Admin");
  manager = await program.signIn("Manager");
});
afterAll(() => program.stop());

const signIn = (email: string, password = TEST_PASSWORD) =>
  call(program.address, "POST", "/api/admin/admin-login", { body: { email, password } });
const tokenOf = async (email: string, password?: string) => (await signIn(email, password)).body.jwtToken as string;
const list = async (token = admin) =>
  (await call<TeamListEntry[]>(program.address, "GET", "/api/admin/get-team-member-list", { token })).body.data;
const info = (id: number, token = admin) =>
  call<TeamMember>(program.address, "GET", `/api/admin/team-member-info/${id}`, { token });
const add = (body: unknown, token = admin) =>
  call<TeamMember>(program.address, "POST", "/api/admin/add-team-member", { token, body });
const update = (body: unknown, token = admin) =>
  call<TeamMember>(program.address, "POST", "/api/admin/update-team-member", { token, body });
const remove = (teamMemberId: unknown, token = admin) =>
  call(program.address, "PUT", "/api/admin/delete-team-member", { token, body: { teamMemberId } });
const isSignedIn = async (token: string) =>
  (await call(program.address, "GET", "/api/user_info", { token })).code === 200;
const lastActivity = async () =>
  (await call<ActivityEntry[]>(program.address, "GET", "/api/admin/activity", { token: admin })).body.data[0];

function someone(given: object = {}) {
  added += 1;
  const email = `someone.${added}@staff.example`;
  return { name: "Some One", email, password: "quiet lagoon 4", type: "Team", ...given };
}
async function member(given: object = {}): Promise<TeamMember> {
  return (await add(someone(given))).body.data;
}
const seeded = async (role: Role) => {
  const found = (await list()).find(({ email }) => email === emailOf(role));
  if (found === undefined) throw new Error(`no ${role}`);
  return found;
};
const edit = ({ id: tmId, name, email, type }: TeamMember, given: object = {}) => ({
  tmId,
  name,
  email,
  type,
  ...given,
});

describe("the team", () => {
  it("is listed for every role, without a password in any form @2-131", async () => {
    for (const role of ROLES) {
      const { code, body } = await call<TeamListEntry[]>(program.address, "GET", "/api/admin/get-team-member-list", {
        token: await program.signIn(role),
      });
      expect([code, body.status]).toEqual([200, 1]);
      expect(body.data.find(({ type }) => type === "Night Staff")).toEqual({
        id: expect.any(Number),
        name: "Night Staff Member",
        email: "night.staff@staff.example",
        type: "Night Staff",
        memberRole: "Night Staff",
        password: "••••••••",
      });
      expect(JSON.stringify(body)).not.toContain("argon2");
    }
  });

  it("has five types", async () => {
    const { body } = await call(program.address, "GET", "/api/admin/get-team-member-type", { token: admin });
    expect(body.data).toEqual(["Admin", "Manager", "Team", "Telecaller", "Night Staff"]);
  });

  it("returns one member, without a password", async () => {
    const added = await member({ name: "Nimal", type: "Telecaller" });
    const { code, body } = await info(added.id, await program.signIn("Team"));
    expect([code, body.data]).toEqual([200, { id: added.id, name: "Nimal", email: added.email, type: "Telecaller" }]);
  });

  it("answers 404 for a member who does not exist or was removed", async () => {
    const removed = await member();
    await remove(removed.id);
    for (const id of [removed.id, 2_147_483_647]) {
      for (const answer of [await info(id), await update(edit({ ...removed, id })), await remove(id)]) {
        expect([answer.code, answer.body.code]).toEqual([404, "not_found"]);
        expect(answer.body.message).toBe("This team member does not exist.");
      }
    }
  });

  it.each(["0", "-1", "1.5", "2147483648", "NaN", "%00", "1%3B"])("refuses %s as an id", async (id) => {
    const { code } = await call(program.address, "GET", `/api/admin/team-member-info/${id}`, { token: admin });
    expect(code).toBe(400);
  });
});

describe("adding a member", () => {
  it("lets the new member sign in, and records who added whom", async () => {
    const { code, body } = await add(someone({ name: "  Kamala \n Dias ", email: " Kamala@Staff.Example " }));
    expect([code, body.message]).toEqual([200, "Team member added successfully."]);
    const { id } = body.data;
    expect(body.data).toEqual({ id, name: "Kamala Dias", email: "Kamala@Staff.Example", type: "Team" });
    expect((await signIn("kamala@staff.example", "quiet lagoon 4")).code).toBe(200);
    expect(await lastActivity()).toEqual({
      id: expect.any(Number),
      at: expect.any(String),
      actor: { id: (await seeded("Admin")).id, name: "Admin Member" },
      type: "member-added",
      data: { member_id: id, name: "Kamala Dias", role: "Team" },
    });
    const [row] = await program.db.select().from(members).where(eq(members.id, id));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
  });

  // The specification's sentences, verbatim.
  it.each([
    [{}, ["Please enter your name.", "Please enter your email.", "Please select type.", "Please enter your password."]],
    [{ name: "   " }, ["Please enter your name."]],
    [{ email: "nonsense" }, ["Please enter your email."]],
    [{ password: "" }, ["Please enter your password."]],
    [{ password: "12345" }, ["Password must be at least 6 characters."]],
    [{ type: "Owner" }, ["Please select type."]],
    [{ type: "admin" }, ["Please select type."]],
  ])("refuses %j with its words @5-007 @5-008 @5-009 @5-010 @5-011 @5-012", async (given, messages) => {
    const isEmpty = Object.keys(given).length === 0;
    const { code, body } = await add(isEmpty ? {} : someone(given));
    expect([code, body.code, body.message]).toEqual([400, "invalid_input", messages[0]]);
    expect(body.errors?.map(({ message }) => message)).toEqual(messages);
  });

  it.each(["password1", "••••••••", "Some One"])("refuses the guessable password %s", async (password) => {
    const { code, body } = await add(someone({ password }));
    expect([code, body.errors]).toEqual([
      400,
      [{ path: "password", message: "This password is too common. Please choose another." }],
    ]);
  });

  it("refuses the e-mail of another member, case-insensitively @5-009", async () => {
    const { code, body } = await add(someone({ email: "MANAGER@staff.example" }));
    const message = "Another team member has this email.";
    expect([code, body.code, body.message]).toEqual([422, "rule_violation", message]);
    expect(body.errors).toEqual([{ path: "email", message }]);
  });

  it("accepts the e-mail of a removed member", async () => {
    const removed = await member();
    await remove(removed.id);
    const back = await add(someone({ email: removed.email.toUpperCase() }));
    expect(back.code).toBe(200);
    expect(back.body.data.id).not.toBe(removed.id);
  });

  it("accepts one of two concurrent requests with the same e-mail", async () => {
    const given = someone();
    const answers = await Promise.all([1, 2, 3, 4].map(() => add(given)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 422, 422, 422]);
    expect((await list()).filter(({ email }) => email === given.email)).toHaveLength(1);
  });

  it("is refused to a Manager for an Admin, and allowed for other types", async () => {
    const refused = await add(someone({ type: "Admin" }), manager);
    expect([refused.code, refused.body.message]).toEqual([403, "A Manager can't add, change or delete an Admin."]);
    for (const type of ["Manager", "Team", "Telecaller", "Night Staff"]) {
      expect((await add(someone({ type }), manager)).code).toBe(200);
    }
  });

  it("keeps a hostile name as harmless text or refuses it", async () => {
    for (const [what, name] of Object.entries(HOSTILE_TEXTS)) {
      const { code, body } = await add(someone({ name }));
      expect([what, [200, 400, 413].includes(code)]).toEqual([what, true]);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not get through
      if (code === 200) expect(body.data.name, what).not.toMatch(/[\u0000-\u001f\u202a-\u202e\u2066-\u2069]/);
    }
    expect((await call(program.address, "GET", "/api/admin/activity", { token: admin })).code).toBe(200);
  });
});

describe("editing a member", () => {
  it.each([undefined, ""])("keeps password and sessions when the password is %j", async (password) => {
    const before = await member();
    const token = await tokenOf(before.email, "quiet lagoon 4");
    const changed = { name: "Another Name", email: `another.${before.id}@staff.example`, password };
    const { code, body } = await update(edit(before, changed));
    expect([code, body.message]).toEqual([200, "Team member updated successfully."]);
    expect(body.data).toEqual({ ...before, name: changed.name, email: changed.email });
    expect(await isSignedIn(token)).toBe(true);
    expect((await signIn(changed.email, "quiet lagoon 4")).code).toBe(200);
    expect((await lastActivity())?.data).toEqual({
      member_id: before.id,
      name: "Another Name",
      changes: ["name", "email"],
      role: null,
    });
  });

  it("with a new password ends every session and allows sign-in with the new one only", async () => {
    const before = await member();
    const tokens = [await tokenOf(before.email, "quiet lagoon 4"), await tokenOf(before.email, "quiet lagoon 4")];
    expect((await update(edit(before, { password: "louder ocean 5" }))).code).toBe(200);
    for (const token of tokens) expect(await isSignedIn(token)).toBe(false);
    expect((await signIn(before.email, "quiet lagoon 4")).code).toBe(401);
    expect((await signIn(before.email, "louder ocean 5")).code).toBe(200);
    const entry = await lastActivity();
    expect(entry?.data).toMatchObject({ changes: ["password"] });
    expect(JSON.stringify(entry)).not.toContain("louder ocean");
  });

  it("with a new type ends every session", async () => {
    const before = await member();
    const token = await tokenOf(before.email, "quiet lagoon 4");
    expect((await update(edit(before, { type: "Night Staff" }))).body.data.type).toBe("Night Staff");
    expect(await isSignedIn(token)).toBe(false);
    expect((await lastActivity())?.data).toMatchObject({ changes: ["type"], role: "Night Staff" });
  });

  it("that changes nothing ends no session and records nothing", async () => {
    const before = await member();
    const token = await tokenOf(before.email, "quiet lagoon 4");
    const last = await lastActivity();
    expect((await update(edit(before))).code).toBe(200);
    expect(await lastActivity()).toEqual(last);
    expect(await isSignedIn(token)).toBe(true);
  });

  it.each([
    [{ name: "" }, "Please enter your name."],
    [{ email: "a@b" }, "Please enter your email."],
    [{ password: "12345" }, "Password must be at least 6 characters."],
    [{ password: "x".repeat(201) }, "Password must be at most 200 characters."],
    [{ password: "password1" }, "This password is too common. Please choose another."],
    [{ type: "Boss" }, "Please select type."],
    [{ tmId: "one" }, "This is not an id."],
    [{ tmId: 2 ** 31 }, "This is not an id."],
  ])("refuses %j", async (given, message) => {
    const before = await member();
    const { code, body } = await update(edit(before, given));
    expect([code, body.message]).toEqual([400, message]);
    expect((await info(before.id)).body.data).toEqual(before);
  });

  it("refuses the e-mail of another member, and accepts the member's own in different case", async () => {
    const before = await member();
    const taken = await update(edit(before, { email: "Team@Staff.example" }));
    expect([taken.code, taken.body.errors?.[0]?.path]).toEqual([422, "email"]);
    expect((await update(edit(before, { email: before.email.toUpperCase() }))).code).toBe(200);
  });

  it("is refused to a Manager for an Admin and for the type Admin, before other checks", async () => {
    const other = await member();
    const cases = [edit(await seeded("Admin"), { password: "password1" }), edit(other, { type: "Admin" })];
    for (const body of cases) {
      const answer = await update(body, manager);
      expect([answer.code, answer.body.message]).toEqual([403, "A Manager can't add, change or delete an Admin."]);
    }
  });

  it("of one's own name is allowed to a Manager, of one's own type to no one", async () => {
    const self = await member({ type: "Manager" });
    const token = await tokenOf(self.email, "quiet lagoon 4");
    expect((await update(edit(self, { name: "New Name" }), token)).code).toBe(200);
    expect(await isSignedIn(token)).toBe(true);
    const promoted = await update(edit(self, { type: "Admin" }), token);
    expect(promoted.code).toBe(403);
    const demoted = await update(edit(self, { type: "Team" }), token);
    expect([demoted.code, demoted.body.message]).toEqual([422, "You can't change your own type."]);
    const second = await member({ type: "Admin" });
    const own = await update(edit(second, { type: "Team" }), await tokenOf(second.email, "quiet lagoon 4"));
    expect([own.code, own.body.code, own.body.message]).toEqual([
      422,
      "rule_violation",
      "You can't change your own type.",
    ]);
    await remove(second.id);
  });
});

describe("removing a member", () => {
  it("ends the sessions at once and keeps the name in timelines", async () => {
    const removed = await member({ name: "Sunil Dias" });
    const token = await tokenOf(removed.email, "quiet lagoon 4");
    const { order_id: orderId } = await intake(program);
    await call(program.address, "POST", "/api/admin/add-new-remark", { token, body: { orderId, remark: "Called." } });
    const { code, body } = await remove(removed.id);
    expect([code, body.status, body.message]).toEqual([200, 1, "Team member deleted successfully."]);
    expect(await isSignedIn(token)).toBe(false);
    expect(await program.db.$count(sessions, eq(sessions.memberId, removed.id))).toBe(0);
    expect((await signIn(removed.email, "quiet lagoon 4")).code).toBe(401);
    expect((await list()).map(({ id }) => id)).not.toContain(removed.id);
    const details = await call(program.address, "GET", `/api/admin/get-orders-details/${orderId}`, { token: admin });
    expect(JSON.stringify(details.body)).toContain("Sunil Dias");
    expect(await lastActivity()).toMatchObject({
      type: "member-removed",
      data: { member_id: removed.id, name: "Sunil Dias" },
    });
    expect((await remove(removed.id)).code).toBe(404);
  });

  it("is refused for one's own account @2-133", async () => {
    const self = await member({ type: "Manager" });
    const answer = await remove(self.id, await tokenOf(self.email, "quiet lagoon 4"));
    expect([answer.code, answer.body.code, answer.body.message]).toEqual([
      422,
      "rule_violation",
      "You can't delete yourself.",
    ]);
  });

  it("is refused to a Manager for an Admin", async () => {
    const answer = await remove((await seeded("Admin")).id, manager);
    expect([answer.code, answer.body.message]).toEqual([403, "A Manager can't add, change or delete an Admin."]);
  });

  it("and demoting are refused for the last Admin @2-133", async () => {
    const last = await seeded("Admin");
    for (const answer of [await remove(last.id), await update(edit(last, { type: "Team" }))]) {
      expect([answer.code, answer.body.message]).toEqual([
        422,
        "This is the last Admin. Make another member an Admin first.",
      ]);
    }
    expect(await isSignedIn(admin)).toBe(true);
  });

  it.each([null, "one", 0, -1, 1.5, 2 ** 31, [1], {}])("refuses %j as an id", async (id) => {
    expect((await remove(id)).code).toBe(400);
  });
});

it("a member with an international domain signs in with either form of it", async () => {
  const { email } = await member({ email: "zoe@münchen.example", password: "quiet lagoon 4" });
  expect(email).toBe("zoe@münchen.example");
  for (const typed of [email, "Zoe@xn--mnchen-3ya.example"]) {
    expect((await signIn(typed, "quiet lagoon 4")).code).toBe(200);
  }
  const again = await add(someone({ email: "zoe@xn--mnchen-3ya.example" }));
  expect(again.code).not.toBe(200);
});
