import { servedName } from "#contract/documents.ts";
import type { Automation, DownloadEntry, VisitorDownload } from "#contract/downloads.ts";
import { MESSAGES } from "#contract/messages.ts";
import { parseOrderId } from "#contract/order-id.ts";
import type { MainResult } from "#contract/tracking.ts";
import type { CurrentDocument, FindCurrentDocument } from "#server/features/documents/documents.repository.ts";
import type { OrderReads } from "#server/features/orders/order-facts.repository.ts";
import type { TimelineService } from "#server/features/timeline/timeline.service.ts";
import { AppError, notFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import type { CountryOf } from "#server/platform/geo/countries.ts";
import type { Visitor } from "#server/platform/http/access.ts";
import type { Client } from "#server/platform/http/client.ts";
import type { Attachment } from "#server/platform/http/send-attachment.ts";
import type { Log } from "#server/platform/log.ts";
import type { Measures } from "#server/platform/measures.ts";
import { describeUserAgent, programBehind } from "./client-facts.ts";
import { toDownloadEntry, toVisitorDownloads } from "./download-mapping.ts";
import { completeDownload, findDownloads, findStarted, insertDownload } from "./downloads.repository.ts";
import { findTrackable } from "./trackable-order.ts";

export interface DownloadsDeps {
  db: Database;
  now: Clock;
  log: Log;
  measures?: Measures;
  timeline: TimelineService;
  files: FileStore;
  orders: Pick<OrderReads, "find">;
  findCurrentDocument: FindCurrentDocument;
  /** Where an address is registered. */
  countryOf: CountryOf;
}

/** A request for the file itself. */
interface FileRequest {
  /** `{order id}_{file1}`, as it stands in the address. */
  name: string;
  client: Client;
  /** Why nobody waits for the file; null when somebody may. */
  unattended: Automation | null;
}

interface OpenedFile {
  attachment: Attachment;
  downloadId: number;
  file1: string;
}

export interface DownloadsService {
  /** @throws AppError forbidden for an order the visitor did not prove, not_found */
  history(
    visitor: Visitor,
    orderId: string,
  ): Promise<{ data: VisitorDownload[]; mainResult: MainResult; path: { file1: string | null } }>;
  /** A person presses the button. @throws AppError forbidden, not_found also for a file that is not the current one */
  record(
    visitor: Visitor,
    request: { orderId: string; file1: string; timezone: string | null },
    client: Client,
  ): Promise<void>;
  /** @throws AppError not_found, the same for everything that is not this visitor's current document */
  open(visitor: Visitor | undefined, request: FileRequest): Promise<OpenedFile>;
  /** The caller has taken the last byte. Returns at once; `settled` waits for the row and its history. */
  delivered(downloadId: number, file1: string): void;
  settled(): Promise<void>;
  /** Newest first. */
  listDownloads(db: Queryable, orderId: number): Promise<DownloadEntry[]>;
}

const whose = (isAutomated: boolean) => (isAutomated ? "program" : "person");

const FILE_NAME = /^(\d{1,16})_([A-Za-z0-9_-][A-Za-z0-9._-]*)$/;
/** So long after the button was pressed a fetch still belongs to it. */
const ANNOUNCED_MS = 10 * 60_000;

/** Who took the document, when, and whether all of it arrived: what a dispute is answered with. */
export function createDownloadsService(deps: DownloadsDeps): DownloadsService {
  const { db, now, log, measures, timeline, files, orders, findCurrentDocument, countryOf } = deps;
  const pending = new Set<Promise<void>>();

  async function requireOrder(visitor: Visitor, orderId: string) {
    const id = parseOrderId(orderId);
    if (id === null || !visitor.orderIds.has(id)) throw new AppError("forbidden", MESSAGES.visitorOtherOrder);
    const order = await findTrackable(orders, db, id);
    if (order === undefined) throw notFound(MESSAGES.trackNotFound);
    return order;
  }

  /** Its row, and for a person's download its history. */
  async function start(
    tx: Transaction,
    document: CurrentDocument,
    client: Client,
    facts: { timezone: string | null; automation: Automation | null },
  ): Promise<number> {
    const { orderId, id: documentId, file1 } = document;
    const at = now();
    const downloadId = await insertDownload(tx, {
      orderId,
      documentId,
      createdAt: at,
      ...client,
      ...describeUserAgent(client.userAgent),
      ...facts,
      isAutomated: facts.automation !== null,
      country: countryOf(client.ip),
    });
    if (facts.automation === null) {
      const data = { download_id: downloadId, file1 };
      await timeline.recordFor(tx, at, orderId, null, { type: "download-started", data });
    }
    return downloadId;
  }

  async function findOpenable(visitor: Visitor | undefined, name: string): Promise<CurrentDocument | undefined> {
    const [, digits, file1] = FILE_NAME.exec(name) ?? [];
    const orderId = Number(digits);
    if (visitor === undefined || !visitor.orderIds.has(orderId)) return undefined;
    if ((await findTrackable(orders, db, orderId)) === undefined) return undefined;
    const document = await findCurrentDocument(db, orderId);
    return document?.file1 === file1 ? document : undefined;
  }

  /** The download that a fetch belongs to: the one announced, or one of its own. */
  async function downloadOf(document: CurrentDocument, { client, unattended }: FileRequest): Promise<number> {
    if (unattended === null) {
      const since = new Date(now().getTime() - ANNOUNCED_MS);
      const started = await findStarted(db, { documentId: document.id, userAgent: client.userAgent, since });
      if (started !== undefined) return started;
    }
    const automation = unattended ?? programBehind(client.userAgent);
    const downloadId = await db.transaction((tx) => start(tx, document, client, { timezone: null, automation }));
    measures?.count("downloads_total", { step: "started", by: whose(automation !== null) });
    return downloadId;
  }

  async function complete(downloadId: number, file1: string): Promise<void> {
    const completed = await db.transaction(async (tx) => {
      const at = now();
      const row = await completeDownload(tx, downloadId, at);
      if (row === undefined || row.isAutomated) return row;
      const data = { download_id: downloadId, file1 };
      await timeline.recordFor(tx, at, row.orderId, null, { type: "download-completed", data });
      return row;
    });
    if (completed !== undefined) {
      measures?.count("downloads_total", { step: "completed", by: whose(completed.isAutomated) });
    }
  }

  return {
    history: async (visitor, orderId) => {
      const { id, status } = await requireOrder(visitor, orderId);
      const [records, document] = await Promise.all([findDownloads(db, id), findCurrentDocument(db, id)]);
      return {
        data: toVisitorDownloads(records),
        mainResult: { order_id: id, process_status: status },
        path: { file1: document?.file1 ?? null },
      };
    },
    record: async (visitor, { orderId, file1, timezone }, client) => {
      const order = await requireOrder(visitor, orderId);
      const document = await findCurrentDocument(db, order.id);
      if (document?.file1 !== file1) throw notFound(MESSAGES.downloadUnknownFile);
      await db.transaction((tx) => start(tx, document, client, { timezone, automation: null }));
      measures?.count("downloads_total", { step: "started", by: whose(false) });
    },
    open: async (visitor, request) => {
      const document = await findOpenable(visitor, request.name);
      if (document === undefined) throw notFound();
      const { stream, bytes } = await files.get(document.storageKey);
      try {
        if (bytes !== document.bytes) {
          throw new AppError("unavailable", MESSAGES.unavailable, { cause: new Error("a stored file has lost bytes") });
        }
        const downloadId = await downloadOf(document, request);
        const { orderId, contentType, file1 } = document;
        return { attachment: { stream, bytes, contentType, name: servedName(orderId, file1) }, downloadId, file1 };
      } catch (error) {
        stream.destroy();
        throw error;
      }
    },
    delivered: (downloadId, file1) => {
      const work = complete(downloadId, file1)
        .catch((error) => log.error({ err: error, downloadId }, "a completed download could not be recorded"))
        .finally(() => pending.delete(work));
      pending.add(work);
    },
    settled: async () => {
      await Promise.all(pending);
    },
    listDownloads: async (queryable, orderId) => (await findDownloads(queryable, orderId)).map(toDownloadEntry),
  };
}
