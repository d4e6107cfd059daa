import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { AuditData, AuditType } from "#contract/audit/audit.ts";
import type { AuditEntry } from "#contract/audit/audit-lists.ts";
import { call } from "#test/support/client.ts";
import { captureLog } from "#test/support/log-capture.ts";
import { sendgridHeaders, sendgridKeys } from "#test/support/sendgrid-signer.ts";
import { startSnsPeer, TOPIC } from "#test/support/sns-peer.ts";
import { emailOf, startTestProgram, TEST_PASSWORD, type TestProgram } from "#test/support/test-program.ts";

const UNKNOWN_EMAIL = "somebody.else@stranger.example";

interface Row {
  id: number;
  type: AuditType;
  actor_id: number | null;
  member_id: number | null;
  data: Record<string, unknown>;
}

let program: TestProgram;
let sns: Awaited<ReturnType<typeof startSnsPeer>>;
let admin: string;
const captured = captureLog();
const ids: Record<string, number> = {};

const signIn = (email: string, password: string, userAgent = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0") =>
  call<{ id: number }>(program.address, "POST", "/api/admin/admin-login", {
    body: { email, password },
    headers: { "user-agent": userAgent },
  });

async function rowsOf(type: AuditType): Promise<Row[]> {
  const { rows } = await program.db.execute<Row & Record<string, unknown>>(
    sql`select e.id::int, type, actor_id, member_id, data from audit_events e
          join audit_payloads p on p.event_id = e.id where type = ${type} order by e.id`,
  );
  return rows;
}
const dataOf = async <T extends AuditType>(type: T) =>
  (await rowsOf(type)).map(({ data }) => data as Extract<AuditData, { type: T }>["data"]);

/** Waits until folded events with this total count are written. */
async function counted(type: AuditType, total: number): Promise<Row[]> {
  return await vi.waitFor(
    async () => {
      const rows = await rowsOf(type);
      expect(rows.reduce((sum, { data }) => sum + Number(data.count), 0)).toBe(total);
      return rows;
    },
    { timeout: 30_000, interval: 50 },
  );
}

beforeAll(async () => {
  sns = await startSnsPeer();
  program = await startTestProgram({
    log: captured.log,
    services: {
      audit: { writeMs: 100 },
      hooks: { topicArn: TOPIC, webhookKey: sendgridKeys().webhookKey },
      sns: { peer: sns.peer },
    },
  });
  const { rows } = await program.db.execute<{ id: number; role: string }>(sql`select id, role from members`);
  for (const { id, role } of rows) ids[role] = id;
});
afterAll(async () => {
  await program.stop();
  await sns.close();
});

describe("the audit log records", () => {
  it("who signed in, with network, method and device, and who signed out, once", async () => {
    const { body } = await signIn(emailOf("Night Staff"), TEST_PASSWORD);
    const token = body.jwtToken as string;
    for (let n = 0; n < 2; n += 1) await call(program.address, "POST", "/api/admin/logout", { token });
    const id = ids["Night Staff"];
    expect(await rowsOf("signed-in")).toEqual([
      expect.objectContaining({
        actor_id: id,
        member_id: id,
        data: { method: "password", network: "127.0.0.1", device: "Firefox on Linux" },
      }),
    ]);
    expect(await rowsOf("signed-out")).toEqual([expect.objectContaining({ actor_id: id, data: {} })]);
  });

  it("whose password was tried, how often, and that the account was then locked", async () => {
    for (let n = 0; n < 11; n += 1) await signIn(emailOf("Team"), `wrong password ${n}`);
    const failed = await counted("sign-in-failed", 10);
    for (const row of failed) {
      expect(row).toMatchObject({ actor_id: null, member_id: ids.Team });
      expect(row.data).toMatchObject({ account: null, network: "127.0.0.1", reason: "wrong password" });
    }
    const [locked] = await counted("locked-out", 1);
    expect(locked).toMatchObject({ actor_id: null, member_id: ids.Team, data: { from: "sign-in", account: null } });
  });

  it("a wrong password of a signed-in member who is asked to confirm their identity", async () => {
    const token = await program.signIn("Night Staff");
    const wrong = { token, body: { password: "not the password" } };
    expect((await call(program.address, "POST", "/api/admin/confirm-identity", wrong)).code).toBe(400);
    await call(program.address, "POST", "/api/admin/logout", { token });
    const rows = (await counted("sign-in-failed", 11)).filter(({ member_id }) => member_id === ids["Night Staff"]);
    expect(rows).toEqual([expect.objectContaining({ actor_id: ids["Night Staff"] })]);
    expect(rows[0]?.data).toMatchObject({ network: "127.0.0.1", reason: "wrong password when confirming", count: 1 });
  });

  it("attempts on an unknown account, with a digest instead of its e-mail", async () => {
    const before = (await dataOf("sign-in-failed")).reduce((sum, { count }) => sum + count, 0);
    for (let n = 0; n < 3; n += 1) await signIn(UNKNOWN_EMAIL, "whatever it may be");
    await signIn(`x${UNKNOWN_EMAIL}`, "whatever it may be");
    const strangers = (await counted("sign-in-failed", before + 4)).filter(({ member_id }) => member_id === null);
    const accounts = new Set(strangers.map(({ data }) => data.account));
    expect(accounts.size).toBe(2);
    for (const account of accounts) expect(account).toMatch(/^[0-9a-f]{32}$/);
    expect(JSON.stringify(strangers)).not.toContain("stranger.example");
  });

  it("which call a member was refused for lack of permission", async () => {
    const token = await program.signIn("Telecaller");
    for (let n = 0; n < 3; n += 1) await call(program.address, "GET", "/api/admin/activity", { token });
    for (const row of await counted("refused", 3)) {
      expect(row).toMatchObject({ actor_id: ids.Telecaller, data: { call: "GET /api/admin/activity" } });
    }
  });

  it("which member exceeded a rate limit", async () => {
    const token = await program.signIn("Telecaller");
    await program.db.execute(sql`
      insert into rate_limits (key, points, expire)
      values (${`details:${ids.Telecaller}`}, 5000, ${Date.now() + 3_600_000})`);
    const { code } = await call(program.address, "GET", "/api/admin/get-orders-details/999999", { token });
    expect(code).toBe(429);
    const rows = (await counted("locked-out", 2)).filter(({ actor_id }) => actor_id !== null);
    expect(rows).toEqual([
      expect.objectContaining({
        actor_id: ids.Telecaller,
        data: expect.objectContaining({ from: "GET /api/admin/get-orders-details/:orderId", network: "127.0.0.1" }),
      }),
    ]);
  });

  it("forged reports of the mail providers", async () => {
    const other = sns.message({ Message: "{}", TopicArn: `${TOPIC}-of-others` });
    const headers = { "content-type": "text/plain" };
    await call(program.address, "POST", "/api/hooks/ses", { headers, body: JSON.stringify(other) });
    const { key } = sendgridKeys();
    for (let n = 0; n < 2; n += 1) {
      await call(program.address, "POST", "/api/hooks/sendgrid", { headers: sendgridHeaders(key, "[]"), body: "[]" });
    }
    const forged = await counted("forged-hook", 3);
    expect(new Set(forged.map(({ data }) => data.provider))).toEqual(new Set(["ses", "sendgrid"]));
  });

  it("who confirmed their identity", async () => {
    const token = await program.signIn("Admin");
    const body = { password: TEST_PASSWORD };
    admin = (await call(program.address, "POST", "/api/admin/confirm-identity", { token, body })).body
      .jwtToken as string;
    expect(await rowsOf("confirmed")).toEqual([
      expect.objectContaining({ actor_id: ids.Admin, member_id: ids.Admin, data: { method: "password" } }),
    ]);
  });

  it("that a password change ended sessions", async () => {
    await signIn(emailOf("Manager"), TEST_PASSWORD);
    const token = (await signIn(emailOf("Manager"), TEST_PASSWORD)).body.jwtToken as string;
    const newPassword = "another horse 77";
    const { code } = await call(program.address, "POST", "/api/admin/change-password", {
      token,
      body: { newPassword },
    });
    expect(code).toBe(200);
    expect(await rowsOf("password-changed")).toEqual([expect.objectContaining({ actor_id: ids.Manager })]);
    expect(await rowsOf("session-ended")).toEqual([
      expect.objectContaining({ member_id: ids.Manager, data: { reason: "password changed", sessions: 2 } }),
    ]);
  });

  it("that a member ended their own or another member's sessions", async () => {
    const end = async (path: string, token: string, body: object) =>
      expect((await call(program.address, "PUT", `/api/admin/${path}`, { token, body })).code).toBe(200);
    const own = (await signIn(emailOf("Night Staff"), TEST_PASSWORD)).body.jwtToken as string;
    await end("end-sessions", own, { all: true });
    await signIn(emailOf("Night Staff"), TEST_PASSWORD);
    await end("end-member-sessions", admin, { teamMemberId: ids["Night Staff"] });
    const data = { reason: "ended by a member", sessions: 1 };
    const about = { member_id: ids["Night Staff"], data };
    expect((await rowsOf("session-ended")).slice(-2)).toEqual([
      expect.objectContaining({ ...about, actor_id: ids["Night Staff"] }),
      expect.objectContaining({ ...about, actor_id: ids.Admin }),
    ]);
  });
});

describe("the audit log", () => {
  it("is filtered by type, by actor or member concerned, and by day", async () => {
    const list = async (filter: string) => {
      const path = `/api/admin/audit-log?limit=100${filter}`;
      const { code, body } = await call<AuditEntry[]>(program.address, "GET", path, { token: admin });
      expect(code).toBe(200);
      return body.data;
    };
    const all = await list("");
    const of = (fits: (entry: AuditEntry) => boolean) => all.filter(fits).map(({ id }) => id);
    const idsOf = async (filter: string) => (await list(filter)).map(({ id }) => id);
    const refused = of(({ type }) => type === "refused");
    const team = of(({ actor, member }) => actor?.id === ids.Team || member?.id === ids.Team);
    for (const some of [refused, team]) {
      expect(some.length).toBeGreaterThan(0);
      expect(some.length).toBeLessThan(all.length);
    }
    expect(await idsOf("&type=refused")).toEqual(refused);
    expect(await idsOf(`&member=${ids.Team}`)).toEqual(team);
    const day = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10);
    expect(await idsOf(`&from=${day(2 * 86_400_000)}`)).toEqual([]);
    expect(await idsOf(`&to=${day(-2 * 86_400_000)}`)).toEqual([]);
    expect(await idsOf(`&from=${day(-2 * 86_400_000)}&to=${day(2 * 86_400_000)}`)).toEqual(of(() => true));
  });

  it("is copied to the program's log, one line per event, without its data", () => {
    const lines = captured
      .text()
      .split("\n")
      .filter((line) => line.includes('"audit event"'));
    const logged = lines.map((line) => (JSON.parse(line) as { audit: Record<string, unknown> }).audit);
    expect(new Set(logged.map(({ type }) => type))).toEqual(
      new Set([
        "signed-in",
        "signed-out",
        "sign-in-failed",
        "locked-out",
        "refused",
        "forged-hook",
        "confirmed",
        "password-changed",
        "session-ended",
      ]),
    );
    for (const event of logged) expect(Object.keys(event)).toEqual(["id", "type", "actorId", "memberId", "orderId"]);
    expect(captured.text()).not.toMatch(/stranger\.example|staff\.example|Firefox/);
  });

  it("is counted for alerts", async () => {
    const text = await (await fetch(`${program.address}/metrics`)).text();
    expect(text).toMatch(/^audit_events_total\{type="sign-in-failed"\} 15$/m);
    expect(text).toMatch(/^audit_events_total\{type="locked-out"\} 2$/m);
    expect(text).toMatch(/^audit_events_total\{type="refused"\} 3$/m);
    expect(text).toMatch(/^audit_events_total\{type="forged-hook"\} 3$/m);
  });
});
