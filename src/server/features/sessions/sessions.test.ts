import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Role } from "#contract/roles.ts";
import { BACKGROUND_HEADER, SESSIONS_MAX, type SessionEntry } from "#contract/sessions/sessions.ts";
import { memberNotices, members, sessions } from "#server/platform/db/schema.ts";
import { deviceName } from "#server/platform/http/device-name.ts";
import { call } from "#test/support/client.ts";
import { emailOf, startTestProgram, TEST_PASSWORD, type TestProgram } from "#test/support/test-program.ts";

const MINUTE = 60_000;
const SOON = { timeout: 20_000, interval: 20 };
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0";

let program: TestProgram;
let clock = Date.now();

beforeAll(async () => {
  program = await startTestProgram({
    now: () => new Date(clock),
    environment: { SESSION_IDLE_MINUTES: "60", TRUSTED_PROXIES: "127.0.0.1" },
  });
});
afterAll(() => program.stop());
beforeEach(async () => {
  await program.db.delete(sessions);
});

async function signIn(role: Role, { rememberMe = false, headers = {} } = {}): Promise<string> {
  const body = { email: emailOf(role), password: TEST_PASSWORD, rememberMe };
  const answer = await call(program.address, "POST", "/api/admin/admin-login", { body, headers });
  return answer.body.jwtToken as string;
}
const isSignedIn = async (token: string, headers = {}) =>
  (await call(program.address, "GET", "/api/user_info", { token, headers })).code === 200;
const list = async (token: string) =>
  (await call<SessionEntry[]>(program.address, "GET", "/api/admin/sessions", { token })).body.data;
const end = (token: string, body: unknown) =>
  call<{ ended: number }>(program.address, "PUT", "/api/admin/end-sessions", { token, body });
const idOf = async (role: Role) =>
  (
    await program.db
      .select()
      .from(members)
      .where(eq(members.email, emailOf(role)))
  )[0]?.id ?? 0;
const left = async (token: string) =>
  (await call<{ idle_seconds_left: number | null }>(program.address, "GET", "/api/admin/session-end", { token })).body
    .data.idle_seconds_left;

describe("an idle session", () => {
  it("ends after the idle limit, and not before", async () => {
    const token = await signIn("Team");
    clock += 60 * MINUTE - 1;
    expect(await isSignedIn(token)).toBe(true);
    clock += 60 * MINUTE - 1;
    expect(await isSignedIn(token)).toBe(true);
    clock += 60 * MINUTE;
    const answer = await call(program.address, "GET", "/api/user_info", { token });
    expect([answer.code, answer.body.code]).toEqual([401, "session_ended"]);
  });

  it("is not extended by background requests, nor by asking for its remaining time", async () => {
    const token = await signIn("Team");
    for (let minute = 0; minute < 59; minute += 10) {
      expect(await isSignedIn(token, { [BACKGROUND_HEADER]: "1" })).toBe(true);
      clock += 10 * MINUTE;
      if (minute < 50) expect(await left(token)).toBe((50 - minute) * 60);
    }
    expect(await isSignedIn(token)).toBe(false);
  });

  it("with Remember me does not end", async () => {
    const token = await signIn("Team", { rememberMe: true });
    clock += 13 * 24 * 60 * MINUTE;
    expect(await left(token)).toBeNull();
    expect(await isSignedIn(token)).toBe(true);
  });

  it("has its last use written at most once a minute, with the IP address", async () => {
    const token = await signIn("Team");
    const stored = async () => (await program.db.select().from(sessions))[0];
    const opened = await stored();
    clock += MINUTE - 1;
    await isSignedIn(token);
    clock += 1;
    const from = { "x-forwarded-for": "203.0.113.9" };
    await isSignedIn(token, from);
    await vi.waitFor(async () => expect((await stored())?.lastIp).toBe("203.0.113.9"), SOON);
    expect((await stored())?.lastUsedAt.getTime()).toBe((opened?.lastUsedAt.getTime() ?? 0) + MINUTE);
  });
});

it("of more than ten sessions the least recently used one ends", async () => {
  const tokens: string[] = [];
  for (let index = 0; index < SESSIONS_MAX; index += 1) {
    tokens.push(await signIn("Team"));
    clock += 2 * MINUTE;
  }
  const [first = "", second = ""] = tokens;
  await isSignedIn(first);
  await vi.waitFor(async () => {
    const used = await program.db
      .select()
      .from(sessions)
      .where(eq(sessions.lastUsedAt, new Date(clock)));
    expect(used).toHaveLength(1);
  }, SOON);
  await Promise.all([signIn("Team"), signIn("Team")]);
  expect(await program.db.$count(sessions)).toBe(SESSIONS_MAX);
  expect(await isSignedIn(first)).toBe(true);
  expect(await isSignedIn(second)).toBe(false);
});

describe("a member's own sessions", () => {
  it("are listed with device, place, first and last use, and which is this one", async () => {
    const first = await signIn("Team", { headers: { "user-agent": FIREFOX, "x-forwarded-for": "8.8.8.8" } });
    clock += 5 * MINUTE;
    const token = await signIn("Team", { rememberMe: true });
    const [own, other] = await list(token);
    expect(own).toMatchObject({ is_this: true, is_remembered: true, place: null });
    expect(other).toMatchObject({
      is_this: false,
      device: "Firefox 130 on Windows",
      place: "United States of America",
    });
    expect(other?.first_used_at).toBe(new Date(clock - 5 * MINUTE).toISOString());
    expect((await list(first)).map(({ is_this }) => is_this)).toEqual([false, true]);
  });

  it("are not listed once idle for too long, except with Remember me", async () => {
    await signIn("Team");
    await signIn("Team", { rememberMe: true });
    clock += 60 * MINUTE;
    const rows = await list(await signIn("Team"));
    expect(rows.map(({ is_this, is_remembered }) => [is_this, is_remembered])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it("can be ended one at a time, all others, or all, but never those of another member", async () => {
    const stranger = await signIn("Manager");
    const [one, two, three] = [await signIn("Team"), await signIn("Team"), await signIn("Team")];
    const foreign = (await list(stranger)).map(({ id }) => id);
    expect((await end(three, { ids: foreign })).body.data.ended).toBe(0);
    const other = (await list(one)).find(({ is_this }) => is_this);
    expect((await end(three, { ids: [other?.id] })).body.data.ended).toBe(1);
    expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([false, true]);
    expect((await end(three, { others: true })).body.data.ended).toBe(1);
    expect([await isSignedIn(two), await isSignedIn(three)]).toEqual([false, true]);
    expect((await end(three, { all: true })).body.data.ended).toBe(1);
    expect([await isSignedIn(three), await isSignedIn(stranger)]).toEqual([false, true]);
  });

  it.each([{}, { ids: [] }, { ids: ["x"] }, { all: false }, { others: true, all: true }])(
    "are not ended by %j",
    async (body) => {
      expect((await end(await signIn("Team"), body)).code).toBe(400);
    },
  );
});

describe("another member's sessions", () => {
  const listOf = (token: string, id: number) =>
    call<SessionEntry[]>(program.address, "GET", `/api/admin/member-sessions/${id}`, { token });
  const endOf = (token: string, body: unknown) =>
    call<{ ended: number }>(program.address, "PUT", "/api/admin/end-member-sessions", { token, body });

  it("are listed and ended by an Admin, and the member is notified by mail", async () => {
    const admin = await signIn("Admin");
    const [one, two] = [await signIn("Manager"), await signIn("Manager")];
    const teamMemberId = await idOf("Manager");
    const rows = (await listOf(admin, teamMemberId)).body.data;
    expect(rows).toHaveLength(2);
    const id = (await list(one)).find(({ is_this }) => is_this)?.id;
    expect((await endOf(admin, { teamMemberId, ids: [id] })).body.data.ended).toBe(1);
    expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([false, true]);
    expect((await endOf(admin, { teamMemberId })).body.data.ended).toBe(1);
    expect(await isSignedIn(two)).toBe(false);
    const isNotified = and(eq(memberNotices.memberId, teamMemberId), eq(memberNotices.kind, "sessions-ended"));
    const notified = await program.db.select({ facts: memberNotices.facts }).from(memberNotices).where(isNotified);
    const facts = { by: "Admin Member", count: 1 };
    expect(notified).toEqual([{ facts }, { facts }]);
    expect((await endOf(admin, { teamMemberId })).body.data.ended).toBe(0);
  });

  it("are not accessible to a Manager if an Admin's, otherwise they are", async () => {
    const manager = await signIn("Manager");
    await signIn("Team");
    const teamMemberId = await idOf("Admin");
    expect((await listOf(manager, teamMemberId)).code).toBe(403);
    expect((await endOf(manager, { teamMemberId })).code).toBe(403);
    expect((await listOf(manager, await idOf("Team"))).body.data).toHaveLength(1);
    expect((await listOf(manager, 999_999)).code).toBe(404);
  });
});

it.each([
  [FIREFOX, "Firefox 130 on Windows"],
  ["", "Unknown device"],
  ["curl/8.9.1", "Unknown device"],
  ["nonsense", "Unknown device"],
])("the device of %j is %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
