import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { LINK_MESSAGES } from "#contract/auth/link-messages.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { FACTOR_MESSAGES } from "#contract/factors/messages.ts";
import type { TeamListEntry, TeamMember } from "#contract/team/team.ts";
import { memberNotices, memberPasskeys, members, sessions } from "#server/platform/db/schema.ts";
import { createAuthenticator, type Wrong } from "#test/support/authenticator.ts";
import { call } from "#test/support/client.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { readResetMails } from "#test/support/reset-mails.ts";
import { createBrowser } from "#test/support/second-factor.ts";
import { startTestProgram, TEST_PASSWORD, type TestProgram } from "#test/support/test-program.ts";
import { SOON } from "#test/support/wait-limits.ts";

const ORIGIN = "http://localhost:3000";
const PASSWORD = "another horse 8";
const INVALID = [422, AUTH_MESSAGES.resetTokenInvalid];
const clock = fixedClock("2026-03-10T06:30:00Z");
let program: TestProgram;
let admin: string;
let invited = 0;

beforeAll(async () => {
  program = await startTestProgram({ now: clock.now, environment: { PUBLIC_URL: ORIGIN } });
});
afterAll(() => program.stop());
beforeEach(async () => {
  await program.db.execute(sql`delete from rate_limits`);
  admin = await program.signIn("Admin");
});

type Answer = Awaited<ReturnType<typeof post>>;
interface Ceremony {
  ticket: string;
  options: { challenge: string };
}
interface Accepted {
  email: string;
  codes: string[];
}

const post = <T = unknown>(path: string, body: unknown, token?: string) =>
  call<T>(program.address, "POST", `/api/admin/${path}`, { body, ...(token && { token }) });
const answerOf = ({ code, body }: Answer) => [code, body.message];
const signIn = (email: string, password = PASSWORD) => post("admin-login", { email, password });
const begin = async (token: string) => (await post<Ceremony>("invitation-options", { token })).body.data;
const put = (path: string, body: object) => call(program.address, "PUT", `/api/admin/${path}`, { token: admin, body });

async function mailTo(email: string, count = 1) {
  return await vi.waitFor(async () => {
    const mails = (await readResetMails(program.dataDir)).filter(({ to }) => to === email);
    const newest = mails.toSorted((a, b) => a.resetId - b.resetId).at(-1);
    if (mails.length < count || newest === undefined) throw new Error("no mail yet");
    return newest;
  }, SOON);
}

async function invite() {
  invited += 1;
  const someone = { name: "Kamala Dias", email: `kamala.${invited}@staff.example`, type: "Team" };
  const { id, email } = (await post<TeamMember>("invite-team-member", someone, admin)).body.data;
  return { id, email, token: (await mailTo(email)).token };
}

/** What a new device answers to an invitation. */
async function answerTo(token: string, wrong: Wrong = {}) {
  const key = createAuthenticator(ORIGIN);
  const { ticket, options } = await begin(token);
  return { key, body: { token, ticket, registration: key.create(options, wrong), name: "Laptop" } };
}

async function accept(token: string) {
  const { key, body } = await answerTo(token);
  const accepted = await post<Accepted>("accept-by-passkey", body);
  expect(answerOf(accepted)).toEqual([200, LINK_MESSAGES.invitationAcceptedByPasskey]);
  return { key, ...accepted.body };
}

async function enter(key: ReturnType<typeof createAuthenticator>) {
  const { ticket, options } = (await post<Ceremony>("passkey-options", {})).body.data;
  return await post("passkey-sign-in", { ticket, assertion: key.get(options) });
}

const passkeysOf = async (id: number) =>
  (await program.db.select().from(memberPasskeys).where(eq(memberPasskeys.memberId, id))).length;

it("an invitation ends with a passkey, which signs its member in; no password does", async () => {
  const { id, email, token } = await invite();
  const { key, data, ...rest } = await accept(token);
  expect([data.email, data.codes.length, "jwtToken" in rest]).toEqual([email, 10, false]);
  expect(await program.db.select().from(sessions).where(eq(sessions.memberId, id))).toEqual([]);
  expect((await enter(key)).code).toBe(200);
  const stranger = await signIn("nobody@staff.example");
  for (const password of [PASSWORD, TEST_PASSWORD, token]) {
    const { code, body } = await signIn(email, password);
    expect([code, { ...body, requestId: "" }]).toEqual([401, { ...stranger.body, requestId: "" }]);
  }
  expect(answerOf(await post("accept-invitation", { token, newPassword: PASSWORD }))).toEqual(INVALID);
  expect(answerOf(await post("invitation-options", { token }))).toEqual(INVALID);
  const list = await call<TeamListEntry[]>(program.address, "GET", "/api/admin/get-team-member-list", { token: admin });
  expect(list.body.data.find((member) => member.id === id)).not.toHaveProperty("invited_until");
  const notices = await program.db.select().from(memberNotices).orderBy(memberNotices.id);
  expect(notices.filter(({ memberId }) => memberId === id).map(({ kind }) => kind)).toEqual(["factor-changed"]);
  expect(notices.some(({ kind }) => kind === "invitation-accepted")).toBe(true);
});

it("a ceremony that was broken off leaves the link open, for a password too", async () => {
  const { id, email, token } = await invite();
  const { body } = await answerTo(token);
  expect((await post("accept-invitation", { token, newPassword: PASSWORD })).code).toBe(200);
  expect(answerOf(await post("accept-by-passkey", body))).toEqual(INVALID);
  expect(await passkeysOf(id)).toBe(0);
  expect((await signIn(email)).code).toBe(200);
});

it.each([
  ["of another origin", { origin: "https://evil.example" }],
  ["without the check of the person", { isUnverified: true }],
] as [string, Wrong][])("a passkey %s is refused, and the link stays open", async (_what, wrong) => {
  const { id, token } = await invite();
  const { body } = await answerTo(token, wrong);
  expect(answerOf(await post("accept-by-passkey", body))).toEqual([422, FACTOR_MESSAGES.passkeyWrong]);
  expect(await passkeysOf(id)).toBe(0);
  await accept(token);
});

it("takes no ticket of another invitation, and no link of another kind", async () => {
  const [mine, theirs] = [await invite(), await invite()];
  const { body } = await answerTo(theirs.token);
  expect(answerOf(await post("accept-by-passkey", { ...body, token: mine.token }))).toEqual([
    422,
    FACTOR_MESSAGES.ticketGone,
  ]);
  await accept(mine.token);
  await post("forgot-password", { email: mine.email });
  const { token } = await mailTo(mine.email, 2);
  expect(answerOf(await post("invitation-options", { token }))).toEqual(INVALID);
  expect(answerOf(await post("begin-enrolment", { token: theirs.token }))).toEqual(INVALID);
});

it("with password and passkey at once one is taken, and none once it was withdrawn", async () => {
  const both = await invite();
  const { key, body } = await answerTo(both.token);
  const byPassword = { token: both.token, newPassword: PASSWORD };
  const answers = await Promise.all([post("accept-by-passkey", body), post("accept-invitation", byPassword)]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 422]);
  const codes = [(await enter(key)).code, (await signIn(both.email)).code];
  expect(codes).toEqual(answers[0].code === 200 ? [200, 401] : [401, 200]);

  const { id, token } = await invite();
  const late = await answerTo(token);
  expect((await put("withdraw-invitation", { teamMemberId: id })).code).toBe(200);
  expect(answerOf(await post("accept-by-passkey", late.body))).toEqual(INVALID);
  expect(await passkeysOf(id)).toBe(0);
});

it("a lost passkey: a reset link gives a password, to which a recovery code belongs", async () => {
  const { email, token } = await invite();
  const { data } = await accept(token);
  await post("forgot-password", { email });
  const reset = { token: (await mailTo(email, 2)).token, newPassword: PASSWORD };
  expect((await post("reset-password", reset)).code).toBe(200);
  const browser = createBrowser(program.address);
  const first = await browser.signIn(email, PASSWORD);
  expect(first.refusal).toBe("second_factor_required");
  expect((await browser.answer(first.ticket?.ticket, { recoveryCode: data.codes[0] })).code).toBe(200);
});

it("a lost passkey without codes: an Admin resets it, and a reset link gives the first password", async () => {
  const { id, email, token } = await invite();
  const { key } = await accept(token);
  const reset = { teamMemberId: id, reason: "Laptop stolen", recognised: "Came to my desk" };
  expect((await put("reset-second-factor", reset)).code).toBe(200);
  expect((await enter(key)).code).toBe(401);
  const [member] = await program.db.select().from(members).where(eq(members.id, id));
  expect(member?.isPasswordSignIn).toBe(true);
  await post("forgot-password", { email });
  expect((await post("reset-password", { token: (await mailTo(email, 2)).token, newPassword: PASSWORD })).code).toBe(
    200,
  );
  expect((await signIn(email)).code).toBe(200);
});
