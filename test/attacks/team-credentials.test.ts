import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Role } from "#contract/roles.ts";
import type { TeamMember } from "#contract/team/team.ts";
import { members } from "#server/platform/db/schema.ts";
import { call } from "#test/support/client.ts";
import { emailOf, startTestProgram, TEST_PASSWORD, type TestProgram } from "#test/support/test-program.ts";

const OTHER_PASSWORD = "quiet lagoon 4";

let program: TestProgram;
let admin: string;
let manager: string;

beforeAll(async () => {
  program = await startTestProgram();
  admin = await program.signIn("Admin");
  manager = await program.signIn("Manager");
});
afterAll(() => program.stop());

const update = (token: string, { id: tmId, name, email, type }: TeamMember, given: object) =>
  call(program.address, "POST", "/api/admin/update-team-member", {
    token,
    body: { tmId, name, email, type, ...given },
  });
const signsIn = async (email: string, password: string) =>
  (await call(program.address, "POST", "/api/admin/admin-login", { body: { email, password } })).code === 200;

async function memberOf(role: Role): Promise<TeamMember> {
  const [row] = await program.db
    .select()
    .from(members)
    .where(eq(members.email, emailOf(role)));
  if (row === undefined) throw new Error(`no ${role}`);
  return { id: row.id, name: row.name, email: row.email, type: row.role };
}

async function addManager(email: string): Promise<TeamMember> {
  const body = { name: "Other Manager", email, password: OTHER_PASSWORD, type: "Manager" };
  const answer = await call<TeamMember>(program.address, "POST", "/api/admin/add-team-member", { token: admin, body });
  expect(answer.code).toBe(200);
  return answer.body.data;
}

describe("an attacker at an open screen can't take over the account with the team form", () => {
  it.each(["Admin", "Manager"] as const)("a %s is refused a new password of their own", async (role) => {
    const self = await memberOf(role);
    const answer = await update(await program.signIn(role), self, { password: OTHER_PASSWORD });
    expect([answer.code, answer.body.code]).toEqual([422, "rule_violation"]);
    expect(answer.body.message).toBe("Change your own password under Change Password.");
    expect(answer.body.errors).toEqual([{ path: "password", message: answer.body.message }]);
    expect(await signsIn(self.email, TEST_PASSWORD)).toBe(true);
  });

  it.each(["Admin", "Manager"] as const)("a %s is refused a new email of their own", async (role) => {
    const self = await memberOf(role);
    const answer = await update(await program.signIn(role), self, { email: "thief@example.com" });
    expect([answer.code, answer.body.code]).toEqual([422, "rule_violation"]);
    expect(answer.body.message).toBe("Change your own email under Your sign-in.");
    expect(answer.body.errors).toEqual([{ path: "email", message: answer.body.message }]);
    expect((await memberOf(role)).email).toBe(self.email);
  });

  it("members may change their own name, with their email unchanged in the form", async () => {
    const self = await memberOf("Manager");
    expect((await update(manager, self, { name: "New Name" })).code).toBe(200);
    expect((await update(manager, self, { name: self.name, password: "" })).code).toBe(200);
  });
});

describe("a Manager can't take over another Manager's account", () => {
  it.each([
    ["password", { password: "a thief's choice" }],
    ["email", { email: "thief@example.com" }],
    ["type, which would permit the rest", { type: "Team" }],
  ])("with a new %s", async (what, given) => {
    const other = await addManager(`manager.${what.slice(0, 3)}@staff.example`);
    const answer = await update(manager, other, given);
    expect([answer.code, answer.body.code]).toEqual([403, "forbidden"]);
    expect(answer.body.message).toBe("Only an Admin can change the password, email or type of another Manager.");
    expect(await signsIn(other.email, OTHER_PASSWORD)).toBe(true);
    // An Admin may.
    expect((await update(admin, other, given)).code).toBe(200);
  });

  it("but may change their name", async () => {
    const other = await addManager("manager.name@staff.example");
    expect((await update(manager, other, { name: "Right Name" })).code).toBe(200);
  });
});
