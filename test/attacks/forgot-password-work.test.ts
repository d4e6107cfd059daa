import { sql } from "drizzle-orm";
import MailComposer from "nodemailer/lib/mail-composer";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { call } from "../support/client.ts";
import { readResetMails } from "../support/reset-mails.ts";
import { emailOf, startTestProgram, type TestProgram } from "../support/test-program.ts";
import { SOON } from "../support/wait-limits.ts";

/**
 * Rendering a mail and building its message block the event loop for tens of milliseconds, which an attacker can
 * measure with other calls: an unknown e-mail must cost the same.
 */
let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram();
});
afterAll(() => program.stop());

/** Requests a link and waits for its job. @returns the messages built in the meantime */
async function messagesBuiltFor(email: string) {
  await program.db.execute(sql`delete from pgboss.job where name = 'password-reset-mail'`);
  const compile = vi.spyOn(MailComposer.prototype, "compile");
  const { code } = await call(program.address, "POST", "/api/admin/forgot-password", { body: { email } });
  expect(code).toBe(200);
  await vi.waitFor(async () => {
    const { rows } = await program.db.execute<{ state: string }>(
      sql`select state::text as state from pgboss.job where name = 'password-reset-mail'`,
    );
    expect(rows).toEqual([{ state: "completed" }]);
  }, SOON);
  const composers = compile.mock.contexts as unknown as { mail: { html: string; text: string } }[];
  compile.mockRestore();
  return composers.map(({ mail }) => mail);
}

it("renders and builds a mail for an unknown e-mail as for a member's, and sends only the member's", async () => {
  const [forUnknown, ...othersForUnknown] = await messagesBuiltFor("nobody@elsewhere.example");
  expect(forUnknown).toBeDefined();
  expect(othersForUnknown).toEqual([]);
  expect(await readResetMails(program.dataDir)).toEqual([]);
  const [forMember, ...more] = await messagesBuiltFor(emailOf("Manager"));
  expect(more).toEqual([]);
  expect(await readResetMails(program.dataDir)).toHaveLength(1);
  for (const part of ["html", "text"] as const) {
    const [unknownLength, memberLength] = [forUnknown?.[part].length ?? 0, forMember?.[part].length ?? 0];
    expect(memberLength).toBeGreaterThan(200);
    // The names differ by a few characters and occur in the mail at most a few times.
    expect(Math.abs(unknownLength - memberLength)).toBeLessThan(100);
  }
});

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** How long the event loop was busy from the request until its job was done, in ms of processor time. */
async function workFor(email: string): Promise<number> {
  await program.db.execute(sql`delete from rate_limits`);
  const before = process.threadCpuUsage();
  await messagesBuiltFor(email);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

it("keeps the event loop busy as long for an unknown e-mail as for a member's", { tags: "long" }, async () => {
  const members: number[] = [];
  const strangers: number[] = [];
  for (let round = 0; round < 45; round += 1) {
    const [member, stranger] = [await workFor(emailOf("Manager")), await workFor(`nobody${round}@elsewhere.example`)];
    // The first ones compile code.
    if (round >= 5) members.push(member) && strangers.push(stranger);
  }
  const ratio = median(members) / median(strangers);
  expect(ratio, JSON.stringify({ members, strangers })).toBeGreaterThan(0.7);
  expect(ratio, JSON.stringify({ members, strangers })).toBeLessThan(1.4);
});
