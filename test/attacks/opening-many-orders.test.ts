import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { memberNotices } from "#server/platform/db/schema.ts";
import { call, intake } from "#test/support/client.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { type SmtpPeer, startSmtpPeer } from "#test/support/smtp-peer.ts";
import { emailOf, startTestProgram, type TestProgram } from "#test/support/test-program.ts";

const LIMIT = 300;
const WAIT = { timeout: 60_000, interval: 50 };
const clock = fixedClock("2026-03-02T10:05:00Z");

let peer: SmtpPeer;
let program: TestProgram;
let telecaller: string;
let ids: number[];
let opened = 0;

beforeAll(async () => {
  peer = await startSmtpPeer();
  program = await startTestProgram({
    now: clock.now,
    services: { viewLog: { writeMs: 20 } },
    environment: { SMTP_URL: peer.url },
  });
  const admin = await program.signIn("Admin");
  for (const name of ["Second Admin", "Former Admin"]) {
    const email = `${name.toLowerCase().replace(" ", ".")}@staff.example`;
    const body = { name, email, password: "quiet lagoon 4", type: "Admin" };
    expect((await call(program.address, "POST", "/api/admin/add-team-member", { token: admin, body })).code).toBe(200);
  }
  await program.db.execute(sql`update members set disabled_at = now() where name = 'Former Admin'`);
  telecaller = await program.signIn("Telecaller");
  const { order_id: first } = await intake(program);
  const { rows } = await program.db.execute<{ id: string }>(sql`
    insert into orders (status, status_changed_at, created_at, processing_mode, is_paid, full_name, email, email_key)
    select status, status_changed_at, created_at, processing_mode, is_paid, full_name, email, email_key
      from orders, generate_series(1, ${LIMIT + 10}) where id = ${first} returning id`);
  ids = rows.map(({ id }) => Number(id));
});
afterAll(async () => {
  await program.stop();
  await peer.close();
});

/** Opens these orders, and waits until all orders opened so far are counted. */
async function open(orders: readonly number[]): Promise<void> {
  for (let from = 0; from < orders.length; from += 10) {
    const answers = await Promise.all(
      orders
        .slice(from, from + 10)
        .map((id) => call(program.address, "GET", `/api/admin/get-orders-details/${id}`, { token: telecaller })),
    );
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
  }
  opened += orders.length;
  await vi.waitFor(async () => {
    const { rows } = await program.db.execute(sql`select sum(details)::int as opened from view_counts`);
    expect(rows).toEqual([{ opened }]);
  }, WAIT);
}

const queued = () => program.db.$count(memberNotices);
const mails = () => peer.accepted.map((raw) => raw.replaceAll("=\r\n", ""));
const toAdmins = [emailOf("Admin"), "second.admin@staff.example"].sort();
const recipients = () => mails().map((mail) => /^To: (.+)\r$/m.exec(mail)?.[1]);

it("mails each Admin once an hour when a member has opened more than 300 different orders in it", async () => {
  await open(ids.slice(0, LIMIT));
  // Reopened orders don't count. Writes are sequential, so this one also waits for the previous ones.
  await open(ids.slice(0, 20));
  expect(await queued()).toBe(0);

  await open(ids.slice(LIMIT, LIMIT + 1));
  await vi.waitFor(() => expect(recipients().sort()).toEqual(toAdmins), WAIT);
  for (const mail of mails()) {
    expect(mail).toContain("Subject: Telecaller Member opened many orders");
    expect(mail).toContain("Telecaller Member opened 301 different orders within one hour");
  }

  await open(ids.slice(LIMIT + 1, LIMIT + 9));
  await open(ids.slice(LIMIT + 9));
  expect(await queued()).toBe(toAdmins.length);

  clock.at = new Date("2026-03-02T11:05:00Z");
  await open(ids.slice(0, LIMIT + 1));
  await vi.waitFor(() => expect(recipients().sort()).toEqual([...toAdmins, ...toAdmins].sort()), WAIT);
  expect(await queued()).toBe(2 * toAdmins.length);
});
