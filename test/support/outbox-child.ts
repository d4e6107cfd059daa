// The outbox in a process of its own, which stops for good at a named point of a mail's life, says so, and waits to be
// killed: node outbox-child.ts '{"point":"claimed",…}'
import path from "node:path";
import { findCurrentDocument } from "#server/features/documents/documents.repository.ts";
import { createMailService } from "#server/features/mail/mail.service.ts";
import { createMailTemplatesService } from "#server/features/mail-templates/mail-templates.service.ts";
import { orderReads } from "#server/features/orders/order-facts.repository.ts";
import { createOrdersService } from "#server/features/orders/orders.service.ts";
import { createTimelineService } from "#server/features/timeline/timeline.service.ts";
import { createDatabase, type Database } from "#server/platform/db/client.ts";
import { openLocalFileStore } from "#server/platform/files/file-store.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { createLog } from "#server/platform/log.ts";
import { createMailRoutes } from "#server/platform/mail/mail-routes.ts";
import type { MailRoutes, MailTransport } from "#server/platform/mail/mail-transport.ts";
import { SENDGRID_KEY } from "./sendgrid-peer.ts";

/** Where the process stops. `none` delivers and ends by itself. */
export type KillPoint =
  /** The mail is committed, nobody has claimed it. */
  | "queued"
  /** The try is claimed and committed, nothing has been sent. */
  | "claimed"
  /** The provider has answered yes, nothing of that is written. */
  | "accepted"
  /** The outcome is written, not committed. */
  | "settling"
  /** The outcome is committed, its job is not ended. */
  | "settled"
  | "none"
  /** Not the outbox: a program that sends first and claims afterwards, as the control that has to fail. */
  | "sent-before-claim";

export interface OutboxChildOptions {
  connectionString: string;
  folder: string;
  /** The time that it goes by. */
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

const log = createLog("silent");
const { db } = createDatabase(options.connectionString, { log, max: 4 });
const now = () => new Date(options.now);
const jobs = createJobs({ connectionString: options.connectionString, log, work: false });
await jobs.start();

const routes = createMailRoutes({
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
const stoppingRoutes: MailRoutes = (provider) => {
  const [first, ...rest] = routes(provider);
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

const letters = createMailTemplatesService({
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
  routes: stoppingRoutes,
  from: "Arrival Desk <no-reply@desk.example>",
  letters,
});

if (point === "queued") {
  const request = { orderId, email: "traveller@example.com", mailServiceProvider: "AWS", reason: null } as const;
  await mail.resend({ id: actorId }, request);
} else if (point === "sent-before-claim") {
  const [{ transport }] = routes("AWS");
  const content = {
    from: "desk@desk.example",
    to: "t@example.com",
    subject: "s",
    html: "h",
    text: "t",
    attachment: null,
  };
  await transport.send({ ...content, mailId, attemptId: "never-written", at: now() });
  await stop();
} else {
  await mail.deliver(mailId);
}
process.stdout.write("done\n");
process.exit(0);
