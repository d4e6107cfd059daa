import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FACTOR_MESSAGES } from "#contract/factors/messages.ts";
import type { Role } from "#contract/roles.ts";
import { memberNotices, memberTotp } from "#server/platform/db/schema.ts";
import { call } from "#test/support/client.ts";
import { contractOperations, operationName } from "#test/support/operations.ts";
import { codeAt, createBrowser, setUpApp } from "#test/support/second-factor.ts";
import { emailOf, startTestProgram, TEST_PASSWORD, type TestProgram } from "#test/support/test-program.ts";

const MINUTE = 60_000;
const STEP = 30_000;

let program: TestProgram;
let clock = Date.UTC(2026, 5, 1, 8);
const now = () => new Date(clock);

beforeAll(async () => {
  program = await startTestProgram({ now });
});
afterAll(() => program.stop());
beforeEach(async () => {
  clock += 60 * MINUTE;
  await program.database.pool.query(
    "truncate member_totp, member_passkeys, member_recovery_codes, auth_tickets, sessions, member_notices",
  );
  await program.database.pool.query("delete from rate_limits");
});

const browser = () => createBrowser(program.address);

async function withApp(role: Role) {
  const token = (await browser().signIn(emailOf(role))).token ?? "";
  const app = await setUpApp(program.address, token, now());
  clock += 2 * STEP;
  return { token, secret: app.secret, codes: app.codes ?? [] };
}

const sessionsNow = async () => (await program.database.pool.query("select 1 from sessions")).rowCount;
const wrongCode = (secret: string) => {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeAt(secret, clock + steps * STEP));
  return ["111111", "222222", "333333", "444444", "555555", "666666"].find((code) => !near.includes(code));
};

describe("whoever knows the password alone", () => {
  it("opens no session by any public call", async () => {
    await withApp("Admin");
    const before = await sessionsNow();
    const mine = browser();
    const { ticket } = await mine.signIn(emailOf("Admin"));
    const open = (await contractOperations()).filter(({ access, method }) => access === "public" && method === "POST");
    expect(open.map(operationName)).toContain("POST /admin/second-factor");
    const known = { email: emailOf("Admin"), password: TEST_PASSWORD, ticket: ticket?.ticket, rememberMe: true };
    for (const extra of [{}, { code: "" }, { code: null }, { recoveryCode: "" }, { token: ticket?.ticket }]) {
      for (const { path } of open) {
        const { body } = await call(program.address, "POST", `/api${path}`, { body: { ...known, ...extra } });
        expect(body.jwtToken, path).toBeUndefined();
      }
    }
    expect(await sessionsNow()).toBe(before);
  });

  it("has five answers a ticket, ten in a quarter of an hour, and then pauses that grow", async () => {
    const { secret } = await withApp("Manager");
    const mine = browser();
    const first = await mine.signIn(emailOf("Manager"));
    for (let count = 0; count < 5; count += 1) {
      expect((await mine.answer(first.ticket?.ticket, { code: wrongCode(secret) })).message).toBe(
        FACTOR_MESSAGES.codeWrong,
      );
    }
    const worn = await mine.answer(first.ticket?.ticket, { code: codeAt(secret, clock) });
    expect([worn.code, worn.message]).toEqual([401, FACTOR_MESSAGES.ticketGone]);
    for (let count = 0; count < 5; count += 1) await browser().enter(emailOf("Manager"), { code: wrongCode(secret) });
    for (let count = 0; count < 2; count += 1) {
      expect((await browser().enter(emailOf("Manager"), { code: codeAt(secret, clock) })).code).toBe(429);
    }
  });

  it("is reported to the member by mail after three wrong answers", async () => {
    const { secret } = await withApp("Manager");
    const mails = () => program.db.select().from(memberNotices).where(eq(memberNotices.kind, "password-known"));
    for (let count = 0; count < 2; count += 1) await browser().enter(emailOf("Manager"), { code: wrongCode(secret) });
    expect(await mails()).toHaveLength(0);
    for (let count = 0; count < 3; count += 1) await browser().enter(emailOf("Manager"), { code: wrongCode(secret) });
    expect(await mails()).toHaveLength(1);
  });

  it("suspends the app by fifty wrong codes in a row; a recovery code still opens", async () => {
    const { secret, codes } = await withApp("Team");
    for (let count = 0; count < 50; count += 1) {
      await program.database.pool.query("delete from rate_limits");
      await browser().enter(emailOf("Team"), { code: wrongCode(secret) });
    }
    expect((await program.db.select().from(memberTotp))[0]?.suspendedAt).not.toBeNull();
    await program.database.pool.query("delete from rate_limits");
    expect((await browser().signIn(emailOf("Team"))).ticket?.methods).toEqual(["recovery_code"]);
    expect((await browser().enter(emailOf("Team"), { code: codeAt(secret, clock) })).code).toBe(401);
    expect((await browser().enter(emailOf("Team"), { recoveryCode: codes[0] })).code).toBe(200);
  });
});

describe("a code that was seen", () => {
  it("opens one session for two at once, and none after", async () => {
    const { secret } = await withApp("Team");
    const before = (await sessionsNow()) ?? 0;
    const code = codeAt(secret, clock);
    const both = await Promise.all([browser(), browser()].map((each) => each.enter(emailOf("Team"), { code })));
    expect(both.map((answer) => answer.code).sort()).toEqual([200, 401]);
    expect(await sessionsNow()).toBe(before + 1);
    expect((await browser().enter(emailOf("Team"), { code })).code).toBe(401);
  });

  it("is not taken after a later one, though it is still young enough", async () => {
    const { secret } = await withApp("Team");
    const older = codeAt(secret, clock - STEP);
    expect((await browser().enter(emailOf("Team"), { code: codeAt(secret, clock) })).code).toBe(200);
    expect((await browser().enter(emailOf("Team"), { code: older })).code).toBe(401);
  });

  it("confirms nothing once it has opened a session", async () => {
    const { secret } = await withApp("Team");
    const code = codeAt(secret, clock);
    const { token } = await browser().enter(emailOf("Team"), { code });
    const body = { password: TEST_PASSWORD, code };
    const again = await call(program.address, "POST", "/api/admin/confirm-identity", { token: token ?? "", body });
    expect([again.code, again.body.message]).toEqual([400, FACTOR_MESSAGES.codeWrong]);
  });
});

describe("a ticket", () => {
  it("opens for its member alone, in its browser alone, once, for five minutes", async () => {
    const { secret } = await withApp("Team");
    const other = await withApp("Manager");
    const mine = browser();
    const ticketOf = async () => (await mine.signIn(emailOf("Team"))).ticket?.ticket;
    const code = () => codeAt(secret, clock);

    const first = await ticketOf();
    expect((await mine.answer(first, { code: codeAt(other.secret, clock) })).message).toBe(FACTOR_MESSAGES.codeWrong);
    const thief = browser();
    await thief.signIn(emailOf("Telecaller"));
    expect((await thief.answer(first, { code: code() })).message).toBe(FACTOR_MESSAGES.ticketGone);
    expect((await browser().answer(first, { code: code() })).message).toBe(FACTOR_MESSAGES.ticketGone);
    expect((await mine.answer(first, { code: code() })).code).toBe(200);
    clock += STEP;
    expect((await mine.answer(first, { code: code() })).message).toBe(FACTOR_MESSAGES.ticketGone);

    const late = await ticketOf();
    clock += 5 * MINUTE;
    expect((await mine.answer(late, { code: code() })).message).toBe(FACTOR_MESSAGES.ticketGone);
    const made = randomBytes(32).toString("base64url");
    expect((await mine.answer(made, { code: code() })).message).toBe(FACTOR_MESSAGES.ticketGone);
  });

  it("is void after a new password", async () => {
    const { token, secret } = await withApp("Telecaller");
    const mine = browser();
    const { ticket } = await mine.signIn(emailOf("Telecaller"));
    for (const newPassword of ["another horse 8", TEST_PASSWORD]) {
      const signedIn =
        newPassword === TEST_PASSWORD
          ? await (async () => {
              const again = browser();
              const step = await again.signIn(emailOf("Telecaller"), "another horse 8");
              clock += STEP;
              return (await again.answer(step.ticket?.ticket, { code: codeAt(secret, clock) })).token ?? "";
            })()
          : token;
      const changed = await call(program.address, "POST", "/api/admin/change-password", {
        token: signedIn,
        body: { newPassword },
      });
      expect(changed.code).toBe(200);
    }
    clock += STEP;
    expect((await mine.answer(ticket?.ticket, { code: codeAt(secret, clock) })).code).toBe(401);
  });
});

it("a recovery code without the password opens nothing", async () => {
  const { codes } = await withApp("Team");
  const body = { email: emailOf("Team"), password: codes[0], recoveryCode: codes[0] };
  const answer = await call(program.address, "POST", "/api/admin/admin-login", { body });
  expect([answer.code, answer.body.code]).toEqual([401, "unauthenticated"]);
  expect((await browser().answer("A".repeat(43), { recoveryCode: codes[0] })).code).toBe(401);
});

it("a sign-in that ran past the set-up of a factor opens nothing", async () => {
  const other = await program.database.pool.connect();
  try {
    await other.query("begin");
    await other.query("select 1 from members where email = $1 for update", [emailOf("Night Staff")]);
    const pending = browser().signIn(emailOf("Night Staff"));
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await program.database.pool.query(waiting)).rowCount).toBe(1);
    await other.query(
      "insert into member_totp (member_id, secret, added_at) select id, '\\x00', now() from members where email = $1",
      [emailOf("Night Staff")],
    );
    await other.query("commit");
    expect((await pending).code).toBe(401);
    expect(await sessionsNow()).toBe(0);
  } finally {
    other.release();
  }
});
