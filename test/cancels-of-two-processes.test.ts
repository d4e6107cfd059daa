import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { sql } from "drizzle-orm";
import pLimit from "p-limit";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { CONVERSATION_MESSAGES } from "#contract/conversation/messages.ts";
import { call, intake } from "./support/client.ts";
import { keepLogOf } from "./support/log-capture.ts";
import { sendMessage } from "./support/messages.ts";
import { type SmtpPeer, startSmtpPeer } from "./support/smtp-peer.ts";
import type { SweepingOutboxOptions } from "./support/sweeping-outbox.ts";
import { startTestProgram, type TestProgram } from "./support/test-program.ts";
import { SOON } from "./support/wait-limits.ts";

const MESSAGES_SENT = 200;
/** The outboxes' clocks are ahead of the program's, so that they may claim what can still be stopped. */
const AHEAD_MS = 3_000;
const ORDERS = 20;
const CALLERS = 8;

let smtp: SmtpPeer;
let program: TestProgram;

beforeAll(async () => {
  smtp = await startSmtpPeer();
  program = await startTestProgram({ environment: { SMTP_URL: smtp.url, MAIL_UNDO_SECONDS: "600" } });
});
afterAll(async () => {
  await program.stop();
  await smtp.close();
});

async function startOutbox(): Promise<() => Promise<void>> {
  const options: SweepingOutboxOptions = {
    connectionString: program.database.connectionString,
    folder: program.dataDir,
    smtpUrl: smtp.url,
    aheadMs: AHEAD_MS,
  };
  const script = path.join(import.meta.dirname, "support/sweeping-outbox.ts");
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ["pipe", "pipe", "inherit", "pipe"],
  });
  keepLogOf(child);
  const ended = once(child, "exit");
  await once(child.stdout as NodeJS.ReadableStream, "data");
  return async () => {
    child.stdin?.end();
    expect((await ended)[0]).toBe(0);
  };
}

it("stops each of 200 messages and never sends it, or sends it and never stops it, beside two outboxes", async () => {
  const token = await program.signIn("Team");
  const sent: number[] = [];
  for (let n = 0; n < ORDERS; n += 1) {
    const { order_id: orderId } = await intake(program);
    sent.push((await sendMessage(program.address, token, { orderId, subject: "first" })).body.data.id);
  }
  const { rows } = await program.db.execute<{ id: number }>(sql`
    insert into mails (order_id, kind, created_at, created_by, customer_name, from_address, to_address, subject, html,
      text, provider, state, client_key, due_at)
    select order_id, kind, created_at, created_by, customer_name, from_address, to_address, 'race-' || n || '-end', html, text,
      provider, state, 'race-' || n, now() + interval '600 seconds'
    from generate_series(1, ${MESSAGES_SENT}::int) n
    join mails on id = (${sql.param(sent)}::int[])[n % ${ORDERS}::int + 1] order by n returning id`);
  await program.db.execute(sql`update mails set state = 'cancelled', due_at = null where client_key not like 'race-%'`);
  const stops = await Promise.all([startOutbox(), startOutbox()]);

  // Each is stopped at the moment from which the outboxes may claim it, or somewhat before.
  const ids = rows.map((row) => row.id);
  const limit = pLimit(CALLERS);
  const answers = await Promise.all(
    ids.map((mailId, index) =>
      limit(async () => {
        const dueMs = AHEAD_MS + (index % 10 === 0 ? AHEAD_MS : (index * 37) % 120);
        await program.db.execute(
          sql`update mails set due_at = ${new Date(Date.now() + dueMs).toISOString()}::timestamptz where id = ${mailId}`,
        );
        return await call(program.address, "POST", "/api/admin/cancel-mail", { token, body: { mailId } });
      }),
    ),
  );
  const stateOf = async () =>
    new Map(
      (await program.db.execute<{ id: number; state: string }>(sql`select id, state from mails`)).rows.map((row) => [
        row.id,
        row.state,
      ]),
    );
  await vi.waitFor(async () => {
    const open = [...(await stateOf()).values()].filter((state) => state === "queued" || state === "sending");
    expect(open).toEqual([]);
  }, SOON);
  await Promise.all(stops.map((stop) => stop()));

  const states = await stateOf();
  const accepted = smtp.accepted.map((raw) => Number(/^Subject: race-(\d+)-end/m.exec(raw)?.[1]));
  const outcomes = ids.map((mailId, index) => {
    const { code, body } = answers[index] ?? { code: 0, body: { message: "" } };
    const copies = accepted.filter((n) => n === index + 1).length;
    if (code === 200 && states.get(mailId) === "cancelled" && copies === 0) return "stopped";
    const isRefused = code === 422 && body.message === CONVERSATION_MESSAGES.mailHasLeft;
    return isRefused && states.get(mailId) === "sent" && copies === 1
      ? "sent"
      : `${code} ${states.get(mailId)} ${copies}`;
  });
  expect(new Set(outcomes)).toEqual(new Set(["stopped", "sent"]));
  const { rows: events } = await program.db.execute<{ type: string; count: number }>(sql`
    select type, count(*)::int as count from order_events where type <> 'created'
    group by type order by type`);
  const stopped = outcomes.filter((outcome) => outcome === "stopped").length;
  expect(events).toEqual([
    { type: "mail-accepted", count: MESSAGES_SENT - stopped },
    { type: "mail-cancelled", count: stopped },
    { type: "mail-queued", count: ORDERS },
  ]);
}, 180_000);
