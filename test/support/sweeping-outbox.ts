// An outbox in its own process that looks for due mails without pause, until its input ends:
// node sweeping-outbox.ts '{"smtpUrl":"smtp://…",…}'

import path from "node:path";
import { createAuditService } from "#server/features/audit/audit.service.ts";
import { findCurrentDocument } from "#server/features/documents/documents.repository.ts";
import { createMailService } from "#server/features/mail/mail.service.ts";
import { createMailTemplatesService } from "#server/features/mail-templates/mail-templates.service.ts";
import { createMovesService } from "#server/features/orders/moves/moves.service.ts";
import { orderReads } from "#server/features/orders/order-facts.repository.ts";
import { createTimelineService } from "#server/features/timeline/timeline.service.ts";
import { createDatabase } from "#server/platform/db/client.ts";
import { openLocalFileStore } from "#server/platform/files/local-file-store.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { createLinkTokens } from "#server/platform/mail/link-tokens.ts";
import { createMailTransports } from "#server/platform/mail/mail-transports.ts";
import { childLog } from "./child-log.ts";

export interface SweepingOutboxOptions {
  connectionString: string;
  folder: string;
  smtpUrl: string;
  /** How far this process's clock is ahead. */
  aheadMs: number;
}

const options = JSON.parse(process.argv[2] ?? "") as SweepingOutboxOptions;
const log = childLog();
const { db } = createDatabase(options.connectionString, { log, max: 6 });
const now = () => new Date(Date.now() + options.aheadMs);
const jobs = createJobs({ connectionString: options.connectionString, log, work: false });
await jobs.start();
const moves = createMovesService({ db, now });
const mail = createMailService({
  db,
  now,
  log,
  jobs,
  timeline: createTimelineService(),
  orders: { ...orderReads, moveBySystem: moves.moveBySystem, moveManyBySystem: moves.moveManyBySystem },
  findCurrentDocument,
  files: await openLocalFileStore(path.join(options.folder, "files")),
  transportsFor: createMailTransports({ ses: null, sendgrid: null, smtpUrl: options.smtpUrl, folder: options.folder }),
  linkTokens: createLinkTokens("a secret of its own"),
  from: "Arrival Desk <no-reply@desk.example>",
  undoMs: 600_000,
  templates: createMailTemplatesService({ serviceName: "Card", publicUrl: () => "https://desk.example" }),
  audit: createAuditService({ db, log, secret: "of the tests" }),
});

let isOver = false;
process.stdin.on("end", () => {
  isOver = true;
});
process.stdin.resume();
process.stdout.write("sweeping\n");
while (!isOver) {
  await mail.sweep();
  // The end of the input is an event.
  await new Promise((resolve) => setImmediate(resolve));
}
process.exit(0);
