import { HOUR_MS, MINUTE_MS } from "#contract/dates.ts";
import { type Automation, DOWNLOADS_SHOWN, type VisitorDownload } from "#contract/downloads/downloads.ts";
import { MESSAGES } from "#contract/messages.ts";
import { servedName } from "#contract/served-name.ts";
import { TRACKING_MESSAGES } from "#contract/tracking/messages.ts";
import type { MainResult } from "#contract/tracking/tracking.ts";
import type { Language } from "#contract/tracking/visitor-languages.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import type { CurrentDocument, FindCurrentDocument } from "#server/features/documents/documents.repository.ts";
import type { CustomerRequests } from "#server/features/orders/corrections/customer-requests.ts";
import type { OrderReads } from "#server/features/orders/order-facts.repository.ts";
import type { QuestionsService } from "#server/features/questions/questions.service.ts";
import type { RefundsService } from "#server/features/refunds/refunds.service.ts";
import type { TimelineService } from "#server/features/timeline/timeline.service.ts";
import { AppError, notFound, requireFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import type { CountryOf } from "#server/platform/geo/countries.ts";
import { requireGrant, type Visitor } from "#server/platform/http/access.ts";
import type { Client } from "#server/platform/http/client.ts";
import type { Attachment } from "#server/platform/http/send-attachment.ts";
import type { Log } from "#server/platform/log.ts";
import type { Metrics } from "#server/platform/metrics-registry.ts";
import { describeUserAgent, programBehind } from "./client-facts.ts";
import { toVisitorDownloads } from "./download-mapping.ts";
import {
  addStarted,
  completeDownload,
  findDownloadsByPeople,
  findRecentOf,
  findStarted,
  insertDownload,
} from "./downloads.repository.ts";
import { findSteps, toSteps } from "./order-steps.ts";
import { findTrackable, type TrackableReads } from "./trackable-order.ts";

export interface DownloadsDeps extends Pick<TrackableReads, "isEmailContested"> {
  db: Database;
  now: Clock;
  log: Log;
  metrics?: Metrics;
  timeline: TimelineService;
  files: FileStore;
  orders: Pick<OrderReads, "find" | "lock">;
  findCurrentDocument: FindCurrentDocument;
  refunds: Pick<RefundsService, "stated">;
  questions: Pick<QuestionsService, "shown">;
  customerRequests: Pick<CustomerRequests, "shown">;
  /** Notes in which language the customer reads, unless a member chose one. */
  keepLanguage(db: Queryable, orderId: number, language: Language): Promise<void>;
  /** The country in which an IP address is registered. */
  countryOf: CountryOf;
}

/** A request for the file itself. */
interface FileRequest {
  /** `{order id}_{file1}`, as in the URL. */
  name: string;
  client: Client;
  /** Why the request is not a person's; null when it may be. */
  unattended: Automation | null;
}

interface OpenedFile {
  attachment: Attachment;
  downloadId: number;
  file1: string;
}

const actorKind = (isAutomated: boolean) => (isAutomated ? "program" : "person");

const FILE_NAME = /^(\d{1,16})_([A-Za-z0-9_-][A-Za-z0-9._-]*)$/;
/** How long after the click on the button a request still belongs to it. */
const ANNOUNCED_MS = 10 * MINUTE_MS;
/** Maximum rows per visitor, hour and kind; one more row counts all further downloads. */
const MAX_ROWS_PER_HOUR = 20;

/** Records who downloaded the document, when, and whether it arrived in full, as evidence for disputes. */
export function createDownloadsService(deps: DownloadsDeps) {
  const { db, now, log, metrics, timeline, files, orders, refunds, questions, findCurrentDocument, countryOf } = deps;
  const { customerRequests, keepLanguage } = deps;
  const pending = new Set<Promise<void>>();

  async function requireOrder(visitor: Visitor, id: string) {
    const { orderId, grantId } = requireGrant(visitor, id);
    const order = requireFound(await findTrackable(deps, db, orderId), VISITOR_MESSAGES.trackNotFound);
    return { ...order, grantId };
  }

  /** Inserts a download, and for a person's an event. @throws AppError not_found when the order has been purged */
  async function start(
    tx: Transaction,
    document: CurrentDocument,
    {
      client,
      grantId,
      ...facts
    }: { client: Client; grantId: string; timezone: string | null; automation: Automation | null },
  ): Promise<number> {
    const { orderId, id: documentId, file1 } = document;
    const at = now();
    const isAutomated = facts.automation !== null;
    // Locked, so that concurrent downloads are counted one after the other, and read once locked: it may be closed by now.
    await orders.lock(tx, orderId);
    requireFound(await findTrackable(deps, tx, orderId), VISITOR_MESSAGES.trackNotFound);
    const since = new Date(at.getTime() - HOUR_MS);
    const visitor = { orderId, documentId, grantId, ip: client.ip, isAutomated, since };
    const recent = await findRecentOf(tx, visitor, MAX_ROWS_PER_HOUR + 1);
    const [newest] = recent;
    if (newest !== undefined && recent.length > MAX_ROWS_PER_HOUR) {
      await addStarted(tx, newest, at);
      return newest;
    }
    const downloadId = await insertDownload(tx, {
      orderId,
      documentId,
      createdAt: at,
      grantId,
      ...client,
      ...describeUserAgent(client.userAgent),
      ...facts,
      isAutomated,
      country: countryOf(client.ip),
    });
    if (!isAutomated) {
      const data = { download_id: downloadId, file1 };
      await timeline.recordFor(tx, at, orderId, null, { type: "download-started", data });
    }
    return downloadId;
  }

  async function findOpenable(
    visitor: Visitor | undefined,
    name: string,
  ): Promise<{ document: CurrentDocument; grantId: string } | undefined> {
    const [, digits, file1] = FILE_NAME.exec(name) ?? [];
    const orderId = Number(digits);
    const grantId = visitor?.grants.get(orderId);
    if (grantId === undefined) return undefined;
    if ((await findTrackable(deps, db, orderId)) === undefined) return undefined;
    const document = await findCurrentDocument(db, orderId);
    return document !== undefined && document.file1 === file1 ? { document, grantId } : undefined;
  }

  /** The download that a request belongs to: the one recorded by the button, or a new one. */
  async function downloadOf(
    document: CurrentDocument,
    grantId: string,
    { client, unattended }: FileRequest,
  ): Promise<number> {
    if (unattended === null) {
      const since = new Date(now().getTime() - ANNOUNCED_MS);
      const { userAgent } = client;
      const { orderId, id: documentId } = document;
      const started = await findStarted(db, { orderId, documentId, userAgent, grantId, since });
      if (started !== undefined) return started;
    }
    const automation = unattended ?? programBehind(client.userAgent);
    const downloadId = await db.transaction((tx) =>
      start(tx, document, { client, grantId, timezone: null, automation }),
    );
    metrics?.count("downloads_total", { step: "started", by: actorKind(automation !== null) });
    return downloadId;
  }

  async function complete(downloadId: number, file1: string): Promise<void> {
    const completed = await db.transaction(async (tx) => {
      const at = now();
      const row = await completeDownload(tx, downloadId, at);
      // Further downloads of a row are only counted, without an event.
      if (row === undefined || row.isAutomated || row.moreCompleted > 0) return row;
      const data = { download_id: downloadId, file1 };
      await timeline.recordFor(tx, at, row.orderId, null, { type: "download-completed", data });
      return row;
    });
    if (completed !== undefined) {
      metrics?.count("downloads_total", { step: "completed", by: actorKind(completed.isAutomated) });
    }
  }

  return {
    /** @throws AppError forbidden for an order without a grant, not_found */
    async history(
      visitor: Visitor,
      { orderId, hasSteps, language }: { orderId: string; hasSteps: boolean; language: Language | undefined },
    ): Promise<{ data: VisitorDownload[]; mainResult: MainResult; path: { file1: string | null } }> {
      const { id, status, refundedAt, language: known } = await requireOrder(visitor, orderId);
      if (language !== undefined && language !== known) await keepLanguage(db, id, language);
      const [records, document, stated, steps, question, corrections = []] = await Promise.all([
        findDownloadsByPeople(db, id, DOWNLOADS_SHOWN),
        findCurrentDocument(db, id),
        refunds.stated(id),
        hasSteps ? findSteps(db, id) : undefined,
        questions.shown(id),
        hasSteps ? customerRequests.shown(id) : undefined,
      ]);
      return {
        data: toVisitorDownloads(records, hasSteps),
        mainResult: {
          order_id: id,
          process_status: status,
          refund_date: refundedAt?.toISOString() ?? null,
          ...(stated.length > 0 && { refunds: stated }),
          ...(steps && { steps: toSteps(steps) }),
          ...(corrections.length > 0 && { corrections }),
          ...(question && { question }),
        },
        path: { file1: document?.file1 ?? null },
      };
    },

    /** Records a click on the button. @throws AppError forbidden, not_found also for a file that is not the current one */
    async record(
      visitor: Visitor,
      { orderId, file1, timezone }: { orderId: string; file1: string; timezone: string | null },
      client: Client,
    ): Promise<void> {
      const order = await requireOrder(visitor, orderId);
      const document = await findCurrentDocument(db, order.id);
      if (document?.file1 !== file1) throw notFound(TRACKING_MESSAGES.downloadUnknownFile);
      await db.transaction((tx) => start(tx, document, { client, grantId: order.grantId, timezone, automation: null }));
      metrics?.count("downloads_total", { step: "started", by: actorKind(false) });
    },

    /** @throws AppError not_found, the same for everything except this visitor's current document */
    async open(visitor: Visitor | undefined, request: FileRequest): Promise<OpenedFile> {
      const { document, grantId } = requireFound(await findOpenable(visitor, request.name));
      const { stream, bytes } = await files.get(document.storageKey);
      try {
        if (bytes !== document.bytes) {
          throw new AppError("unavailable", MESSAGES.unavailable, { cause: new Error("a stored file has lost bytes") });
        }
        const downloadId = await downloadOf(document, grantId, request);
        const { orderId, contentType, file1 } = document;
        return { attachment: { stream, bytes, contentType, name: servedName(orderId, file1) }, downloadId, file1 };
      } catch (error) {
        stream.destroy();
        throw error;
      }
    },

    /** Records a complete download in the background; `settled` waits for it. */
    delivered(downloadId: number, file1: string): void {
      const work = complete(downloadId, file1)
        .catch((error) => log.error({ err: error, downloadId }, "a completed download could not be recorded"))
        .finally(() => pending.delete(work));
      pending.add(work);
    },

    async settled(): Promise<void> {
      await Promise.all(pending);
    },
  };
}
