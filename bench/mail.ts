// npm run bench:mail [-- --mails 600] [-- --kilobytes 200]: the outbox compared with the bare SDK call, in one run.

import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import MailComposer from "nodemailer/lib/mail-composer";
import pLimit from "p-limit";
import { createAuditService } from "#server/features/audit/audit.service.ts";
import { findCurrentDocument } from "#server/features/documents/documents.repository.ts";
import { mailQueue } from "#server/features/mail/mail.jobs.ts";
import { createMailService } from "#server/features/mail/mail.service.ts";
import { SENT_AT_ONCE } from "#server/features/mail/mail-delivery.ts";
import { createMailTemplatesService } from "#server/features/mail-templates/mail-templates.service.ts";
import { orderReads } from "#server/features/orders/order-facts.repository.ts";
import { createOrdersService } from "#server/features/orders/orders.service.ts";
import { createTimelineService } from "#server/features/timeline/timeline.service.ts";
import { createDatabase } from "#server/platform/db/client.ts";
import { openLocalFileStore } from "#server/platform/files/local-file-store.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { createLog } from "#server/platform/log.ts";
import { createLinkTokens } from "#server/platform/mail/link-tokens.ts";
import { toMessage } from "#server/platform/mail/mail-message.ts";
import { createSesTransport } from "#server/platform/mail/ses-transport.ts";
import { openInstallation } from "./installation.ts";
import { median } from "./measure.ts";
import { startServer } from "./processes.ts";

const { values } = parseArgs({
  options: { mails: { type: "string", default: "600" }, kilobytes: { type: "string", default: "200" } },
});
const mailsARound = Number(values.mails);
const card = Buffer.alloc(Number(values.kilobytes) * 1000, "%PDF-1.7 arrival card ");
const ROUNDS = 3;
const FROM = "Arrival Desk <no-reply@desk.example>";
const TO = "traveller@example.com";

const installation = await openInstallation({ orders: mailsARound * (ROUNDS + 1) * 2, members: 1 });
const peer = await startServer("ses-server.ts", "");
const folder = await mkdtemp(path.join(tmpdir(), "bench-mail-"));
const log = createLog("warn");
const database = createDatabase(installation.connectionString, { log });
const { db, pool } = database;
const files = await openLocalFileStore(folder);
const now = () => new Date();
const ses = {
  region: "eu-west-1",
  credentials: { accessKeyId: "bench", secretAccessKey: "bench" },
  endpoint: peer.address,
  configurationSet: null,
};
const transport = createSesTransport(ses);
const templates = createMailTemplatesService({
  serviceName: "Sri Lanka Arrival Card",
  publicUrl: () => "https://desk.example",
});
const jobs = createJobs({ connectionString: installation.connectionString, log });
const orders = createOrdersService({
  db,
  now,
  relations: () => {
    throw new Error("no details are read here");
  },
});
createMailService({
  db,
  now,
  log,
  jobs,
  timeline: createTimelineService(),
  orders: { ...orderReads, moveBySystem: orders.moveBySystem, moveManyBySystem: orders.moveManyBySystem },
  findCurrentDocument,
  files,
  transportsFor: (provider) => [{ provider, transport }],
  linkTokens: createLinkTokens("a secret of its own"),
  from: FROM,
  templates,
  audit: createAuditService({ db, log, secret: "of the bench" }),
}).registerJobs(jobs);
await jobs.start();

const message = await templates.document({ orderId: 100_001, fullName: "N. K. Perera" });
const bare = new SESv2Client({ ...ses, maxAttempts: 1 });

let used = 0;
const rows: string[] = [];
for (const [name, hasCard] of [
  [`card of ${values.kilobytes} kB`, true],
  ["no attachment", false],
] as const) {
  const key = "bench/card.pdf";
  await files.put(key, card);
  const ready = await rawMail(hasCard ? card : null);
  const loops: Record<"call" | "loop" | "outbox", (count: number) => Promise<number>> = {
    call: (count) => sendBare(count, async () => ready),
    loop: (count) => sendBare(count, async () => rawMail(hasCard ? await buffer((await files.get(key)).stream) : null)),
    outbox: (count) => drainOutbox(hasCard, count),
  };
  const measurements: Record<keyof typeof loops, number[]> = { call: [], loop: [], outbox: [] };
  for (const loop of Object.values(loops)) await loop(50);
  for (let round = 0; round < ROUNDS; round += 1) {
    measurements.call.push(await loops.call(mailsARound));
    measurements.loop.push(await loops.loop(mailsARound));
    measurements.outbox.push(await loops.outbox(mailsARound));
  }
  const [call, loop, outbox] = [median(measurements.call), median(measurements.loop), median(measurements.outbox)];
  const ratio = (floor: number) => (outbox / floor).toFixed(2);
  rows.push(
    `| ${name} | ${Math.round(loop)} | ${Math.round(outbox)} | ${ratio(loop)} | ${Math.round(call)} | ${ratio(call)} |`,
  );
}
console.log(`\n${SENT_AT_ONCE} at once, ${mailsARound} mails a round, medians of ${ROUNDS} rounds, mails a second\n`);
console.log("| mail | bare SDK loop | outbox | ratio | SDK call alone | ratio |\n|---|---|---|---|---|---|");
console.log(rows.join("\n"));

await jobs.stop(5000);
await database.close();
await peer.stop();
await installation.close();
await rm(folder, { recursive: true, force: true });

async function rawMail(content: Buffer | null): Promise<Buffer> {
  const outgoing = {
    mailId: 1,
    attemptId: "bench",
    at: now(),
    from: FROM,
    to: TO,
    ...message,
    attachments: content === null ? [] : [{ filename: "card.pdf", contentType: "application/pdf", content }],
  };
  return await new MailComposer(toMessage(outgoing)).compile().build();
}

/** Mails per second with the bare SDK. */
async function sendBare(count: number, message: () => Promise<Buffer>): Promise<number> {
  const limit = pLimit(SENT_AT_ONCE);
  const send = async () => {
    const Data = await message();
    await bare.send(new SendEmailCommand({ Destination: { ToAddresses: [TO] }, Content: { Raw: { Data } } }));
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: count }, () => limit(send)));
  return (count / (performance.now() - began)) * 1000;
}

/** Mails per second, from the start of the outbox's job to the last committed outcome. */
async function drainOutbox(hasCard: boolean, count: number): Promise<number> {
  const first = 100_001 + used;
  used += count;
  const ids = Array.from({ length: count }, (_, index) => first + index);
  if (hasCard) await storeCards(ids);
  await pool.query(
    `insert into mails (order_id, document_id, kind, created_at, customer_name, from_address, to_address, subject,
       html, text, provider, state, due_at)
     select o.id, case when $2 then (select d.id from documents d where d.storage_key = 'bench/' || o.id || '.pdf') end,
       case when $2 then 'document' else 'notice' end, now(), 'N. K. Perera', $3, o.email, 'Your card', $4, $5, 'AWS',
       'queued', now() - interval '1 second'
     from orders o where o.id = any($1::bigint[])`,
    [ids, hasCard, FROM, message.html, message.text],
  );
  const { rows: found } = await pool.query<{ id: number }>("select min(id) as id from mails where state = 'queued'");
  const began = performance.now();
  await db.transaction((tx) => jobs.enqueue(tx, mailQueue, { mailId: found[0]?.id ?? 0 }));
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const left = await pool.query("select 1 from mails where state <> 'sent' limit 1");
    if (left.rowCount === 0) return (count / (performance.now() - began)) * 1000;
  }
}

async function storeCards(ids: number[]): Promise<void> {
  const sha256 = createHash("sha256").update(card).digest();
  for (const id of ids) await files.put(`bench/${id}.pdf`, card);
  await pool.query(
    `insert into documents (order_id, version, file1, storage_key, content_type, bytes, sha256, original_name, customer_name, created_at)
     select id, 99, 'arrival-card-v99.pdf', 'bench/' || id || '.pdf', 'application/pdf', $2, $3, 'card.pdf', 'N. K. Perera', now()
     from unnest($1::bigint[]) as id`,
    [ids, card.length, sha256],
  );
}
