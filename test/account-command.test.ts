import { afterAll, beforeAll, expect, it } from "vitest";
import { auditEvents } from "#server/platform/db/schema.ts";
import { codeAt, createBrowser, setUpApp } from "#test/support/second-factor.ts";
import { emailOf, startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { runAccountCommand } from "../scripts/lib/account-command.ts";

let program: TestProgram;

beforeAll(async () => {
  program = await startTestProgram({ environment: { SECOND_FACTOR_ROLES: "Admin" } });
});
afterAll(() => program.stop());

const account = (command: string, email?: string) =>
  runAccountCommand(program.database.connectionString, command, email);
const signIn = (role: "Admin" | "Team") => createBrowser(program.address).signIn(emailOf(role));

it("lets members back in who lost their second factor, ends their sessions and is on record", async () => {
  for (const role of ["Admin", "Team"] as const) {
    const token = (await signIn(role)).token ?? "";
    const { secret } = await setUpApp(program.address, token, new Date());
    expect(codeAt(secret, Date.now())).toMatch(/^\d{6}$/);
    expect((await signIn(role)).refusal).toBe("second_factor_required");
  }
  expect(await account("list")).toContain(`${emailOf("Team")}  Team  authenticator app  sessions: 1`);
  expect(await account("reset-factors", emailOf("Team").toUpperCase())).toEqual([
    "The second factor and the recovery codes are removed.",
    "Sessions ended: 1.",
  ]);
  expect((await signIn("Team")).code).toBe(200);
  // Whose role needs one has to set it up before the next session.
  await account("reset-factors", emailOf("Admin"));
  expect((await signIn("Admin")).refusal).toBe("second_factor_setup_required");
  expect(await account("end-sessions", emailOf("Team"))).toEqual(["Sessions ended: 1."]);
  const types = (await program.db.select({ type: auditEvents.type }).from(auditEvents)).map(({ type }) => type);
  expect(types.filter((type) => type === "operator-command")).toHaveLength(3);
});

it("says what it does not know, and changes nothing", async () => {
  expect(await account("remove", emailOf("Team"))).toBeNull();
  expect(await account("reset-factors")).toBeNull();
  await expect(account("reset-factors", "nobody@staff.example")).rejects.toThrow("no member signs in with");
});
