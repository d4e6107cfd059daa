// The outbox in its own process, which halts at a given point of a mail's delivery, reports it and waits to be killed:
// node outbox-child.ts '{"point":"claimed",…}'

import path from "node:path";
import { createAuditService } from "#server/features/audit/audit.service.ts";
import { findCurrentDocument } from "#server/features/documents/documents.repository.ts";
import { createMailService } from "#server/features/mail/mail.service.ts";
import { createMailTemplatesService } from "#server/features/mail-templates/mail-templates.service.ts";
import { orderReads } from "#server/features/orders/order-facts.repository.ts";
import { createOrdersService } from "#server/features/orders/orders.service.ts";
import { createTimelineService } from "#server/features/timeline/timeline.service.ts";
import { createDatabase, type Database } from "#server/platform/db/client.ts";
import { openLocalFileStore } from "#server/platform/files/local-file-store.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { createLinkTokens } from "#server/platform/mail/link-tokens.ts";
import type { MailTransport, MailTransports } from "#server/platform/mail/mail-transport.ts";
import { createMailTransports } from "#server/platform/mail/mail-transports.ts";
import { childLog } from "./child-log.ts";
import { SENDGRID_KEY } from "./sendgrid-peer.ts";

/** Where the process halts. `none` delivers and exits. */
export type KillPoint =
  /** The mail is committed but not claimed. */
  | "queued"
  /** The attempt is claimed and committed; nothing was sent. */
  | "claimed"
  /** The provider has accepted; nothing was written. */
  | "accepted"
  /** The outcome is written but not committed. */
  | "settling"
  /** The outcome is committed; the job has not ended. */
  | "settled"
  | "none"
  /** Negative control: sends before it claims, which the test must detect. */
  | "sent-before-claim";

export interface OutboxChildOptions {
  connectionString: string;
  folder: string;
  /** The process's time. */
  now: string;
  ses: string;
  sendgrid: string;
  point: KillPoint;
  /** The mail to deliver; for `queued` the order to mail. */
  mailId: number;
  orderId: number;
  actorId: number;
}

const options = JSON.parse(process.argv[2] ?? "") as OutboxChildOptions;
const { point, mailId, orderId, actorId } = options;

async function stop(): Promise<never> {
  process.stdout.write("reached\n");
  setInterval(() => undefined, 60_000);
  return await new Promise<never>(() => undefined);
}

const log = childLog();
const { db } = createDatabase(options.connectionString, { log, max: 4 });
const now = () => new Date(options.now);
const jobs = createJobs({ connectionString: options.connectionString, log, work: false });
await jobs.start();

const transportsFor = createMailTransports({
  ses: {
    region: "eu-west-1",
    credentials: { accessKeyId: "AK", secretAccessKey: "secret" },
    endpoint: options.ses,
    configurationSet: null,
  },
  sendgrid: { apiKey: SENDGRID_KEY, endpoint: options.sendgrid },
  smtpUrl: null,
  folder: path.join(options.folder, "mail"),
});

function stopping(transport: MailTransport): MailTransport {
  return {
    ...transport,
    send: async (mail) => {
      if (point === "claimed") await stop();
      const receipt = await transport.send(mail);
      if (point === "accepted") await stop();
      return receipt;
    },
  };
}
const stoppingTransports: MailTransports = (provider) => {
  const [first, ...rest] = transportsFor(provider);
  const wrap = (route: typeof first) => ({ ...route, transport: stopping(route.transport) });
  return [wrap(first), ...rest.map(wrap)];
};

const transaction: Database["transaction"] = async (work, config) => {
  const result = await db.transaction(async (tx) => {
    const written = await work(tx);
    if (point === "settling") await stop();
    return written;
  }, config);
  if (point === "settled" || point === "queued") await stop();
  return result;
};
const stoppingDb = new Proxy(db, {
  get: (target, name) => (name === "transaction" ? transaction : Reflect.get(target, name)),
});

const templates = createMailTemplatesService({
  serviceName: "Sri Lanka Arrival Card",
  publicUrl: () => "https://desk.example",
});
const orders = createOrdersService({
  db,
  now,
  relations: () => {
    throw new Error("no details are read here");
  },
});
const mail = createMailService({
  db: stoppingDb,
  now,
  log,
  jobs,
  timeline: createTimelineService(),
  orders: { ...orderReads, moveBySystem: orders.moveBySystem, moveManyBySystem: orders.moveManyBySystem },
  findCurrentDocument,
  files: await openLocalFileStore(path.join(options.folder, "files")),
  transportsFor: stoppingTransports,
  linkTokens: createLinkTokens("a secret of its own"),
  from: "Arrival Desk <no-reply@desk.example>",
  templates,
  audit: createAuditService({ db, log, secret: "of the tests" }),
});

if (point === "queued") {
  const request = { orderId, email: "traveller@example.com", mailServiceProvider: "AWS", reason: null } as const;
  await mail.resend({ id: actorId }, request);
} else if (point === "sent-before-claim") {
  const [{ transport }] = transportsFor("AWS");
  const content = {
    from: "desk@desk.example",
    to: "t@example.com",
    subject: "s",
    html: "h",
    text: "t",
    attachments: [],
  };
  await transport.send({ ...content, mailId, attemptId: "never-written", at: now() });
  await stop();
} else {
  await mail.deliver(mailId);
}
process.stdout.write("done\n");
process.exit(0);
