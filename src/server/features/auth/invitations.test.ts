import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { ActivityEntry } from "#contract/audit/audit.ts";
import { LINK_MESSAGES } from "#contract/auth/link-messages.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { TEAM_MESSAGES } from "#contract/team/messages.ts";
import type { TeamListEntry, TeamMember } from "#contract/team/team.ts";
import { accountLinks, memberNotices, members } from "#server/platform/db/schema.ts";
import { call } from "#test/support/client.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { readResetMails } from "#test/support/reset-mails.ts";
import { emailOf, startTestProgram, TEST_PASSWORD, type TestProgram } from "#test/support/test-program.ts";
import { SOON } from "#test/support/wait-limits.ts";
import { hashToken } from "./tokens.ts";

const NOON = "2026-03-10T06:30:00Z";
const DAY = 24 * 60 * 60_000;
const PASSWORD = "another horse 8";
const clock = fixedClock(NOON);
let program: TestProgram;
let admin: string;
let invited = 0;

beforeAll(async () => {
  program = await startTestProgram({ now: clock.now, environment: { FIRST_PASSWORD_DAYS: "3" } });
});
afterAll(() => program.stop());
beforeEach(async () => {
  clock.at = new Date(NOON);
  await program.db.execute(sql`delete from rate_limits`);
  admin = await program.signIn("Admin");
});

const post = <T = unknown>(path: string, body: unknown, token?: string) =>
  call<T>(program.address, "POST", `/api/admin/${path}`, { body, ...(token && { token }) });
const put = (path: string, teamMemberId: number, token = admin) =>
  call(program.address, "PUT", `/api/admin/${path}`, { token, body: { teamMemberId } });
const answerOf = ({ code, body }: Awaited<ReturnType<typeof post>>) => [code, body.code, body.message];
const INVALID = [422, "rule_violation", AUTH_MESSAGES.resetTokenInvalid];
const signIn = (email: string, password = PASSWORD) => post("admin-login", { email, password });
const accept = (token: string, newPassword = PASSWORD) => post("accept-invitation", { token, newPassword });
const listed = async (id: number) =>
  (
    await call<TeamListEntry[]>(program.address, "GET", "/api/admin/get-team-member-list", { token: admin })
  ).body.data.find((entry) => entry.id === id);
const lastActivity = async () =>
  (await call<ActivityEntry[]>(program.address, "GET", "/api/admin/activity", { token: admin })).body.data[0];

function someone(given: object = {}) {
  invited += 1;
  return { name: "New Comer", email: `new.comer.${invited}@staff.example`, type: "Team", ...given };
}

/** The newest mail to an address, once there are so many. */
async function mailTo(email: string, count = 1) {
  return await vi.waitFor(async () => {
    const mails = (await readResetMails(program.dataDir)).filter(({ to }) => to === email);
    const newest = mails.toSorted((a, b) => a.resetId - b.resetId).at(-1);
    if (mails.length < count || newest === undefined) throw new Error("no mail yet");
    return newest;
  }, SOON);
}

async function invite(given: object = {}, token = admin) {
  const { code, body } = await post<TeamMember>("invite-team-member", someone(given), token);
  expect([code, body.message]).toEqual([200, LINK_MESSAGES.invitationSent]);
  return { member: body.data, mail: await mailTo(body.data.email) };
}

describe("an invitation", () => {
  it("lets its recipient choose a password, once, and tells who sent it", async () => {
    const { member, mail } = await invite({ name: "Kamala Dias" });
    expect(mail.link).toBe(`${program.address}/invitation#token=${mail.token}`);
    expect(mail.content).toContain("Admin Member invites you to the back office");
    expect(await lastActivity()).toMatchObject({ type: "member-invited", data: { name: "Kamala Dias", role: "Team" } });
    expect(await listed(member.id)).toMatchObject({
      password: "",
      invited_until: new Date(Date.parse(NOON) + 7 * DAY).toISOString(),
    });
    const looked = await post("open-link", { token: mail.token });
    expect(looked.body.data).toEqual({ kind: "invitation", name: "Kamala Dias", email: member.email });
    const accepted = await accept(mail.token);
    expect([accepted.code, accepted.body.message, accepted.body.data]).toEqual([
      200,
      LINK_MESSAGES.invitationAccepted,
      { email: member.email },
    ]);
    expect(accepted.body).not.toHaveProperty("jwtToken");
    expect((await signIn(member.email)).code).toBe(200);
    expect(await listed(member.id)).not.toHaveProperty("invited_until");
    for (const again of [await accept(mail.token, "third horse 9"), await post("open-link", { token: mail.token })]) {
      expect(answerOf(again)).toEqual(INVALID);
    }
    expect((await signIn(member.email)).code).toBe(200);
    expect(await lastActivity()).toMatchObject({ type: "invitation-accepted", actor: { name: "Kamala Dias" } });
    const notices = await program.db.select().from(memberNotices).where(eq(memberNotices.kind, "invitation-accepted"));
    expect(notices).toMatchObject([{ recipient: emailOf("Admin"), facts: { member: "Kamala Dias" } }]);
  });

  it("is kept as a digest, beside nothing that opens an account", async () => {
    const { mail } = await invite();
    const rows = await program.db.select().from(accountLinks);
    expect(rows.filter(({ tokenHash }) => tokenHash?.equals(hashToken(mail.token)))).toHaveLength(1);
    const { rows: jobs } = await program.db.execute<{ text: string }>(sql`select j::text as text from pgboss.job j`);
    expect(JSON.stringify([rows, jobs])).not.toContain(mail.token);
  });

  it.each([
    ["works until seven days after it was sent", 7 * DAY - 1, 200],
    ["is void seven days after it was sent", 7 * DAY, 422],
  ])("%s", async (_what, age, expected) => {
    const { member, mail } = await invite();
    clock.at = new Date(Date.parse(NOON) + age);
    expect((await accept(mail.token)).code).toBe(expected);
    admin = String((await signIn(emailOf("Admin"), TEST_PASSWORD)).body.jwtToken);
    expect((await listed(member.id))?.invited_until).toBe(expected === 200 ? undefined : null);
  });

  it("is void once it was sent again", async () => {
    const { member, mail } = await invite();
    expect((await put("resend-invitation", member.id)).body.message).toBe(LINK_MESSAGES.invitationSentAgain);
    const newer = await mailTo(member.email, 2);
    expect(answerOf(await accept(mail.token))).toEqual(INVALID);
    expect((await accept(newer.token)).code).toBe(200);
    const refused = [await put("resend-invitation", member.id), await put("withdraw-invitation", member.id)];
    for (const answer of refused) expect(answer.body.message).toBe(LINK_MESSAGES.invitationAcceptedBefore);
  });

  it("is dead once it was withdrawn, and its address is free", async () => {
    const { member, mail } = await invite();
    expect((await put("withdraw-invitation", member.id)).body.message).toBe(LINK_MESSAGES.invitationWithdrawn);
    expect(await lastActivity()).toMatchObject({ type: "invitation-withdrawn" });
    expect(answerOf(await accept(mail.token))).toEqual(INVALID);
    expect((await put("resend-invitation", member.id)).code).toBe(404);
    expect(await listed(member.id)).toBeUndefined();
    expect((await post("invite-team-member", someone({ email: member.email }), admin)).code).toBe(200);
  });

  it("accepted and withdrawn at once is one of the two", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { member, mail } = await invite();
      const [accepted, withdrawn] = await Promise.all([accept(mail.token), put("withdraw-invitation", member.id)]);
      expect([accepted.code, withdrawn.code].sort()).toEqual([200, 422]);
      expect((await signIn(member.email)).code).toBe(accepted.code === 200 ? 200 : 401);
    }
  });

  it("used by two at once sets one password", async () => {
    const { mail } = await invite();
    const answers = await Promise.all(["first horse 1", "second horse 2"].map((each) => accept(mail.token, each)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 422]);
  });

  it("of one address by two Admins at once is sent once", async () => {
    const body = someone();
    const answers = await Promise.all([1, 2, 3].map(() => post("invite-team-member", body, admin)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 422, 422]);
    for (const { code, body: answer } of answers)
      if (code === 422) expect(answer.message).toBe(TEAM_MESSAGES.teamEmailTaken);
  });

  it("is sent anew to a changed address or with a changed type, and ends with a typed password", async () => {
    const { member, mail } = await invite();
    const change = (given: object) =>
      post("update-team-member", { tmId: member.id, ...member, id: undefined, ...given }, admin);
    const email = `moved.${member.email}`;
    expect((await change({ email })).code).toBe(200);
    const moved = await mailTo(email);
    expect(answerOf(await accept(mail.token))).toEqual(INVALID);
    expect((await change({ email, type: "Telecaller" })).code).toBe(200);
    const retyped = await mailTo(email, 2);
    expect(retyped.content).toContain("as Telecaller.");
    expect(answerOf(await accept(moved.token))).toEqual(INVALID);
    expect((await change({ email, type: "Telecaller", name: "Another" })).code).toBe(200);
    expect((await post("open-link", { token: retyped.token })).code).toBe(200);
    expect((await change({ email, type: "Telecaller", password: "typed horse 2" })).code).toBe(200);
    expect(answerOf(await accept(retyped.token))).toEqual(INVALID);
    expect((await signIn(email, "typed horse 2")).code).toBe(200);
  });

  it.each([["Password 123"], ["Ranjan@staff.example"]])(
    "refuses the password %s and stays valid",
    async (newPassword) => {
      const { mail } = await invite({ name: "Ranjan", email: `ranjan.${invited}@staff.example` });
      expect((await accept(mail.token, newPassword)).code).toBe(400);
      expect((await accept(mail.token)).code).toBe(200);
    },
  );

  it("is limited to five an hour for an address", async () => {
    const { member } = await invite();
    const answers = [];
    for (let count = 0; count < 5; count += 1) answers.push((await put("resend-invitation", member.id)).code);
    expect(answers).toEqual([200, 200, 200, 200, 429]);
  });

  it("of an Admin or about one is not for Managers", async () => {
    const manager = await program.signIn("Manager");
    expect((await post("invite-team-member", someone({ type: "Admin" }), manager)).code).toBe(403);
    const { member } = await invite({ type: "Admin" });
    for (const path of ["resend-invitation", "withdraw-invitation"]) {
      expect((await put(path, member.id, manager)).body.message).toBe(TEAM_MESSAGES.teamManagerOnAdmin);
    }
    await put("withdraw-invitation", member.id);
  });

  it("is not for a link of another kind, nor another kind's call for it", async () => {
    const { mail } = await invite();
    expect(answerOf(await post("reset-password", { token: mail.token, newPassword: PASSWORD }))).toEqual(INVALID);
    expect(answerOf(await post("confirm-own-email", { token: mail.token }))).toEqual(INVALID);
    await post("forgot-password", { email: emailOf("Team") });
    const { token } = await mailTo(emailOf("Team"));
    expect(answerOf(await accept(token))).toEqual(INVALID);
    expect(answerOf(await post("open-link", { token }))).toEqual(INVALID);
  });
});

describe("an invited member", () => {
  it("is refused at sign-in as a stranger is, and gets no link by Forgot password", async () => {
    const { member, mail } = await invite();
    const [theirs, stranger] = [await signIn(member.email), await signIn("nobody@staff.example")];
    expect([theirs.code, theirs.body]).toEqual([stranger.code, { ...stranger.body, requestId: expect.any(String) }]);
    expect(answerOf(await post("forgot-password", { email: member.email }))).toEqual([
      200,
      undefined,
      AUTH_MESSAGES.resetRequested,
    ]);
    const links = await program.db.select().from(accountLinks).where(eq(accountLinks.memberId, member.id));
    expect(links.map(({ kind }) => kind)).toEqual(["invitation"]);
    expect((await accept(mail.token)).code).toBe(200);
  });

  it("is no Admin yet: the last one who can sign in stays", async () => {
    const { member } = await invite({ type: "Admin" });
    const own = (
      await program.db
        .select()
        .from(members)
        .where(eq(members.email, emailOf("Admin")))
    )[0];
    const demoted = { tmId: own?.id, name: "Admin Member", email: emailOf("Admin"), type: "Team" };
    expect(answerOf(await post("update-team-member", demoted, admin))).toEqual([
      422,
      "rule_violation",
      TEAM_MESSAGES.teamLastAdmin,
    ]);
    // But one who never came can go.
    expect((await put("delete-team-member", member.id)).code).toBe(200);
  });
});

describe("a password that somebody else typed", () => {
  const userInfo = async (token: unknown) =>
    (await call<Record<string, unknown>>(program.address, "GET", "/api/user_info", { token: String(token) })).body.data;
  const add = async () => {
    const body = someone({ password: TEST_PASSWORD });
    const { id } = (await post<TeamMember>("add-team-member", body, admin)).body.data;
    return { id, email: body.email };
  };

  it("is known to the member until they choose their own", async () => {
    const { email } = await add();
    const { body } = await signIn(email, TEST_PASSWORD);
    expect(Object.keys(body.data as object).sort()).toEqual(["email", "id", "name", "type"]);
    expect(await userInfo(body.jwtToken)).toMatchObject({ password_set_by: "Admin Member" });
    await post("change-password", { newPassword: PASSWORD }, String(body.jwtToken));
    const after = await signIn(email);
    expect(await userInfo(after.body.jwtToken)).not.toHaveProperty("password_set_by");
  });

  it("opens nothing after FIRST_PASSWORD_DAYS, until it is set by a reset link", async () => {
    const { email } = await add();
    clock.at = new Date(Date.parse(NOON) + 3 * DAY - 1);
    expect((await signIn(email, TEST_PASSWORD)).code).toBe(200);
    clock.at = new Date(Date.parse(NOON) + 3 * DAY);
    expect(answerOf(await signIn(email, TEST_PASSWORD))).toEqual([
      401,
      "first_password_expired",
      LINK_MESSAGES.firstPasswordExpired,
    ]);
    expect(answerOf(await signIn(email, "wrong horse 1"))).toEqual([401, "unauthenticated", AUTH_MESSAGES.signInWrong]);
    await post("forgot-password", { email });
    const { token } = await mailTo(email);
    expect((await post("reset-password", { token, newPassword: PASSWORD })).code).toBe(200);
    expect((await signIn(email)).code).toBe(200);
    // Passwords from before this was kept, and the first Admin's, are nobody else's.
    expect((await signIn(emailOf("Manager"), TEST_PASSWORD)).code).toBe(200);
  });

  it("is marked again by an edit", async () => {
    const { id, email } = await add();
    await program.db.update(members).set({ passwordSetBy: null }).where(eq(members.id, id));
    const edit = { tmId: id, name: "New Comer", email, type: "Team", password: "typed horse 2" };
    expect((await post("update-team-member", edit, admin)).code).toBe(200);
    const { body } = await signIn(email, "typed horse 2");
    expect(await userInfo(body.jwtToken)).toMatchObject({ password_set_by: "Admin Member" });
  });
});
