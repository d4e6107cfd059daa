import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import type { Role } from "#contract/roles.ts";
import type { DemoSignIn } from "#server/demo-source.ts";
import { ensureMembers } from "#server/features/auth/first-admin.ts";
import { hashPassword } from "#server/features/auth/passwords.ts";
import { members } from "#server/platform/db/schema.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { demoSignIns, workingSignIns } from "./demo-team.ts";

let database: TestDatabase;
let signIns: DemoSignIn[];

beforeEach(async () => {
  database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), "demo-team-"));
  signIns = await demoSignIns(dataDir);
  await ensureMembers(database.db, () => new Date(), signIns);
  return async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
});

async function change(role: Role, values: Partial<typeof members.$inferInsert>): Promise<void> {
  await database.db.update(members).set(values).where(eq(members.role, role));
}

it("lists every sign-in of an unchanged team", async () => {
  expect(await workingSignIns(database.db, signIns)).toEqual(signIns);
});

it("leaves out members who were removed or have another password or e-mail now", async () => {
  await change("Manager", { disabledAt: new Date() });
  await change("Team", { passwordHash: await hashPassword("quiet lagoon 4") });
  await change("Telecaller", { email: "new@demo.example", emailKey: "new@demo.example" });
  const working = await workingSignIns(database.db, signIns);
  expect(working.map(({ role }) => role)).toEqual(["Admin", "Night Staff"]);
});

it("lists the current role", async () => {
  await change("Night Staff", { role: "Manager" });
  const [night] = signIns.filter(({ role }) => role === "Night Staff");
  expect(await workingSignIns(database.db, signIns)).toContainEqual({ ...night, role: "Manager" });
});
