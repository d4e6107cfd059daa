import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { FACTOR_ANSWERS } from "#contract/factors/answer-messages.ts";
import { FACTOR_MESSAGES } from "#contract/factors/messages.ts";
import type { Role } from "#contract/roles.ts";
import { createAuthenticator } from "#test/support/authenticator.ts";
import { call } from "#test/support/client.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { newestSetUpToken } from "#test/support/reset-mails.ts";
import { accountOf, codeAt, createBrowser, setUpApp } from "#test/support/second-factor.ts";
import { emailOf, startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { SOON } from "#test/support/wait-limits.ts";

const ORIGIN = "http://localhost:3000";
const DAY = 86_400_000;
const clock = fixedClock("2026-03-10T12:00:00Z");
let program: TestProgram;

beforeAll(async () => {
  const rules = { SECOND_FACTOR_ROLES: "Admin=passkey,Manager", SECOND_FACTOR_GRACE_DAYS: "7" };
  program = await startTestProgram({ now: clock.now, environment: { ...rules, PUBLIC_URL: ORIGIN } });
});
afterAll(() => program.stop());
beforeEach(async () => {
  clock.at = new Date(Date.UTC(2026, 2, 10, 12));
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
const post = <T = null>(path: string, token: string | undefined, body: object = {}) =>
  call<T>(program.address, "POST", `/api/admin/${path}`, { ...(token !== undefined && { token }), body });
type Begun = { ticket: string; options: { challenge: string } };

async function addPasskey(token: string) {
  const key = createAuthenticator(ORIGIN);
  const { ticket, options } = (await post<Begun>("passkeys/options", token)).body.data;
  const added = await post("passkeys", token, { ticket, registration: key.create(options), name: "Laptop" });
  return { key, added };
}
async function enterBy(key: ReturnType<typeof createAuthenticator>) {
  const { ticket, options } = (await post<Begun>("passkey-options", undefined)).body.data;
  return await post("passkey-sign-in", undefined, { ticket, assertion: key.get(options) });
}
const mailed = () => newestSetUpToken(program.dataDir);
/** The token of a link that is mailed by what happens. */
async function linkMailedBy(happens: () => Promise<void>): Promise<string> {
  const before = await mailed();
  await happens();
  await vi.waitFor(async () => expect(await mailed()).not.toBe(before), SOON);
  return await mailed();
}

it("an app is enough within the grace, which it starts", async () => {
  const token = (await signIn("Admin")).token ?? "";
  const { secret } = await setUpApp(program.address, token, clock.at);
  await program.database.pool.query("update members set factor_due_at = null");
  later(30_000);
  const entered = await createBrowser(program.address).enter(emailOf("Admin"), { code: codeAt(secret, clock.at) });
  const due = new Date(clock.at.getTime() + 7 * DAY).toISOString();
  expect(entered.code).toBe(200);
  expect(await accountOf(program.address, entered.token ?? "")).toMatchObject({
    required: true,
    passkey_required: true,
    due_at: due,
  });
});

it("afterwards a right code opens no session: it mails a link, which adds a passkey, which opens one", async () => {
  const { secret, codes } = await setUpApp(program.address, (await signIn("Admin")).token ?? "", clock.at);
  later(7 * DAY + 1);
  for (const answer of [{ code: codeAt(secret, clock.at) }, { recoveryCode: codes?.[0] }]) {
    const link = await linkMailedBy(async () => {
      const entered = await createBrowser(program.address).enter(emailOf("Admin"), answer);
      expect([entered.code, entered.refusal, entered.message, entered.token]).toEqual([
        401,
        "second_factor_setup_required",
        FACTOR_MESSAGES.passkeyNeeded,
        undefined,
      ]);
    });
    // Used up as by a session.
    const again = await createBrowser(program.address).enter(emailOf("Admin"), answer);
    expect([again.code, again.message]).toEqual([401, FACTOR_MESSAGES.codeWrong]);
    const opened = await post<{ passkey_required: boolean }>("begin-enrolment", undefined, { token: link });
    expect(opened.body.data.passkey_required).toBe(true);
    const enrolment = opened.body.jwtToken as string;
    expect((await call(program.address, "GET", "/api/user_info", { token: enrolment })).code).toBe(403);
    const { key, added } = await addPasskey(enrolment);
    expect(added.code).toBe(200);
    expect((await enterBy(key)).code).toBe(200);
  }
});

it("a link that a password alone brought is void once there is an app", async () => {
  const token = (await signIn("Admin")).token ?? "";
  await program.database.pool.query("update members set factor_due_at = $1", [clock.at]);
  const link = await linkMailedBy(async () => void (await signIn("Admin")));
  await setUpApp(program.address, token, clock.at);
  expect((await post("begin-enrolment", undefined, { token: link })).code).toBe(422);
});

it("the last usable passkey stays; of a role that takes an app too, the app is enough", async () => {
  const token = (await signIn("Admin")).token ?? "";
  const { key } = await addPasskey(token);
  await setUpApp(program.address, token, clock.at);
  const removed = await post("delete-passkey", token, { id: key.id });
  expect([removed.code, removed.body.message]).toEqual([422, FACTOR_ANSWERS.lastPasskey]);
  const manager = (await signIn("Manager")).token ?? "";
  const theirs = await addPasskey(manager);
  await setUpApp(program.address, manager, clock.at);
  expect((await post("delete-passkey", manager, { id: theirs.key.id })).code).toBe(200);
});

it("after the password the passkey itself opens a session, long after the grace", async () => {
  const { key } = await addPasskey((await signIn("Admin")).token ?? "");
  later(30 * DAY);
  const mine = createBrowser(program.address);
  const { ticket } = await mine.signIn(emailOf("Admin"));
  const { options } = (await post<Begun>("second-factor-options", undefined, { ticket: ticket?.ticket })).body.data;
  expect((await mine.answer(ticket?.ticket, { assertion: key.get(options) })).code).toBe(200);
});
