import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createAuditService } from "#server/features/audit/audit.service.ts";
import { call } from "#test/support/client.ts";
import { testLog } from "#test/support/log-capture.ts";
import { emailOf, startTestProgram, TEST_PASSWORD, type TestProgram } from "#test/support/test-program.ts";

const FLOODER = "198.51.100.7";
const GUESSER = "203.0.113.9";
const WAIT = { timeout: 30_000, interval: 50 };

let program: TestProgram;
beforeAll(async () => {
  // Longer than the flood takes: all of it is in one interval.
  program = await startTestProgram({
    environment: { TRUSTED_PROXIES: "127.0.0.1" },
    services: { audit: { writeMs: 4000 } },
  });
});
afterAll(() => program.stop());

const signIn = (email: string, password: string, ip: string) =>
  call(program.address, "POST", "/api/admin/admin-login", {
    body: { email, password },
    headers: { "x-forwarded-for": ip },
  });

async function events() {
  const { rows } = await program.db.execute<{
    type: string;
    actor: string | null;
    member: string | null;
    network: string;
    count: number;
  }>(sql`
    select e.type, a.role as actor, m.role as member, p.data ->> 'network' as network, (p.data ->> 'count')::int as count
      from audit_events e join audit_payloads p on p.event_id = e.id
      left join members a on a.id = e.actor_id left join members m on m.id = e.member_id
     where p.data ->> 'count' is not null`);
  return rows;
}

it("hides neither the attacked account, nor who guesses, nor what a member was refused, and takes few rows", async () => {
  const telecaller = await program.signIn("Telecaller");
  for (let n = 0; n < 330; n += 30) {
    await Promise.all(
      Array.from({ length: 30 }, (_, k) => signIn(`nobody.${n + k}@stranger.example`, "wrong password", FLOODER)),
    );
  }
  for (let n = 0; n < 4; n += 1) await signIn(emailOf("Admin"), `wrong password ${n}`, GUESSER);
  for (const path of ["audit-log", "activity"]) {
    const { code } = await call(program.address, "GET", `/api/admin/${path}`, { token: telecaller });
    expect(code).toBe(403);
  }
  const found = await vi.waitFor(async () => {
    const rows = await events();
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(330 + 4 + 2);
    return rows;
  }, WAIT);
  const guesses = found.filter(({ member }) => member === "Admin");
  expect(new Set(guesses.map(({ network }) => network))).toEqual(new Set([GUESSER]));
  expect(guesses.reduce((sum, { count }) => sum + count, 0)).toBe(4);
  expect(found.filter(({ type }) => type === "refused").map(({ actor, count }) => [actor, count])).toEqual([
    ["Telecaller", 1],
    ["Telecaller", 1],
  ]);
  const flood = found.filter(({ network }) => network === FLOODER);
  expect(flood.reduce((sum, { count }) => sum + count, 0)).toBe(330);
  // At most four rows for each type and interval.
  expect(flood.length).toBeLessThan(40);
  expect((await signIn(emailOf("Admin"), TEST_PASSWORD, GUESSER)).code).toBe(200);
});

it("loses what strangers did after thirty days, and keeps what names a member", async () => {
  const kept = await events();
  const old = new Date(Date.now() - 31 * 86_400_000);
  const data = { account: null, device: "", method: "password", reason: "unknown account", count: 1, since: old };
  const insert = (memberId: string) => sql`
    with event as (
      insert into audit_events (at, type, member_id, payload_digest)
      select ${old.toISOString()}, 'sign-in-failed', ${sql.raw(memberId)}, '' from generate_series(1, 3) returning id
    ) insert into audit_payloads select id, '', ${JSON.stringify({ ...data, network: "192.0.2.77" })}::json from event`;
  await program.db.execute(insert("null"));
  await program.db.execute(insert("(select id from members where role = 'Team')"));
  let prune: () => Promise<unknown> = async () => undefined;
  createAuditService({ db: program.db, log: testLog, secret: "x" }).registerJobs(
    {
      schedule: (_name, _cron, work) => {
        prune = async () => await work();
      },
    },
    () => new Date(),
  );
  await prune();
  const left = await events();
  expect(left).toHaveLength(kept.length + 3);
  expect(left.filter(({ network }) => network === "192.0.2.77").map(({ member }) => member)).toEqual([
    "Team",
    "Team",
    "Team",
  ]);
  const { rows } = await program.db.execute(
    sql`select data ->> 'events' as events from audit_payloads p join audit_events e on e.id = p.event_id where type = 'pruned'`,
  );
  expect(rows).toEqual([{ events: "3" }]);
});
