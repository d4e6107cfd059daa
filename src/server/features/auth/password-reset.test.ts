import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { Role } from "#contract/roles.ts";
import { accountLinks, members, sessions } from "#server/platform/db/schema.ts";
import { createLog } from "#server/platform/log.ts";
import { createMailTransports } from "#server/platform/mail/mail-transports.ts";
import { call } from "#test/support/client.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { readResetMails } from "#test/support/reset-mails.ts";
import { emailOf, startTestProgram, TEST_PASSWORD, type TestProgram } from "#test/support/test-program.ts";
import { SOON } from "#test/support/wait-limits.ts";
import { createAccountLinks } from "./account-links.service.ts";
import { hashPassword } from "./passwords.ts";
import { hashToken } from "./tokens.ts";

const NOON = "2026-03-10T06:30:00Z";
const MINUTE = 60_000;
const NEW_PASSWORD = "another horse 8";
const clock = fixedClock(NOON);
let program: TestProgram;
let addresses = 0;
let oldHash: string;

beforeAll(async () => {
  // Behind a proxy, so that tests can use any IP address.
  program = await startTestProgram({ now: clock.now, environment: { TRUSTED_PROXIES: "127.0.0.1" } });
  oldHash = await hashPassword(TEST_PASSWORD);
});
afterAll(() => program.stop());
beforeEach(async () => {
  clock.at = new Date(NOON);
  await program.db.execute(sql`delete from rate_limits`);
  await program.db.update(members).set({ passwordHash: oldHash, disabledAt: null });
});

function someAddress(): string {
  addresses += 1;
  return `198.51.100.${addresses}`;
}
const post = (path: string, body: unknown, address: string) =>
  call(program.address, "POST", `/api/admin/${path}`, { body, headers: { "x-forwarded-for": address } });
const ask = (email: unknown, address = someAddress()) => post("forgot-password", { email }, address);
const reset = (token: unknown, newPassword: unknown = NEW_PASSWORD, address = someAddress()) =>
  post("reset-password", { token, newPassword }, address);
const signIn = (role: Role, password: string) => post("admin-login", { email: emailOf(role), password }, someAddress());
const later = (ms: number) => {
  clock.at = new Date(new Date(NOON).getTime() + ms);
};
const waitFor = <T>(look: () => Promise<T>) => vi.waitFor(look, SOON);

/** Requests a link for a member and waits for its mail. */
async function linkFor(role: Role, email = emailOf(role)) {
  await ask(email);
  const { id } = await requireMember(role);
  const asked = await program.db.select().from(accountLinks).where(eq(accountLinks.memberId, id));
  const newest = Math.max(...asked.map((reset) => reset.id));
  return await waitFor(async () => {
    const mail = (await readResetMails(program.dataDir)).find(({ resetId }) => resetId === newest);
    if (mail === undefined) throw new Error("no mail yet");
    return mail;
  });
}

const setMember = (role: Role, values: Partial<typeof members.$inferInsert>) =>
  program.db
    .update(members)
    .set(values)
    .where(eq(members.email, emailOf(role)));

async function requireMember(role: Role) {
  const [member] = await program.db
    .select()
    .from(members)
    .where(eq(members.email, emailOf(role)));
  if (member === undefined) throw new Error(`there is no ${role}`);
  return member;
}
const countJobs = async () => {
  const { rows } = await program.db.execute<{ count: number }>(
    sql`select count(*)::int as count from pgboss.job where name = 'password-reset-mail'`,
  );
  return rows[0]?.count ?? 0;
};

const INVALID = [422, "rule_violation", AUTH_MESSAGES.resetTokenInvalid];
const answerOf = ({ code, body }: Awaited<ReturnType<typeof post>>) => [code, body.code, body.message];

describe("a request for a link", () => {
  it("has the same answer and queues the same job for a member, a stranger and a removed member @2-177", async () => {
    await setMember("Telecaller", { disabledAt: new Date() });
    const answers = [];
    for (const email of [emailOf("Team"), "nobody@staff.example", emailOf("Telecaller")]) {
      const jobs = await countJobs();
      const { code, headers, body } = await ask(email);
      answers.push({ code, headers: [...headers.keys()], body, jobs: (await countJobs()) - jobs });
    }
    const [member] = answers;
    expect(member).toMatchObject({ code: 200, jobs: 1 });
    expect(member?.body).toEqual({ status: 1, message: AUTH_MESSAGES.resetRequested, data: null });
    for (const answer of answers) expect(answer).toEqual(member);
  });

  it("mails the member a link to this installation, as text and as HTML", async () => {
    const mail = await linkFor("Night Staff");
    expect(mail.to).toBe(emailOf("Night Staff"));
    expect(mail.raw).toContain("Subject: Set a new password for Sri Lanka Arrival Card");
    expect(mail.link).toBe(`${program.address}/reset-password#token=${mail.token}`);
    expect(mail.content.split(mail.link).length - 1).toBeGreaterThan(2);
    expect(mail.content).toContain("Hello Night Staff Member,");
    expect(mail.content).toContain("If you did not ask for this");
    expect(mail.raw).toMatch(/Content-Type: text\/plain[\s\S]+Content-Type: text\/html/);
  });

  it("finds the member by the e-mail in any case and with surrounding spaces", async () => {
    const mail = await linkFor("Manager", "  MANAGER@Staff.Example ");
    expect(mail.to).toBe(emailOf("Manager"));
  });

  it("escapes a hostile name in the mail", async () => {
    await setMember("Team", { name: '<img src="x"> Bcc: all@example.com' });
    const { raw, content } = await linkFor("Team");
    await setMember("Team", { name: "Team Member" });
    expect(content).toContain("Hello &lt;img src=&quot;x&quot;&gt; Bcc: all@example.com,");
    expect(raw).not.toMatch(/^Bcc:/m);
  });

  it("stores only the token's digest; the job has nothing", async () => {
    const { token } = await linkFor("Admin");
    const rows = await program.db.select().from(accountLinks);
    expect(rows.filter(({ tokenHash }) => tokenHash?.equals(hashToken(token)))).toHaveLength(1);
    const { rows: jobs } = await program.db.execute<{ text: string }>(sql`select j::text as text from pgboss.job j`);
    expect(JSON.stringify(jobs)).toContain("resetId");
    for (const secret of [token, emailOf("Admin")]) expect(JSON.stringify([rows, jobs])).not.toContain(secret);
  });

  it.each([
    [undefined, "Email Address is required"],
    ["", "Email Address is required"],
    [null, "Email Address is required"],
    [["a@b.co"], "Email Address is required"],
    ["nonsense", "Invalid email address"],
    ["a@b.co\r\nBcc: all@example.com", "Invalid email address"],
    ["a@b.co, c@d.co", "Invalid email address"],
  ])("refuses %j with its message and counts nothing", async (email, message) => {
    const address = someAddress();
    for (let count = 0; count < 11; count += 1) {
      const { code, body } = await ask(email, address);
      expect([code, body.message, body.errors]).toEqual([400, message, [{ path: "email", message }]]);
    }
    expect((await ask("somebody@staff.example", address)).code).toBe(200);
  });

  it("is dropped after three for one e-mail, with the same answer", async () => {
    const answers = [];
    for (let count = 0; count < 4; count += 1) answers.push(await ask(emailOf("Team")));
    expect(answers.map(({ code, body }) => [code, body])).toEqual(
      Array.from({ length: 4 }, () => [200, { status: 1, message: AUTH_MESSAGES.resetRequested, data: null }]),
    );
    const { id } = await requireMember("Team");
    const asked = await program.db.select().from(accountLinks).where(eq(accountLinks.memberId, id));
    const jobs = await countJobs();
    expect(answerOf(await ask(emailOf("Team")))).toEqual([200, undefined, AUTH_MESSAGES.resetRequested]);
    expect(await program.db.select().from(accountLinks).where(eq(accountLinks.memberId, id))).toHaveLength(
      asked.length,
    );
    expect(await countJobs()).toBe(jobs);
  });

  it("is refused after ten from one address, whatever the e-mails", async () => {
    const address = someAddress();
    for (let count = 0; count < 10; count += 1) {
      expect((await ask(`stranger${count}@staff.example`, address)).code).toBe(200);
    }
    for (const email of ["stranger10@staff.example", emailOf("Manager")]) {
      const { code, headers, body } = await ask(email, address);
      expect([code, body.code, body.message]).toEqual([429, "rate_limited", MESSAGES.rateLimited]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await ask(emailOf("Manager"), someAddress())).code).toBe(200);
  });
});

describe("a link", () => {
  it("sets the password and ends all sessions of the member, and no one else's", async () => {
    const tokens = [await signIn("Team", TEST_PASSWORD), await signIn("Team", TEST_PASSWORD)];
    const colleague = await signIn("Manager", TEST_PASSWORD);
    const { token } = await linkFor("Team");
    expect(answerOf(await reset(token))).toEqual([200, undefined, AUTH_MESSAGES.passwordReset]);
    const whoAmI = async ({ body }: (typeof tokens)[number]) =>
      (await call(program.address, "GET", "/api/user_info", { token: String(body.jwtToken) })).body.code;
    for (const each of tokens) expect(await whoAmI(each)).toBe("session_ended");
    expect(await whoAmI(colleague)).toBeUndefined();
    expect((await signIn("Team", TEST_PASSWORD)).code).toBe(401);
    expect((await signIn("Team", NEW_PASSWORD)).code).toBe(200);
    expect((await requireMember("Team")).passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("works once @2-177", async () => {
    const { token } = await linkFor("Team");
    expect((await reset(token)).code).toBe(200);
    expect(answerOf(await reset(token, "third horse 9"))).toEqual(INVALID);
    expect((await signIn("Team", NEW_PASSWORD)).code).toBe(200);
  });

  it("works once, even when used concurrently", async () => {
    const { token } = await linkFor("Team");
    const passwords = ["first horse 1", "second horse 2", "third horse 3", "fourth horse 4"];
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 422, 422, 422]);
    const signIns = [];
    for (const password of passwords) signIns.push((await signIn("Team", password)).code);
    expect(signIns).toEqual(answers.map(({ code }) => (code === 200 ? 200 : 401)));
  });

  it.each([
    ["works until 30 minutes after the asking", 30 * MINUTE - 1, 200],
    ["is void 30 minutes after the asking", 30 * MINUTE, 422],
  ])("%s @2-177", async (_what, age, expected) => {
    const { token } = await linkFor("Team");
    later(age);
    expect((await reset(token)).code).toBe(expected);
  });

  it("is void once a newer one was requested", async () => {
    const older = await linkFor("Team");
    const newer = await linkFor("Team");
    expect(answerOf(await reset(older.token))).toEqual(INVALID);
    expect((await reset(newer.token)).code).toBe(200);
  });

  it("is the only one that works when several were requested concurrently", async () => {
    const mails = new Set((await readResetMails(program.dataDir)).map(({ raw }) => raw));
    await Promise.all([ask(emailOf("Team")), ask(emailOf("Team")), ask(emailOf("Team"))]);
    const { id } = await requireMember("Team");
    const open = await program.db.execute(sql`select 1 from account_links where member_id = ${id} and used_at is null`);
    expect(open.rows).toHaveLength(1);
    await waitFor(async () => {
      const fresh = (await readResetMails(program.dataDir)).filter(({ raw }) => !mails.has(raw));
      const codes = await Promise.all(fresh.map(async ({ token }) => (await reset(token)).code));
      expect(codes.filter((code) => code === 200)).toHaveLength(1);
    });
  });

  it("is void once the member changed the password", async () => {
    const { token } = await linkFor("Team");
    const { body } = await signIn("Team", TEST_PASSWORD);
    const changed = await call(program.address, "POST", "/api/admin/change-password", {
      token: String(body.jwtToken),
      body: { newPassword: "changed horse 5" },
    });
    expect(changed.code).toBe(200);
    expect(answerOf(await reset(token))).toEqual(INVALID);
    expect((await signIn("Team", "changed horse 5")).code).toBe(200);
  });

  it("is void once a colleague changed the member's e-mail, and the member stays signed in", async () => {
    const { token } = await linkFor("Team");
    const theirs = String((await signIn("Team", TEST_PASSWORD)).body.jwtToken);
    const admin = String((await signIn("Admin", TEST_PASSWORD)).body.jwtToken);
    const { id: tmId, name } = await requireMember("Team");
    const moveTo = async (email: string) => {
      const body = { tmId, name, email, type: "Team" };
      expect((await call(program.address, "POST", "/api/admin/update-team-member", { token: admin, body })).code).toBe(
        200,
      );
    };
    await moveTo("moved@staff.example");
    expect(answerOf(await reset(token))).toEqual(INVALID);
    expect((await call(program.address, "GET", "/api/user_info", { token: theirs })).code).toBe(200);
    await moveTo(emailOf("Team"));
    expect((await signIn("Team", TEST_PASSWORD)).code).toBe(200);
  });

  it("is void for a member who has been removed", async () => {
    const { token } = await linkFor("Team");
    await setMember("Team", { disabledAt: new Date() });
    expect(answerOf(await reset(token))).toEqual(INVALID);
    await setMember("Team", { disabledAt: null });
    expect((await signIn("Team", TEST_PASSWORD)).code).toBe(200);
  });

  it.each([
    ["", "Please enter your New Password."],
    [undefined, "Please enter your New Password."],
    ["12345", "New Password must be at least 6 characters."],
    ["x".repeat(201), "New Password must be at most 200 characters."],
    ["Password 123", AUTH_MESSAGES.newPasswordCommon],
    ["Team@staff.example", AUTH_MESSAGES.newPasswordCommon],
  ])("refuses the password %j with its message and stays valid", async (newPassword, message) => {
    const { token } = await linkFor("Team");
    const { code, body } = await post("reset-password", { token, newPassword }, someAddress());
    expect([code, body.message, body.errors]).toEqual([400, message, [{ path: "newPassword", message }]]);
    expect((await reset(token)).code).toBe(200);
  });

  it.each([
    undefined,
    null,
    "",
    42,
    { $ne: null },
    ["A".repeat(43)],
    "A".repeat(42),
    "A".repeat(44),
    `${"A".repeat(42)}=`,
    `${"A".repeat(43)}\n`,
    "' or 1=1 --",
    "../../etc/passwd",
    "x".repeat(3_000),
  ])("that is malformed (%j) is refused at its field", async (token) => {
    const { code, body } = await post("reset-password", { token, newPassword: NEW_PASSWORD }, someAddress());
    expect([code, body.errors?.[0]]).toEqual([400, { path: "token", message: AUTH_MESSAGES.resetTokenInvalid }]);
  });

  it("that is guessed is refused, after twenty guesses from an address without checking", async () => {
    const { token } = await linkFor("Team");
    const address = someAddress();
    const guess = (count: number) => reset(String(count).padStart(43, "A"), NEW_PASSWORD, address);
    for (let count = 0; count < 20; count += 1) expect(answerOf(await guess(count))).toEqual(INVALID);
    expect((await guess(20)).code).toBe(429);
    expect((await reset(token, NEW_PASSWORD, address)).code).toBe(429);
    expect((await reset(token)).code).toBe(200);
  });

  it("is checked before the new password, so that a guess causes no hashing", async () => {
    const verdict = await reset("A".repeat(43), "123456");
    expect(answerOf(verdict)).toEqual(INVALID);
  });
});

describe("a sign-in in progress while the password changes", () => {
  it("opens no session for the old password", async () => {
    const { id } = await requireMember("Team");
    const other = await program.database.pool.connect();
    try {
      await other.query("begin");
      await other.query("update members set password_hash = $2 where id = $1", [id, await hashPassword(NEW_PASSWORD)]);
      await other.query("delete from sessions where member_id = $1", [id]);
      const pending = signIn("Team", TEST_PASSWORD);
      const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await waitFor(async () => expect((await program.database.pool.query(waiting)).rows).toHaveLength(1));
      await other.query("commit");
      expect(answerOf(await pending)).toEqual([401, "unauthenticated", AUTH_MESSAGES.signInWrong]);
      expect(await program.db.select().from(sessions).where(eq(sessions.memberId, id))).toEqual([]);
    } finally {
      other.release();
    }
  });
});

describe("cleanup", () => {
  it("removes the rows of expired links and the files of their mails", async () => {
    await linkFor("Admin");
    later(25 * MINUTE);
    const { token } = await linkFor("Manager");
    later(35 * MINUTE);
    const notCalled = () => Promise.reject(new Error("pruning needs none of this"));
    const service = createAccountLinks({
      db: program.db,
      now: clock.now,
      log: createLog("silent"),
      jobs: { enqueue: notCalled },
      limits: { assertReset: notCalled, resetTokenFound: notCalled },
      audit: { count: () => undefined, pseudonym: (emailKey) => emailKey },
      transportsFor: createMailTransports({
        ses: null,
        sendgrid: null,
        smtpUrl: null,
        folder: `${program.dataDir}/mail/password-resets`,
      }),
      from: "desk@example.com",
      templates: {
        ...{ passwordReset: notCalled, passkeysOnly: notCalled },
        ...{ invitation: notCalled, ownEmail: notCalled, factorSetUp: notCalled },
      },
    });
    await service.prune();
    expect((await readResetMails(program.dataDir)).map((mail) => mail.token)).toEqual([token]);
    expect(await program.db.select().from(accountLinks)).toHaveLength(1);
    expect((await reset(token)).code).toBe(200);
  });
});
