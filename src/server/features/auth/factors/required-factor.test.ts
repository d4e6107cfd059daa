import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { FACTOR_ANSWERS } from "#contract/factors/answer-messages.ts";
import type { Role } from "#contract/roles.ts";
import { members } from "#server/platform/db/schema.ts";
import { call } from "#test/support/client.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { contractOperations, operationName } from "#test/support/operations.ts";
import { newestSetUpToken, readResetMails } from "#test/support/reset-mails.ts";
import { accountOf, codeAt, createBrowser, setUpApp } from "#test/support/second-factor.ts";
import { emailOf, startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { SOON } from "#test/support/wait-limits.ts";

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 2, 10, 12);
const clock = fixedClock("2026-03-10T12:00:00Z");
let program: TestProgram;

beforeAll(async () => {
  const environment = { SECOND_FACTOR_ROLES: "Admin,Manager", SECOND_FACTOR_GRACE_DAYS: "7" };
  program = await startTestProgram({ now: clock.now, environment });
});
afterAll(() => program.stop());
beforeEach(async () => {
  clock.at = new Date(NOON);
  await program.database.pool.query(
    "truncate member_totp, member_passkeys, member_recovery_codes, auth_tickets, sessions, account_links",
  );
  await program.database.pool.query("update members set factor_due_at = null");
  await program.database.pool.query("delete from rate_limits");
});

const later = (ms: number) => {
  clock.at = new Date(clock.at.getTime() + ms);
};
const signIn = (role: Role) => createBrowser(program.address).signIn(emailOf(role));
const beginEnrolment = (token: string) =>
  call<{ name: string }>(program.address, "POST", "/api/admin/begin-enrolment", { body: { token } });

/** Signs in after the grace. @returns the token of the mailed link */
async function mailedToken(role: Role): Promise<string> {
  const before = await newestSetUpToken(program.dataDir);
  const answer = await signIn(role);
  expect([answer.code, answer.refusal, answer.message]).toEqual([
    401,
    "second_factor_setup_required",
    FACTOR_ANSWERS.setUpNeeded,
  ]);
  await vi.waitFor(async () => expect(await newestSetUpToken(program.dataDir)).not.toBe(before), SOON);
  return await newestSetUpToken(program.dataDir);
}

/** Past the grace of a member who signed in once. */
async function pastGrace(role: Role): Promise<void> {
  await signIn(role);
  later(7 * DAY + 1);
}

describe("a role that needs a second factor", () => {
  it("signs in as ever within the grace, which starts at the first sign-in", async () => {
    const due = new Date(NOON + 7 * DAY).toISOString();
    const first = await signIn("Manager");
    expect([first.code, first.message, first.due]).toEqual([200, "Signed in successfully.", due]);
    expect(await accountOf(program.address, first.token ?? "")).toMatchObject({ required: true, due_at: due });
    later(6 * DAY);
    expect((await signIn("Manager")).due).toBe(due);
    later(DAY);
    expect((await signIn("Manager")).refusal).toBe("second_factor_setup_required");
  });

  it("leaves the others alone", async () => {
    for (const role of ["Team", "Telecaller", "Night Staff"] as const) {
      const { code, due } = await signIn(role);
      expect([code, due]).toEqual([200, undefined]);
    }
  });

  it("keeps its last factor", async () => {
    const token = (await signIn("Manager")).token ?? "";
    await setUpApp(program.address, token, clock.at);
    const removed = await call(program.address, "PUT", "/api/admin/totp/remove", { token });
    expect([removed.code, removed.body.message]).toEqual([422, FACTOR_ANSWERS.lastFactor]);
  });

  it("starts the grace anew for a member who comes into it", async () => {
    await pastGrace("Manager");
    const [member] = await program.db
      .select()
      .from(members)
      .where(eq(members.email, emailOf("Manager")));
    const admin = (await signIn("Admin")).token ?? "";
    for (const type of ["Team", "Manager"]) {
      const body = { tmId: member?.id, name: member?.name, email: member?.email, type };
      const { code } = await call(program.address, "POST", "/api/admin/update-team-member", { token: admin, body });
      expect(code).toBe(200);
    }
    expect((await signIn("Manager")).due).toBe(new Date(clock.at.getTime() + 7 * DAY).toISOString());
  });
});

describe("after the grace", () => {
  it("a mailed link sets an app up, and then password and code open a session", async () => {
    await pastGrace("Manager");
    const opened = await beginEnrolment(await mailedToken("Manager"));
    expect([opened.code, opened.body.data.name]).toEqual([200, "Manager Member"]);
    const token = opened.body.jwtToken as string;
    const { secret, codes } = await setUpApp(program.address, token, clock.at);
    expect(codes).toHaveLength(10);
    later(30_000);
    const entered = await createBrowser(program.address).enter(emailOf("Manager"), { code: codeAt(secret, clock.at) });
    expect([entered.code, entered.due]).toEqual([200, undefined]);
  });

  it("the link opens once, only the newest, for half an hour, and no password reset", async () => {
    await pastGrace("Admin");
    const older = await mailedToken("Admin");
    const newer = await mailedToken("Admin");
    const reset = await call(program.address, "POST", "/api/admin/reset-password", {
      body: { token: newer, newPassword: "another horse 8" },
    });
    expect(reset.code).toBe(422);
    expect((await beginEnrolment(older)).code).toBe(422);
    expect((await beginEnrolment(newer)).code).toBe(200);
    expect((await beginEnrolment(newer)).code).toBe(422);
    const late = await mailedToken("Admin");
    later(30 * 60_000);
    expect((await beginEnrolment(late)).code).toBe(422);
  });

  it("three links are mailed in a quarter of an hour", async () => {
    await pastGrace("Admin");
    const { length } = await readResetMails(program.dataDir);
    for (let count = 0; count < 3; count += 1) await mailedToken("Admin");
    expect((await signIn("Admin")).refusal).toBe("second_factor_setup_required");
    const { rows } = await program.database.pool.query("select 1 from account_links");
    expect(rows).toHaveLength(3);
    expect((await readResetMails(program.dataDir)).length - length).toBe(3);
  });

  it("the link is void once a factor was set up otherwise", async () => {
    await pastGrace("Manager");
    const link = await mailedToken("Manager");
    const { rows } = await program.database.pool.query("select id from members where email = $1", [emailOf("Manager")]);
    await program.database.pool.query(
      "insert into member_totp (member_id, secret, added_at) values ($1, '\\x00', now())",
      [rows[0].id],
    );
    expect((await beginEnrolment(link)).code).toBe(422);
  });

  it("the session of a link reaches what sets a factor up, and nothing else", async () => {
    await pastGrace("Manager");
    const token = (await beginEnrolment(await mailedToken("Manager"))).body.jwtToken as string;
    const staff = (await contractOperations()).filter(({ shows }) => shows !== undefined);
    const reached: string[] = [];
    for (const operation of staff) {
      if (operationName(operation) === "POST /admin/logout") continue;
      const url = `/api${operation.path.replace(":orderName", "newOrder").replace(/:\w+/, "999999")}`;
      const body = operation.method === "GET" ? {} : { body: {} };
      const answer = await call(program.address, operation.method, url, { token, ...body });
      if (answer.body.code !== "enrolment_only") reached.push(operationName(operation));
      else expect(answer.code).toBe(403);
    }
    expect(reached.sort()).toEqual([
      "GET /admin/account",
      "POST /admin/passkeys",
      "POST /admin/passkeys/options",
      "POST /admin/recovery-codes",
      "POST /admin/totp/begin",
      "POST /admin/totp/confirm",
    ]);
  });

  it("a new password by mail opens nothing", async () => {
    await pastGrace("Manager");
    await call(program.address, "POST", "/api/admin/forgot-password", { body: { email: emailOf("Manager") } });
    const found = () => readResetMails(program.dataDir).then((mails) => mails.find(({ token }) => token !== ""));
    await vi.waitFor(async () => expect(await found()).toBeDefined(), SOON);
    const body = { token: (await found())?.token, newPassword: "correct horse 7" };
    const reset = await call(program.address, "POST", "/api/admin/reset-password", { body });
    expect([reset.code, reset.body.jwtToken]).toEqual([200, undefined]);
    expect((await signIn("Manager")).refusal).toBe("second_factor_setup_required");
  });
});
