import { and, eq, isNull } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { waitUntil } from "#server/platform/db/embedded/wait-until.ts";
import { auditEvents, members, sessions } from "#server/platform/db/schema.ts";
import { call } from "#test/support/client.ts";
import { emailOf, startTestProgram, TEST_PASSWORD, type TestProgram } from "#test/support/test-program.ts";

let program: TestProgram;
let admins: (typeof members.$inferSelect)[];
let first: { id: number; token: string };
let second: { id: number; token: string };

beforeAll(async () => {
  program = await startTestProgram();
  await call(program.address, "POST", "/api/admin/add-team-member", {
    token: await program.signIn("Admin"),
    body: { name: "Second Admin", email: "second@staff.example", password: TEST_PASSWORD, type: "Admin" },
  });
  admins = await program.db.select().from(members).where(eq(members.role, "Admin"));
});
afterAll(() => program.stop());
beforeEach(async () => {
  // Each test changes at least one of the two.
  for (const { id, ...before } of admins) await program.db.update(members).set(before).where(eq(members.id, id));
  first = await signedIn(emailOf("Admin"));
  second = await signedIn("second@staff.example");
});

async function signedIn(email: string) {
  const { body } = await call<{ id: number }>(program.address, "POST", "/api/admin/admin-login", {
    body: { email, password: TEST_PASSWORD },
  });
  return { id: body.data.id, token: body.jwtToken as string };
}

/** Locks the team, starts the calls, and releases the lock once all of them wait for it, past their early checks. */
async function concurrently<T>(calls: (() => Promise<T>)[]): Promise<T[]> {
  const holder = new Client({ connectionString: program.database.connectionString });
  await holder.connect();
  try {
    await holder.query("begin");
    await holder.query("lock table members in share row exclusive mode");
    const answers = calls.map((each) => each());
    const waiting = async () => {
      const { rows } = await holder.query(
        "select count(*)::int as n from pg_locks where relation = 'members'::regclass and not granted",
      );
      return rows[0].n === calls.length ? true : undefined;
    };
    expect(await waitUntil(waiting, 20_000, 20)).toBe(true);
    await holder.query("commit");
    return await Promise.all(answers);
  } finally {
    await holder.end();
  }
}

const remove = (by: { token: string }, member: { id: number }) =>
  call(program.address, "PUT", "/api/admin/delete-team-member", {
    token: by.token,
    body: { teamMemberId: member.id },
  });
const demote = (by: { token: string }, member: { id: number }, type: string) =>
  call(program.address, "POST", "/api/admin/update-team-member", {
    token: by.token,
    body: { tmId: member.id, name: "Demoted", email: `demoted.${member.id}@staff.example`, type },
  });
const countAdmins = () => program.db.$count(members, and(eq(members.role, "Admin"), isNull(members.disabledAt)));

describe("the last two Admins, concurrently", () => {
  it("removing each other leave one", async () => {
    const answers = await concurrently([() => remove(first, second), () => remove(second, first)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 401]);
    expect(answers.find(({ code }) => code === 401)?.body.code).toBe("session_ended");
    expect(await countAdmins()).toBe(1);
  });

  it.each(["Manager", "Team"])("making each other a %s leave one", async (type) => {
    const answers = await concurrently([() => demote(first, second, type), () => demote(second, first, type)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 403]);
    expect(await countAdmins()).toBe(1);
  });

  it("demoting and removing each other leave one", async () => {
    const answers = await concurrently([() => demote(first, second, "Team"), () => remove(second, first)]);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await countAdmins()).toBe(1);
  });
});

it("a member removed twice concurrently is removed once", async () => {
  const removals = () => program.db.$count(auditEvents, eq(auditEvents.type, "member-removed"));
  const before = await removals();
  const answers = await concurrently([() => remove(first, second), () => remove(first, second)]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 404]);
  expect(await removals()).toBe(before + 1);
});

it("a sign-in succeeds while the team is being changed", async () => {
  const holder = new Client({ connectionString: program.database.connectionString });
  await holder.connect();
  await holder.query("begin");
  await holder.query("lock table members in share row exclusive mode");
  expect((await signedIn(emailOf("Team"))).token).toEqual(expect.any(String));
  await holder.query("rollback");
  await holder.end();
});

it("a sign-in with the old password can't overlap its change", async () => {
  const holder = new Client({ connectionString: program.database.connectionString });
  await holder.connect();
  await holder.query("begin");
  await holder.query("update members set password_hash = 'another' where id = $1", [second.id]);
  const answer = call(program.address, "POST", "/api/admin/admin-login", {
    body: { email: "second@staff.example", password: TEST_PASSWORD },
  });
  const isWaiting = async () => {
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    return (await holder.query(waiting)).rowCount === 1 ? true : undefined;
  };
  expect(await waitUntil(isWaiting, 20_000, 20)).toBe(true);
  await holder.query("delete from sessions where member_id = $1", [second.id]);
  await holder.query("commit");
  await holder.end();
  expect((await answer).code).toBe(401);
  expect(await program.db.$count(sessions, eq(sessions.memberId, second.id))).toBe(0);
});

it("a change that can't be recorded in the audit log is rolled back", async () => {
  await program.database.pool.query("alter table audit_events add constraint none check (false) not valid");
  const before = await program.db.$count(sessions);
  const answer = await remove(first, second);
  expect([answer.code, answer.body.message]).toEqual([500, "Something went wrong"]);
  expect(await countAdmins()).toBe(2);
  expect(await program.db.$count(sessions)).toBe(before);
  await program.database.pool.query("alter table audit_events drop constraint none");
});
