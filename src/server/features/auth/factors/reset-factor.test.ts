import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { AuditEntry } from "#contract/audit/audit-lists.ts";
import { auditSentence } from "#contract/audit/audit-sentences.ts";
import { RESET_FACTOR_MESSAGES } from "#contract/factors/reset-messages.ts";
import { ROLES, type Role } from "#contract/roles.ts";
import type { SessionEntry } from "#contract/sessions/sessions.ts";
import { TEAM_MESSAGES } from "#contract/team/messages.ts";
import { auditEvents, memberNotices, members } from "#server/platform/db/schema.ts";
import { call } from "#test/support/client.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { newestSetUpToken } from "#test/support/reset-mails.ts";
import { codeAt, createBrowser, setUpApp } from "#test/support/second-factor.ts";
import { emailOf, startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { SOON } from "#test/support/wait-limits.ts";

const clock = fixedClock("2026-03-10T12:00:00Z");
const REASON = "Telephone lost on Monday";
const RECOGNISED = "Called back on the number in the staff file";
let program: TestProgram;

beforeAll(async () => {
  const environment = { SECOND_FACTOR_ROLES: "Admin,Manager", SECOND_FACTOR_GRACE_DAYS: "7" };
  program = await startTestProgram({ now: clock.now, environment });
});
afterAll(() => program.stop());
beforeEach(async () => {
  clock.at = new Date(Date.UTC(2026, 2, 10, 12));
  await program.database.pool.query(
    "truncate member_totp, member_recovery_codes, auth_tickets, sessions, account_links, member_notices",
  );
  await program.database.pool.query("update members set factor_due_at = null");
  await program.database.pool.query("delete from rate_limits");
});

const signIn = (role: Role) => createBrowser(program.address).signIn(emailOf(role));
const tokenOf = async (role: Role) => (await signIn(role)).token ?? "";
const idOf = async (role: Role) =>
  (
    await program.db
      .select()
      .from(members)
      .where(eq(members.email, emailOf(role)))
  )[0]?.id ?? 0;
const reset = (token: string, teamMemberId: number, fields: object = {}) =>
  call<{ ended: number }>(program.address, "PUT", "/api/admin/reset-second-factor", {
    token,
    body: { teamMemberId, reason: REASON, recognised: RECOGNISED, ...fields },
  });
const info = async (token: string, id: number) =>
  (await call<SessionEntry[]>(program.address, "GET", `/api/admin/member-sessions/${id}`, { token })).body;
const isSignedIn = async (token: string) =>
  (await call(program.address, "GET", "/api/user_info", { token })).code === 200;
const notices = async () =>
  (await program.db.select().from(memberNotices).orderBy(memberNotices.id)).map(({ kind, recipient, facts }) => ({
    kind,
    recipient,
    facts,
  }));
/** @returns the secret of an app that the member has set up, and a token of another session of theirs */
async function withApp(role: Role) {
  const other = await tokenOf(role);
  const { secret } = await setUpApp(program.address, await tokenOf(role), clock.at);
  await program.db.delete(memberNotices);
  return { secret, token: other };
}

describe("an Admin resets the second factor of another member", () => {
  it("who is signed out everywhere, and signs in by the password alone where the role needs no factor", async () => {
    const { token } = await withApp("Team");
    const [admin, id] = [await tokenOf("Admin"), await idOf("Team")];
    expect(await info(admin, id)).toMatchObject({ has_second_factor: true });
    expect((await signIn("Team")).refusal).toBe("second_factor_required");
    const { code, body } = await reset(admin, id, { reason: ` ${REASON}\n` });
    expect([code, body.message, body.data]).toEqual([200, RESET_FACTOR_MESSAGES.factorReset, { ended: 2 }]);
    expect(await isSignedIn(token)).toBe(false);
    expect(await info(admin, id)).toMatchObject({ has_second_factor: false });
    expect((await signIn("Team")).code).toBe(200);
    const { rows } = await program.database.pool.query("select 1 from member_recovery_codes");
    expect(rows).toEqual([]);
  });

  it("who gets a link to set another one up at the next sign-in where the role needs one, even within the grace", async () => {
    await withApp("Manager");
    expect((await reset(await tokenOf("Admin"), await idOf("Manager"))).code).toBe(200);
    expect((await signIn("Manager")).refusal).toBe("second_factor_setup_required");
    await vi.waitFor(async () => expect(await newestSetUpToken(program.dataDir)).not.toBe(""), SOON);
    const body = { token: await newestSetUpToken(program.dataDir) };
    const opened = await call(program.address, "POST", "/api/admin/begin-enrolment", { body });
    const { secret } = await setUpApp(program.address, opened.body.jwtToken as string, clock.at);
    clock.at = new Date(clock.at.getTime() + 30_000);
    const entered = await createBrowser(program.address).enter(emailOf("Manager"), { code: codeAt(secret, clock.at) });
    expect(entered.code).toBe(200);
  });

  it("and both the member and every Admin get a mail; the audit log has reason and recognition", async () => {
    await withApp("Team");
    const id = await idOf("Team");
    const admin = await tokenOf("Admin");
    await program.db.delete(memberNotices);
    await reset(admin, id);
    const [by, member] = ["Admin Member", "Team Member"];
    expect(await notices()).toEqual([
      {
        kind: "member-factor-reset",
        recipient: emailOf("Admin"),
        facts: { by, member, reason: REASON, recognised: RECOGNISED },
      },
      { kind: "factor-reset", recipient: emailOf("Team"), facts: { by } },
    ]);
    await vi.waitFor(async () => {
      const rows = await program.db.select({ sentAt: memberNotices.sentAt }).from(memberNotices);
      expect(rows.every(({ sentAt }) => sentAt !== null)).toBe(true);
    }, SOON);
    const [event] = await program.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.type, "factor-reset"))
      .orderBy(desc(auditEvents.id))
      .limit(1);
    expect([event?.actorId, event?.memberId]).toEqual([await idOf("Admin"), id]);
    const log = await call<AuditEntry[]>(program.address, "GET", "/api/admin/audit-log?type=factor-reset", {
      token: admin,
    });
    const [entry] = log.body.data;
    if (entry === undefined) throw new Error("the audit log has no entry");
    expect(auditSentence(entry)).toBe(
      `reset the second factor of ${member} and ended 2 sessions: ${REASON} (recognised by: ${RECOGNISED})`,
    );
  });

  it("only once, also when two do it at once; a second call says that there is none", async () => {
    await withApp("Team");
    const [admin, id] = [await tokenOf("Admin"), await idOf("Team")];
    const answers = await Promise.all([reset(admin, id), reset(admin, id)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 422]);
    const again = await reset(admin, id);
    expect([again.code, again.body.message]).toEqual([422, RESET_FACTOR_MESSAGES.factorMissing]);
    expect((await notices()).filter(({ kind }) => kind !== "new-device")).toHaveLength(2);
  });

  it("also of a role that has none to set up, after a suspension", async () => {
    await withApp("Night Staff");
    await program.database.pool.query("update member_totp set suspended_at = now()");
    expect((await reset(await tokenOf("Admin"), await idOf("Night Staff"))).code).toBe(200);
    expect((await signIn("Night Staff")).code).toBe(200);
  });
});

describe("refused", () => {
  it.each(ROLES.filter((role) => role !== "Admin"))("a %s, who doesn't learn who has one either", async (role) => {
    const target = role === "Team" ? "Telecaller" : "Team";
    const { token: left } = await withApp(target);
    const [token, id] = [await tokenOf(role), await idOf(target)];
    expect((await reset(token, id)).code).toBe(403);
    expect(await info(token, id)).not.toHaveProperty("has_second_factor");
    expect(await isSignedIn(left)).toBe(true);
  });

  it("one's own", async () => {
    const { token } = await withApp("Admin");
    const { code, body } = await reset(token, await idOf("Admin"));
    expect([code, body.message]).toEqual([422, RESET_FACTOR_MESSAGES.ownFactor]);
    expect((await signIn("Admin")).refusal).toBe("second_factor_required");
  });

  it("an unknown or removed member, and one without a factor, with no mail to anybody", async () => {
    const admin = await tokenOf("Admin");
    await program.db.delete(memberNotices);
    const unknown = await reset(admin, 999_999);
    expect([unknown.code, unknown.body.message]).toEqual([404, TEAM_MESSAGES.teamMemberNotFound]);
    const none = await reset(admin, await idOf("Telecaller"));
    expect([none.code, none.body.message]).toEqual([422, RESET_FACTOR_MESSAGES.factorMissing]);
    await withApp("Telecaller");
    await program.database.pool.query("update members set disabled_at = now() where email = $1", [
      emailOf("Telecaller"),
    ]);
    expect((await reset(admin, await idOf("Telecaller"))).code).toBe(404);
    await program.database.pool.query("update members set disabled_at = null");
    expect(await notices()).toEqual([]);
  });

  it.each([
    [{ reason: " " }, RESET_FACTOR_MESSAGES.reasonRequired],
    [{ recognised: undefined }, RESET_FACTOR_MESSAGES.recognisedRequired],
    [{ reason: "x".repeat(501) }, "At most 500 characters."],
    [{ recognised: "x".repeat(501) }, "At most 500 characters."],
  ])("%j", async (fields, message) => {
    await withApp("Team");
    const { code, body } = await reset(await tokenOf("Admin"), await idOf("Team"), fields);
    expect([code, body.message]).toEqual([400, message]);
    expect((await signIn("Team")).refusal).toBe("second_factor_required");
  });

  it("without a fresh sign-in", async () => {
    await withApp("Team");
    const admin = await tokenOf("Admin");
    clock.at = new Date(clock.at.getTime() + 16 * 60_000);
    const { code, body } = await reset(admin, await idOf("Team"));
    expect([code, body.code]).toEqual([403, "reauthentication_required"]);
  });
});
