import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FACTOR_ANSWERS } from "#contract/factors/answer-messages.ts";
import { FACTOR_MESSAGES } from "#contract/factors/messages.ts";
import type { Role } from "#contract/roles.ts";
import { auditPayloads, memberNotices, memberPasskeys, sessions } from "#server/platform/db/schema.ts";
import { relyingPartyOf } from "#server/platform/relying-party.ts";
import { createAuthenticator, type Wrong } from "#test/support/authenticator.ts";
import { call } from "#test/support/client.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { accountOf, createBrowser, setUpApp } from "#test/support/second-factor.ts";
import { emailOf, startTestProgram, type TestProgram } from "#test/support/test-program.ts";

const ORIGIN = "http://localhost:3000";
const MINUTE = 60_000;
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
  const tables = "member_totp, member_passkeys, member_recovery_codes, auth_tickets, sessions, member_notices";
  await program.database.pool.query(`truncate ${tables}`);
  await program.database.pool.query("delete from rate_limits");
});

interface Ceremony {
  ticket: string;
  options: { challenge: string; user?: { id: string }; allowCredentials?: { id: string }[] };
}

const browser = () => createBrowser(program.address);
const tokenOf = async (role: Role) => (await browser().signIn(emailOf(role))).token ?? "";
const post = <T = Record<string, unknown>>(path: string, token: string | undefined, body: unknown = {}) =>
  call<T>(program.address, "POST", `/api/admin/${path}`, { ...(token !== undefined && { token }), body });
const begun = async (path: string, token?: string, body: unknown = {}) =>
  (await post<Ceremony>(path, token, body)).body.data;
const noticesOf = async (kind: string) =>
  (await program.db.select().from(memberNotices).where(eq(memberNotices.kind, kind))).length;
const auditedOf = async (words: string) =>
  (await program.db.select().from(auditPayloads)).filter(({ data }) => JSON.stringify(data).includes(words));

async function add(token: string, authenticator = createAuthenticator(ORIGIN), wrong: Wrong = {}) {
  const { ticket, options } = await begun("passkeys/options", token);
  const registration = authenticator.create(options, wrong);
  return await post<{ codes: string[] | null }>("passkeys", token, { ticket, registration, name: "Laptop" });
}

/** A member with a passkey, and that passkey. */
async function withPasskey(role: Role) {
  const token = await tokenOf(role);
  const key = createAuthenticator(ORIGIN);
  const { code, body } = await add(token, key);
  expect([code, body.message]).toEqual([200, FACTOR_ANSWERS.passkeyAdded]);
  return { token, key, codes: body.data.codes ?? [] };
}

async function enter(key: ReturnType<typeof createAuthenticator>, wrong: Wrong = {}, counts = false) {
  const { ticket, options } = await begun("passkey-options");
  return await post("passkey-sign-in", undefined, { ticket, assertion: key.get(options, wrong, counts) });
}

describe("a passkey", () => {
  it("is added, brings recovery codes, and signs its member in alone", async () => {
    const { key, codes } = await withPasskey("Admin");
    expect(codes).toHaveLength(10);
    const { code, body } = await enter(key);
    expect([code, (body.data as { email: string }).email]).toEqual([200, emailOf("Admin")]);
    const account = await accountOf(program.address, body.jwtToken as string);
    expect(account).toMatchObject({
      totp: null,
      methods: ["passkey", "recovery_code"],
      passkeys: [{ id: key.id, name: "Laptop", suspended: false, other_host: null }],
    });
    expect(await program.db.select({ method: sessions.method }).from(sessions)).toContainEqual({ method: "passkey" });
    expect(await noticesOf("factor-changed")).toBe(1);
  });

  it("follows the password, by which alone nobody signs in any more", async () => {
    const { key } = await withPasskey("Team");
    const mine = browser();
    const first = await mine.signIn(emailOf("Team"));
    expect([first.code, first.refusal, first.ticket?.methods]).toEqual([
      401,
      "second_factor_required",
      ["passkey", "recovery_code"],
    ]);
    const { options } = await begun("second-factor-options", undefined, { ticket: first.ticket?.ticket });
    expect(options.allowCredentials).toMatchObject([{ id: key.id }]);
    const second = await mine.answer(first.ticket?.ticket, { assertion: key.get(options) });
    expect([second.code, second.token === undefined]).toEqual([200, false]);
  });

  it("confirms that it is the member, without the password", async () => {
    const { token, key } = await withPasskey("Admin");
    clock.at = new Date(clock.at.getTime() + 20 * MINUTE);
    expect((await post("recovery-codes", token)).body.code).toBe("reauthentication_required");
    const { ticket, options } = await begun("confirm-options", token);
    const confirmed = await post("confirm-by-passkey", token, { ticket, assertion: key.get(options) });
    expect(confirmed.code).toBe(200);
    expect((await post("recovery-codes", confirmed.body.jwtToken as string)).code).toBe(200);
    const again = await post("confirm-by-passkey", confirmed.body.jwtToken as string, {
      ticket,
      assertion: key.get(options),
    });
    expect([again.code, again.body.message]).toEqual([422, FACTOR_MESSAGES.passkeyWrong]);
  });

  it("is renamed and removed; the last one takes the recovery codes along", async () => {
    const { token, key } = await withPasskey("Team");
    const renamed = await call(program.address, "PUT", "/api/admin/rename-passkey", {
      token,
      body: { id: key.id, name: "Desk" },
    });
    expect(renamed.body.message).toBe(FACTOR_ANSWERS.passkeyRenamed);
    expect((await post("delete-passkey", token, { id: "other" })).code).toBe(422);
    expect((await post("delete-passkey", token, { id: key.id })).body.message).toBe(FACTOR_ANSWERS.passkeyRemoved);
    expect(await accountOf(program.address, token)).toMatchObject({ passkeys: [], recovery_codes_left: 0 });
    expect((await enter(key)).body).toMatchObject({
      message: FACTOR_ANSWERS.passkeyUnknown,
      data: { unknown_passkey: true },
    });
  });

  it("stands beside an app, and either may go while the other stays", async () => {
    const { token, key, codes } = await withPasskey("Team");
    const app = await setUpApp(program.address, token, clock.at);
    expect([codes.length, app.codes]).toEqual([10, null]);
    expect((await call(program.address, "PUT", "/api/admin/totp/remove", { token })).code).toBe(200);
    expect(await accountOf(program.address, token)).toMatchObject({ totp: null, recovery_codes_left: 10 });
    expect((await enter(key)).code).toBe(200);
  });
});

describe("an answer is refused", () => {
  const WRONG: [string, Wrong][] = [
    ["of another origin", { origin: "http://localhost:4000" }],
    ["of another host", { rpId: "example.com" }],
    ["within another site's frame", { crossOrigin: true }],
    ["that names a top origin", { topOrigin: "https://evil.example" }],
    ["without the check of the person", { isUnverified: true }],
    ["to another challenge", { challenge: "A".repeat(43) }],
    ["of another kind", { type: "webauthn.payment" }],
  ];
  it.each([
    ...WRONG,
    ["signed by another key", { isForged: true }],
    ["that names another member", { userHandle: "AAAA" }],
  ] as const)("%s", async (_what, wrong) => {
    const { key } = await withPasskey("Manager");
    const before = (await program.db.select().from(sessions)).length;
    const { code, body } = await enter(key, wrong);
    expect([code, body.message]).toEqual([401, FACTOR_MESSAGES.passkeyWrong]);
    expect(await program.db.select().from(sessions)).toHaveLength(before);
    expect((await enter(key)).code).toBe(200);
  });

  it.each(WRONG)("at its registration, %s", async (_what, wrong) => {
    const token = await tokenOf("Manager");
    const { code, body } = await add(token, createAuthenticator(ORIGIN), wrong);
    expect([code, body.message]).toEqual([422, FACTOR_MESSAGES.passkeyWrong]);
    expect(await program.db.select().from(memberPasskeys)).toEqual([]);
  });

  it("when it was used, also by two at once", async () => {
    const { key } = await withPasskey("Admin");
    const { ticket, options } = await begun("passkey-options");
    const body = { ticket, assertion: key.get(options) };
    const answers = await Promise.all([1, 2, 3].map(() => post("passkey-sign-in", undefined, body)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 401, 401]);
    expect((await post("passkey-sign-in", undefined, body)).code).toBe(401);
  });

  it("when the offer is foreign or older than five minutes", async () => {
    const { key } = await withPasskey("Admin");
    const { ticket, options } = await begun("passkey-options");
    const assertion = key.get(options);
    const forged = `${ticket.slice(0, -2)}AA`;
    for (const each of [forged, ticket.replace(/\.\d/, ".9")]) {
      const { body } = await post("passkey-sign-in", undefined, { ticket: each, assertion });
      expect(body.message).toBe(FACTOR_MESSAGES.ticketGone);
    }
    clock.at = new Date(clock.at.getTime() + 5 * MINUTE);
    const { body } = await post("passkey-sign-in", undefined, { ticket, assertion });
    expect(body.message).toBe(FACTOR_MESSAGES.ticketGone);
  });

  it("of a colleague's passkey, in the second step and to confirm", async () => {
    const { token } = await withPasskey("Team");
    const { key: theirs } = await withPasskey("Admin");
    const mine = browser();
    const { ticket } = await mine.signIn(emailOf("Team"));
    const { options } = await begun("second-factor-options", undefined, { ticket: ticket?.ticket });
    expect((await mine.answer(ticket?.ticket, { assertion: theirs.get(options) })).code).toBe(401);
    const confirm = await begun("confirm-options", token);
    const refused = await post("confirm-by-passkey", token, {
      ticket: confirm.ticket,
      assertion: theirs.get(confirm.options),
    });
    expect(refused.code).toBe(422);
  });

  it("of an assertion without options", async () => {
    const { key } = await withPasskey("Team");
    const mine = browser();
    const { ticket } = await mine.signIn(emailOf("Team"));
    const answer = await mine.answer(ticket?.ticket, { assertion: key.get({ challenge: "A".repeat(43) }) });
    expect(answer.code).toBe(401);
  });
});

describe("a counter", () => {
  it("that goes on is taken; one that goes back suspends the passkey and is told to the member and all Admins", async () => {
    const { key } = await withPasskey("Team");
    expect((await enter(key, {}, true)).code).toBe(200);
    expect((await enter(key, {}, true)).code).toBe(200);
    const copied = await enter(key, { counter: 1 });
    expect([copied.code, copied.body.message]).toEqual([401, FACTOR_ANSWERS.passkeySuspended]);
    expect((await enter(key, {}, true)).code).toBe(401);
    expect(await noticesOf("passkey-suspended")).toBe(1);
    expect(await auditedOf("passkey suspended")).not.toEqual([]);
    expect((await browser().signIn(emailOf("Team"))).ticket?.methods).toEqual(["recovery_code"]);
  });

  it("is not believed of a forged answer", async () => {
    const { key } = await withPasskey("Team");
    await enter(key, { counter: 9 });
    expect((await enter(key, { counter: 1, isForged: true })).body.message).toBe(FACTOR_MESSAGES.passkeyWrong);
    expect((await enter(key, { counter: 10 })).code).toBe(200);
  });

  it("moves once by two answers at once", async () => {
    const { key } = await withPasskey("Team");
    const answers = await Promise.all([enter(key, { counter: 5 }), enter(key, { counter: 6 })]);
    const taken = answers.flatMap(({ code }, index) => (code === 200 ? [5 + index] : []));
    const [row] = await program.db.select().from(memberPasskeys);
    expect(row?.counter).toBe(taken.at(-1));
  });
});

it("keeps at most ten passkeys a member, and each once", async () => {
  const token = await tokenOf("Manager");
  const key = createAuthenticator(ORIGIN);
  expect((await add(token, key)).code).toBe(200);
  expect((await add(token, key)).body.message).toBe(FACTOR_ANSWERS.passkeyKnown);
  for (let count = 1; count < 10; count += 1) expect((await add(token)).code).toBe(200);
  expect((await post("passkeys/options", token)).body.message).toBe(FACTOR_ANSWERS.passkeysMany);
});

it("is not offered at an IP address, nor without https elsewhere", () => {
  expect(relyingPartyOf("https://desk.example.com:8443")).toEqual({
    rpId: "desk.example.com",
    origin: "https://desk.example.com:8443",
  });
  for (const url of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"]) {
    expect(relyingPartyOf(url)).toEqual({ rpId: "localhost", origin: "http://localhost:3000" });
  }
  for (const url of [
    "http://192.0.2.1:3000",
    "https://192.0.2.1",
    "https://[2001:db8::1]",
    "http://desk.example.com",
  ]) {
    expect(relyingPartyOf(url)).toBeNull();
  }
});

it("of another host is marked, not offered, and no way in", async () => {
  const { token } = await withPasskey("Team");
  await program.db.update(memberPasskeys).set({ rpId: "old.example.com" });
  expect(await accountOf(program.address, token)).toMatchObject({
    passkeys: [{ other_host: "old.example.com" }],
    methods: ["recovery_code"],
  });
  const mine = browser();
  const { ticket } = await mine.signIn(emailOf("Team"));
  const { options } = await begun("second-factor-options", undefined, { ticket: ticket?.ticket });
  expect(options.allowCredentials ?? []).toEqual([]);
});
