import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { FactorChange } from "#contract/audit/audit.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { FACTOR_ANSWERS } from "#contract/factors/answer-messages.ts";
import type { Role } from "#contract/roles.ts";
import { auditPayloads, memberNotices, memberPasskeys, members, sessions } from "#server/platform/db/schema.ts";
import { createAuthenticator } from "#test/support/authenticator.ts";
import { call } from "#test/support/client.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { readResetMails } from "#test/support/reset-mails.ts";
import { accountOf, createBrowser } from "#test/support/second-factor.ts";
import { emailOf, startTestProgram, TEST_PASSWORD, type TestProgram } from "#test/support/test-program.ts";
import { SOON } from "#test/support/wait-limits.ts";

const ORIGIN = "http://localhost:3000";
const MINUTE = 60_000;
const OFF: FactorChange = "password sign-in switched off, only passkeys";
const ON: FactorChange = "password sign-in allowed";
const clock = fixedClock("2026-03-10T12:00:00Z");
let program: TestProgram;
let tests = 0;

beforeAll(async () => {
  program = await startTestProgram({ now: clock.now, environment: { PUBLIC_URL: ORIGIN } });
});
afterAll(() => program.stop());
beforeEach(async () => {
  tests += 1;
  clock.at = new Date(Date.UTC(2026, 2, 10, 12 + tests));
  const tables = "member_passkeys, member_recovery_codes, auth_tickets, sessions, member_notices";
  await program.database.pool.query(`truncate ${tables}`);
  await program.database.pool.query("update members set is_password_sign_in = true");
  await program.database.pool.query("delete from rate_limits");
});

interface Ceremony {
  ticket: string;
  options: { challenge: string };
}
type Key = ReturnType<typeof createAuthenticator>;

const browser = () => createBrowser(program.address);
const post = <T = Record<string, unknown>>(path: string, token: string | undefined, body: unknown = {}) =>
  call<T>(program.address, "POST", `/api/admin/${path}`, { ...(token !== undefined && { token }), body });
const begun = async (path: string, token?: string) => (await post<Ceremony>(path, token)).body.data;
const allowPassword = (token: string, enabled: boolean) =>
  call(program.address, "PUT", "/api/admin/password-sign-in", { token, body: { enabled } });
const remove = async (token: string, { id }: Key) => (await post("delete-passkey", token, { id })).body.message;

async function add(token: string): Promise<{ key: Key; codes: string[] | null }> {
  const key = createAuthenticator(ORIGIN);
  const { ticket, options } = await begun("passkeys/options", token);
  const added = { ticket, registration: key.create(options), name: "Laptop" };
  const { code, body } = await post<{ codes: string[] | null }>("passkeys", token, added);
  expect(code).toBe(200);
  return { key, codes: body.data.codes };
}

/** A member with two passkeys, whose password still opens their sign-in. */
async function withTwo(role: Role) {
  const token = (await browser().signIn(emailOf(role))).token ?? "";
  const { key, codes } = await add(token);
  const { key: second } = await add(token);
  return { token, key, second, codes: codes ?? [] };
}

async function withPasskeysOnly(role: Role) {
  const member = await withTwo(role);
  expect((await allowPassword(member.token, false)).body.message).toBe(FACTOR_ANSWERS.passkeysOnlySet);
  return member;
}

async function enter(key: Key) {
  const { ticket, options } = await begun("passkey-options");
  return await post("passkey-sign-in", undefined, { ticket, assertion: key.get(options) });
}

const changes = async () =>
  (await program.db.select().from(memberNotices).where(eq(memberNotices.kind, "factor-changed"))).map(
    ({ facts }) => (facts as { change: FactorChange }).change,
  );

describe("only passkeys", () => {
  it("takes two of them, and says so", async () => {
    const token = (await browser().signIn(emailOf("Team"))).token ?? "";
    const refused = [422, FACTOR_ANSWERS.passkeysTwo];
    const tried = async () => {
      const { code, body } = await allowPassword(token, false);
      return [code, body.message];
    };
    expect(await tried()).toEqual(refused);
    await add(token);
    expect(await tried()).toEqual(refused);
    const { key } = await add(token);
    for (const change of [{ suspendedAt: clock.at }, { suspendedAt: null, rpId: "old.example.com" }]) {
      await program.db.update(memberPasskeys).set(change).where(eq(memberPasskeys.id, key.id));
      expect(await tried()).toEqual(refused);
    }
    await program.db.update(memberPasskeys).set({ rpId: "localhost" });
    expect(await accountOf(program.address, token)).toMatchObject({ password_sign_in: true });
    expect(await tried()).toEqual([200, FACTOR_ANSWERS.passkeysOnlySet]);
    expect(await accountOf(program.address, token)).toMatchObject({ password_sign_in: false });
  });

  it("opens by a passkey; the right password is answered as a wrong one is", async () => {
    const { key } = await withPasskeysOnly("Team");
    const answerTo = async (email: string, password: string) => {
      const { code, body, headers } = await post("admin-login", undefined, { email, password });
      return { code, body: { ...body, requestId: "" }, cookies: headers.getSetCookie() };
    };
    const right = await answerTo(emailOf("Team"), TEST_PASSWORD);
    expect(right).toMatchObject({ code: 401, body: { message: AUTH_MESSAGES.signInWrong }, cookies: [] });
    expect(await answerTo(emailOf("Team"), "not the password 7")).toEqual(right);
    expect(await answerTo("nobody@staff.example", TEST_PASSWORD)).toEqual(right);
    expect((await enter(key)).code).toBe(200);
  });

  it("is counted against whoever tries right passwords, and mails nobody", async () => {
    await withPasskeysOnly("Team");
    await program.db.delete(memberNotices);
    let last = 401;
    for (let tried = 0; tried < 30 && last === 401; tried += 1) {
      last = (await post("admin-login", undefined, { email: emailOf("Team"), password: TEST_PASSWORD })).code;
    }
    expect(last).toBe(429);
    expect(await program.db.select().from(memberNotices)).toEqual([]);
  });

  it("ends a sign-in that was waiting for its code", async () => {
    const { token, codes } = await withTwo("Team");
    const mine = browser();
    const { ticket } = await mine.signIn(emailOf("Team"));
    await allowPassword(token, false);
    const before = await program.db.select().from(sessions);
    expect((await mine.answer(ticket?.ticket, { recoveryCode: codes[0] })).code).toBe(401);
    expect(await program.db.select().from(sessions)).toHaveLength(before.length);
  });

  it("confirms by a passkey; neither password nor codes do", async () => {
    const { token, key, codes } = await withPasskeysOnly("Team");
    for (const answer of [{}, { recoveryCode: codes[0] }, { code: "123456" }]) {
      const { code, body } = await post("confirm-identity", token, { password: TEST_PASSWORD, ...answer });
      expect([code, body.errors]).toEqual([400, [{ path: "password", message: FACTOR_ANSWERS.passkeysOnly }]]);
    }
    clock.at = new Date(clock.at.getTime() + 20 * MINUTE);
    expect((await allowPassword(token, true)).body.code).toBe("reauthentication_required");
    const { ticket, options } = await begun("confirm-options", token);
    const { body } = await post("confirm-by-passkey", token, { ticket, assertion: key.get(options) });
    expect((await allowPassword(String(body.jwtToken), true)).body.message).toBe(FACTOR_ANSWERS.passwordAllowed);
    expect((await browser().signIn(emailOf("Team"))).refusal).toBe("second_factor_required");
  });

  it("is not changed from a session that password and code opened", async () => {
    const { token, key, codes } = await withTwo("Team");
    const { token: byCode = "" } = await browser().enter(emailOf("Team"), { recoveryCode: codes[0] });
    await allowPassword(token, false);
    for (const { code, body } of [await allowPassword(byCode, true), await post("delete-passkey", byCode, key)]) {
      expect([code, body.code]).toEqual([403, "reauthentication_required"]);
    }
  });

  it("takes no change from a session of the password alone", async () => {
    const { token: old = "" } = await browser().signIn(emailOf("Team"));
    const { token } = await withTwo("Team");
    expect((await allowPassword(old, false)).body.code).toBe("reauthentication_required");
    expect(await accountOf(program.address, token)).toMatchObject({ password_sign_in: true });
  });

  it("is mailed and stands in the audit log, each change once", async () => {
    const { token } = await withTwo("Team");
    await program.db.delete(memberNotices);
    for (const enabled of [false, false, true, true]) expect((await allowPassword(token, enabled)).code).toBe(200);
    expect(await changes()).toEqual([OFF, ON]);
    const audited = (await program.db.select().from(auditPayloads)).map(({ data }) => JSON.stringify(data));
    for (const change of [OFF, ON]) expect(audited.filter((data) => data.includes(change))).not.toEqual([]);
  });
});

describe("nobody is locked out", () => {
  it("by the removal of one of two, but a third may go, and one that is suspended", async () => {
    const { token, key, second } = await withPasskeysOnly("Manager");
    expect(await remove(token, key)).toBe(FACTOR_ANSWERS.passkeysTwoKept);
    const { key: third } = await add(token);
    expect(await remove(token, key)).toBe(FACTOR_ANSWERS.passkeyRemoved);
    await program.db.update(memberPasskeys).set({ suspendedAt: clock.at }).where(eq(memberPasskeys.id, second.id));
    expect(await remove(token, third)).toBe(FACTOR_ANSWERS.passkeysTwoKept);
    expect(await remove(token, second)).toBe(FACTOR_ANSWERS.passkeyRemoved);
    expect((await enter(third)).code).toBe(200);
    await allowPassword(token, true);
    expect(await remove(token, third)).toBe(FACTOR_ANSWERS.passkeyRemoved);
  });

  it("by two removals at once, nor by one beside the switch", async () => {
    const { token, key, second } = await withPasskeysOnly("Manager");
    await add(token);
    const removed = await Promise.all([remove(token, key), remove(token, second)]);
    expect(removed.toSorted()).toEqual([FACTOR_ANSWERS.passkeysTwoKept, FACTOR_ANSWERS.passkeyRemoved].toSorted());
    await allowPassword(token, true);
    const [left] = await program.db.select().from(memberPasskeys);
    await Promise.all([allowPassword(token, false), post("delete-passkey", token, { id: left?.id })]);
    const kept = await program.db.select().from(memberPasskeys);
    const { password_sign_in } = await accountOf(program.address, token);
    expect([password_sign_in, kept.length]).toEqual(password_sign_in ? [true, 1] : [false, 2]);
  });

  it("without a way back: an Admin's reset allows the password", async () => {
    await withPasskeysOnly("Team");
    const { token } = await browser().signIn(emailOf("Admin"));
    const [member] = await program.db
      .select()
      .from(members)
      .where(eq(members.email, emailOf("Team")));
    const body = { teamMemberId: member?.id, reason: "Lost both keys", recognised: "Came to my desk" };
    const answer = await call(program.address, "PUT", "/api/admin/reset-second-factor", { token: token ?? "", body });
    expect(answer.code).toBe(200);
    expect((await browser().signIn(emailOf("Team"))).code).toBe(200);
  });

  it("by a forgotten password: the mail says how to sign in, and an earlier link is void", async () => {
    const mails = async (count: number) =>
      await vi.waitFor(async () => {
        const found = (await readResetMails(program.dataDir)).filter(({ to }) => to === emailOf("Night Staff"));
        expect(found).toHaveLength(count);
        return found;
      }, SOON);
    const { token } = await withTwo("Night Staff");
    const ask = () => post("forgot-password", undefined, { email: emailOf("Night Staff") });
    const answer = await ask();
    const [link] = await mails(1);
    await allowPassword(token, false);
    const newPassword = "another horse 8";
    const used = await post("reset-password", undefined, { token: link?.token, newPassword });
    expect([used.code, used.body.message]).toEqual([422, AUTH_MESSAGES.resetTokenInvalid]);
    expect((await ask()).body).toEqual(answer.body);
    const mail = (await mails(2)).at(-1);
    expect(mail?.content).toContain("Your sign-in takes only passkeys");
    expect(mail?.content).not.toMatch(/#token=|reset-password/);
  });
});
