import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { LINK_MESSAGES } from "#contract/auth/link-messages.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { TEAM_MESSAGES } from "#contract/team/messages.ts";
import { auditEvents, members } from "#server/platform/db/schema.ts";
import { call } from "#test/support/client.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { readResetMail } from "#test/support/reset-mails.ts";
import { type SmtpPeer, startSmtpPeer } from "#test/support/smtp-peer.ts";
import { emailOf, startTestProgram, TEST_PASSWORD, type TestProgram } from "#test/support/test-program.ts";
import { SOON } from "#test/support/wait-limits.ts";

const NOON = "2026-03-10T06:30:00Z";
const MINUTE = 60_000;
const clock = fixedClock(NOON);
let program: TestProgram;
let peer: SmtpPeer;
let admin: string;

beforeAll(async () => {
  peer = await startSmtpPeer();
  program = await startTestProgram({ now: clock.now, environment: { SMTP_URL: peer.url } });
});
afterAll(async () => {
  await program.stop();
  await peer.close();
});
beforeEach(async () => {
  clock.at = new Date(NOON);
  await program.db.execute(sql`delete from rate_limits`);
  const email = emailOf("Admin");
  await program.db.update(members).set({ email, emailKey: email }).where(eq(members.role, "Admin"));
  peer.accepted.length = 0;
  admin = String((await signIn(emailOf("Admin"))).body.jwtToken);
});

const post = (path: string, body: unknown, token?: string) =>
  call(program.address, "POST", `/api/admin/${path}`, { body, ...(token && { token }) });
const answerOf = ({ code, body }: Awaited<ReturnType<typeof post>>) => [code, body.code, body.message];
const INVALID = [422, "rule_violation", AUTH_MESSAGES.resetTokenInvalid];
const signIn = (email: string, password = TEST_PASSWORD) => post("admin-login", { email, password });
const confirm = (token: string) => post("confirm-own-email", { token });
const mailsTo = (address: string) => peer.accepted.map(readResetMail).filter(({ to }) => to === address);

/** The newest link mailed to an address, once there are so many. */
async function ask(email: string, count = 1) {
  expect(answerOf(await post("change-own-email", { email }, admin))).toEqual([
    200,
    undefined,
    LINK_MESSAGES.ownEmailAsked,
  ]);
  return await vi.waitFor(() => {
    const mails = mailsTo(email);
    const newest = mails.at(-1);
    if (mails.length < count || newest === undefined) throw new Error("no mail yet");
    return newest;
  }, SOON);
}

it("is the new address once its link is confirmed; both addresses are told and the session stays", async () => {
  const { link, token } = await ask("Mine@staff.example");
  expect(link).toBe(`${program.address}/confirm-sign-in-email#token=${token}`);
  const isTold = () => {
    const notice = mailsTo(emailOf("Admin")).find(({ content }) => content.includes("asked on"));
    expect(notice?.content).toContain("Mine@staff.example");
    expect(notice?.token).toBe("");
  };
  await vi.waitFor(isTold, SOON);
  for (const _ of [1, 2]) {
    expect((await post("open-link", { token })).body.data).toMatchObject({
      kind: "email",
      email: "Mine@staff.example",
    });
  }
  expect((await signIn("mine@staff.example")).code).toBe(401);

  const { code, body } = await confirm(token);
  expect([code, body.message, body.data]).toEqual([
    200,
    LINK_MESSAGES.ownEmailChanged,
    { email: "Mine@staff.example" },
  ]);
  expect(body).not.toHaveProperty("jwtToken");
  expect(
    (await call<{ email: string }>(program.address, "GET", "/api/user_info", { token: admin })).body.data.email,
  ).toBe("Mine@staff.example");
  expect([(await signIn(emailOf("Admin"))).code, (await signIn("mine@staff.example")).code]).toEqual([401, 200]);
  expect(answerOf(await confirm(token))).toEqual(INVALID);
  const isChanged = (address: string) => mailsTo(address).some(({ content }) => content.includes("old and to the new"));
  await vi.waitFor(() => expect([emailOf("Admin"), "Mine@staff.example"].map(isChanged)).toEqual([true, true]), SOON);
  const types = await program.db.select({ type: auditEvents.type }).from(auditEvents).orderBy(auditEvents.id);
  expect(types.map(({ type }) => type)).toEqual(expect.arrayContaining(["own-email-asked", "member-changed"]));
});

it.each([
  ["works for 30 minutes", 30 * MINUTE - 1, 200],
  ["is void after 30 minutes", 30 * MINUTE, 422],
])("a link %s", async (_what, age, expected) => {
  const { token } = await ask(`aged.${age}@staff.example`);
  clock.at = new Date(Date.parse(NOON) + age);
  expect((await confirm(token)).code).toBe(expected);
});

it("a link is void once a newer one was asked for, the password was changed, or an Admin changed the email", async () => {
  const first = await ask("first@staff.example");
  const second = await ask("second@staff.example");
  expect(answerOf(await confirm(first.token))).toEqual(INVALID);
  const newPassword = "another horse 8";
  expect((await post("change-password", { newPassword }, admin)).code).toBe(200);
  expect(answerOf(await confirm(second.token))).toEqual(INVALID);
  admin = String((await signIn(emailOf("Admin"), newPassword)).body.jwtToken);
  expect((await post("change-password", { newPassword: TEST_PASSWORD }, admin)).code).toBe(200);
});

it("a stranger's Forgot password does not void the link", async () => {
  const { token } = await ask("kept@staff.example");
  await post("forgot-password", { email: emailOf("Admin") });
  expect((await confirm(token)).code).toBe(200);
});

it("refuses a taken address when it is asked for and when it is confirmed", async () => {
  const taken = await post("change-own-email", { email: emailOf("Team").toUpperCase() }, admin);
  expect([taken.code, taken.body.message, taken.body.errors]).toEqual([
    422,
    TEAM_MESSAGES.teamEmailTaken,
    [{ path: "email", message: TEAM_MESSAGES.teamEmailTaken }],
  ]);
  const same = await post("change-own-email", { email: emailOf("Admin") }, admin);
  expect(same.body.message).toBe(LINK_MESSAGES.ownEmailSame);
  const { token } = await ask("wanted@staff.example");
  const other = { name: "Faster", email: "wanted@staff.example", password: TEST_PASSWORD, type: "Team" };
  expect((await post("add-team-member", other, admin)).code).toBe(200);
  expect((await confirm(token)).body.message).toBe(TEAM_MESSAGES.teamEmailTaken);
  expect((await signIn(emailOf("Admin"))).code).toBe(200);
});

it("confirmed twice at once is confirmed once, and five are asked for in an hour", async () => {
  const { token } = await ask("twice@staff.example");
  const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 422, 422]);
  const codes = [];
  for (let count = 0; count < 5; count += 1) {
    codes.push((await post("change-own-email", { email: `more.${count}@staff.example` }, admin)).code);
  }
  expect(codes).toEqual([200, 200, 200, 200, 429]);
});

it("the team form still refuses one's own email, and says where", async () => {
  const { id } = (await signIn(emailOf("Admin"))).body.data as { id: number };
  const edit = { tmId: id, name: "Admin Member", email: "other@staff.example", type: "Admin" };
  const refused = await post("update-team-member", edit, admin);
  expect([refused.code, refused.body.message]).toEqual([422, TEAM_MESSAGES.teamOwnEmail]);
});
