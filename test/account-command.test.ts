import { and, eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Role } from "#contract/roles.ts";
import { auditEvents, memberNotices } from "#server/platform/db/schema.ts";
import { call } from "#test/support/client.ts";
import { codeAt, createBrowser, setUpApp } from "#test/support/second-factor.ts";
import { emailOf, startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { SOON } from "#test/support/wait-limits.ts";
import { runAccountCommand } from "../scripts/lib/account-command.ts";

let program: TestProgram;

beforeAll(async () => {
  program = await startTestProgram({ environment: { SECOND_FACTOR_ROLES: "Admin" } });
});
afterAll(() => program.stop());

const account = (command: string, email?: string) =>
  runAccountCommand(
    { connectionString: program.database.connectionString, publicUrl: "https://desk.example" },
    command,
    email,
  );
const mailLine = (role: Role) => `A mail tells ${emailOf(role)}; the program sends it while it runs.`;
const open = (url: string) =>
  call(program.address, "POST", "/api/admin/begin-enrolment", { body: { token: url.split("=")[1] } });
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
    mailLine("Team"),
  ]);
  expect((await signIn("Team")).code).toBe(200);
  // Whose role needs one has to set it up before the next session.
  await account("reset-factors", emailOf("Admin"));
  expect((await signIn("Admin")).refusal).toBe("second_factor_setup_required");
  expect(await account("end-sessions", emailOf("Team"))).toEqual(["Sessions ended: 1.", mailLine("Team")]);
  expect(await account("end-sessions", emailOf("Team"))).toEqual(["Sessions ended: 0."]);
  const types = (await program.db.select({ type: auditEvents.type }).from(auditEvents)).map(({ type }) => type);
  expect(types.filter((type) => type === "operator-command")).toHaveLength(4);
});

it("allows the password again of a member whose passkeys are lost", async () => {
  const { pool } = program.database;
  const isTheirs = "where email = $1";
  const values = "id || 'key' || n, id, '', 0, '{}', false, '', 'localhost', 'Key', now()";
  const columns = "id, member_id, public_key, counter, transports, is_backed_up, aaguid, rp_id, name, added_at";
  await pool.query(
    `insert into member_passkeys (${columns}) select ${values} from members, generate_series(1, 2) n ${isTheirs}`,
    [emailOf("Team")],
  );
  await pool.query(`update members set is_password_sign_in = false ${isTheirs}`, [emailOf("Team")]);
  expect(await account("list")).toContain(`${emailOf("Team")}  Team  only passkeys: 2  sessions: 0`);
  expect((await signIn("Team")).refusal).toBe("unauthenticated");
  await account("reset-factors", emailOf("Team"));
  expect((await signIn("Team")).code).toBe(200);
});

it("prints a link that sets a factor up, once, and only the newest", async () => {
  const [url = "", ...more] = (await account("setup-link", emailOf("Manager"))) ?? [];
  expect(url).toMatch(/^https:\/\/desk\.example\/set-up-factor#token=[\w-]{43}$/);
  expect(more).toEqual(["It works once, for 30 minutes; older links are void.", mailLine("Manager")]);
  const [newer = ""] = (await account("setup-link", emailOf("Manager"))) ?? [];
  expect((await open(url)).code).toBe(422);
  const opened = await open(newer);
  expect(opened.code).toBe(200);
  expect((await open(newer)).code).toBe(422);
  const { codes } = await setUpApp(program.address, opened.body.jwtToken as string, new Date());
  expect(codes).toHaveLength(10);
  await expect(account("setup-link", emailOf("Manager"))).rejects.toThrow(
    `${emailOf("Manager")} has a second factor: run reset-factors ${emailOf("Manager")} first`,
  );
  const { rows } = await program.database.pool.query<{ minutes: number }>(
    "select extract(epoch from expires_at - created_at)::int / 60 as minutes from account_links where kind = 'set-up'",
  );
  expect(new Set(rows.map(({ minutes }) => minutes))).toEqual(new Set([30]));
});

it("prints no link for an invitation that was not accepted", async () => {
  const columns = "name, email, email_key, role, created_at";
  const values = "'New', 'new@staff.example', 'new@staff.example', 'Team', now()";
  await program.database.pool.query(`insert into members (${columns}) values (${values})`);
  await expect(account("setup-link", "new@staff.example")).rejects.toThrow("has not accepted the invitation");
});

it("voids a set-up link that was printed before a factor came and went", async () => {
  const [url = ""] = (await account("setup-link", emailOf("Telecaller"))) ?? [];
  await setUpApp(
    program.address,
    (await createBrowser(program.address).signIn(emailOf("Telecaller"))).token ?? "",
    new Date(),
  );
  await account("reset-factors", emailOf("Telecaller"));
  expect((await open(url)).code).toBe(422);
});

it("has the running program mail the members", async () => {
  const sentTo = async (kind: string) => {
    const isOfKind = and(eq(memberNotices.kind, kind), isNotNull(memberNotices.sentAt));
    const rows = await program.db.select().from(memberNotices).where(isOfKind).orderBy(memberNotices.id);
    return rows.map(({ recipient }) => recipient);
  };
  await vi.waitFor(async () => {
    expect(await sentTo("factor-reset")).toEqual([
      emailOf("Team"),
      emailOf("Admin"),
      emailOf("Team"),
      emailOf("Telecaller"),
    ]);
    expect(await sentTo("sessions-ended")).toEqual([emailOf("Team")]);
    const manager = emailOf("Manager");
    expect(await sentTo("set-up-link-made")).toEqual([manager, manager, emailOf("Telecaller")]);
  }, SOON);
});

it("says what it does not know, and changes nothing", async () => {
  expect(await account("remove", emailOf("Team"))).toBeNull();
  for (const command of ["reset-factors", "end-sessions", "setup-link"]) {
    expect(await account(command)).toBeNull();
    await expect(account(command, "nobody@staff.example")).rejects.toThrow("no member signs in with");
  }
});
