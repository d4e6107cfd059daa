import type { AuditService } from "#server/features/audit/audit.service.ts";
import type { MailTemplatesService } from "#server/features/mail-templates/mail-templates.service.ts";
import type { OrderReads } from "#server/features/orders/order-facts.repository.ts";
import type { OrdersService } from "#server/features/orders/orders.service.ts";
import type { TimelineService } from "#server/features/timeline/timeline.service.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import type { LinkTokens } from "#server/platform/mail/link-tokens.ts";
import type { MailTransports } from "#server/platform/mail/mail-transport.ts";
import type { Metrics } from "#server/platform/metrics-registry.ts";
import type { MailLimits } from "./mail-limits.ts";
import type { MailSchedule } from "./mail-schedule.ts";

/** Dependencies of the mail service. */
export interface MailDeps {
  db: Database;
  now: Clock;
  log: Log;
  metrics?: Metrics;
  jobs: Pick<Jobs, "enqueue">;
  timeline: TimelineService;
  orders: OrderReads & Pick<OrdersService, "moveBySystem" | "moveManyBySystem">;
  findCurrentDocument(tx: Transaction, orderId: number): Promise<{ id: number } | undefined>;
  files: FileStore;
  transportsFor: MailTransports;
  templates: Pick<MailTemplatesService, "document" | "notice">;
  linkTokens: Pick<LinkTokens, "fill">;
  /** The sender of every mail. */
  from: string;
  /** Where answers go. */
  replyTo?: string | null;
  /** How long a member's message can be stopped before it leaves. */
  undoMs?: number;
  schedule?: Partial<MailSchedule>;
  mailLimits?: Partial<MailLimits>;
  audit: Pick<AuditService, "record">;
}

/** The same with defaults applied, for the modules of the service. */
export type DeliveryDeps = Omit<MailDeps, "schedule"> & { schedule: MailSchedule };
