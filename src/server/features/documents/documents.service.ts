import { randomBytes } from "node:crypto";
import { type DocumentFinding, documentFileName, type OrderDocument, servedName } from "#contract/documents.ts";
import type { MailEntry } from "#contract/mail.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { MailService, PreparedMail } from "#server/features/mail/mail.service.ts";
import type { OrderFacts, OrderReads } from "#server/features/orders/order-facts.repository.ts";
import type { TimelineService } from "#server/features/timeline/timeline.service.ts";
import { AppError, notFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import { isDatabaseDown } from "#server/platform/db/failures.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { sweepOrphans as sweepFiles } from "#server/platform/files/sweep-orphans.ts";
import type { Attachment } from "#server/platform/http/send-attachment.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import type { Measures } from "#server/platform/measures.ts";
import type { InspectPdf } from "#server/platform/pdf/inspect-pdf.ts";
import { checkDocument } from "./document-check.ts";
import { toDocuments } from "./document-mapping.ts";
import { type InspectedFile, inspectFile } from "./document-type.ts";
import { findDocument, findDocuments, findStorageKeys, insertDocument, nextVersion } from "./documents.repository.ts";
import type { CheckForm, UploadForm } from "./upload-form.ts";

export interface DocumentsDeps {
  db: Database;
  now: Clock;
  log: Log;
  measures?: Measures;
  files: FileStore;
  inspectPdf: InspectPdf;
  orders: OrderReads;
  mail: Pick<MailService, "prepare" | "enqueue">;
  timeline: TimelineService;
  /** Throws AppError rate_limited. */
  limits: { upload(memberId: number): Promise<void> };
}

export interface DocumentsService {
  /**
   * Stores a document and queues its mail, both or neither. `readForm` is called once the member may upload.
   * @throws AppError, by what is wrong first: rate_limited, too_large, invalid_input, not_found, unsupported_type,
   * rule_violation (the PDF, then the order), reason_required, unavailable
   */
  upload(
    actor: { id: number },
    readForm: () => Promise<UploadForm>,
  ): Promise<{ document: OrderDocument; mail: MailEntry }>;
  /**
   * Compares a file with its order and stores nothing; counts as an upload. `readForm` as for `upload`.
   * @throws AppError rate_limited, too_large, invalid_input, not_found, unsupported_type, rule_violation (the PDF)
   */
  check(actor: { id: number }, readForm: () => Promise<CheckForm>): Promise<{ finding: DocumentFinding }>;
  /** @throws AppError not_found, unavailable */
  requireFile(documentId: number): Promise<Attachment>;
  /** Newest first. */
  listDocuments(db: Queryable, orderId: number): Promise<OrderDocument[]>;
  /** Removes the files of purged orders; what can't be removed now is an orphan, which the sweep takes. */
  removeFiles(keys: readonly string[]): Promise<void>;
  /** Removes files that no document and no pack has and that are older than any upload under way. */
  sweepOrphans(): Promise<void>;
  registerJobs(jobs: Jobs): void;
}

const FOLDER = "documents";

export function createDocumentsService(deps: DocumentsDeps): DocumentsService {
  const { db, now, log, measures, files, inspectPdf, orders, mail, timeline, limits } = deps;

  const upload: DocumentsService["upload"] = async (actor, readForm) => {
    await limits.upload(actor.id);
    const form = await readForm();
    const { orderId, email, mailServiceProvider: provider, reason } = form.fields;
    const order = requireFound(await orders.find(db, orderId));
    const inspected = await inspectFile(form.file.content, inspectPdf);
    assertUploadable(order);
    const finding = checkDocument(order, inspected.text);
    const prepared = await mail.prepare({ order, to: email, provider, reason, actorId: actor.id });
    const storageKey = `${FOLDER}/${randomBytes(24).toString("hex")}`;
    await files.put(storageKey, form.file.content);
    try {
      return await db.transaction((tx) => store(tx, { form, inspected, finding, prepared, storageKey }));
    } catch (error) {
      // Lost in the middle of the commit the transaction may stand: the sweep looks later, when the database can tell.
      if (!isDatabaseDown(error)) await removeFiles([storageKey]);
      throw error;
    }
  };

  const check: DocumentsService["check"] = async (actor, readForm) => {
    await limits.upload(actor.id);
    const { fields, file } = await readForm();
    const order = requireFound(await orders.find(db, fields.orderId));
    const { text } = await inspectFile(file.content, inspectPdf);
    return { finding: checkDocument(order, text) };
  };

  async function store(
    tx: Transaction,
    given: {
      form: UploadForm;
      inspected: InspectedFile;
      finding: DocumentFinding;
      prepared: PreparedMail;
      storageKey: string;
    },
  ) {
    const { form, inspected, finding, prepared, storageKey } = given;
    const { file } = form;
    const { actorId } = prepared;
    const order = requireFound(await orders.lock(tx, form.fields.orderId));
    assertUploadable(order);
    const version = await nextVersion(tx, order.id);
    const file1 = documentFileName(version, inspected.contentType);
    const at = now();
    const documentId = await insertDocument(tx, {
      orderId: order.id,
      version,
      file1,
      originalName: file.originalName,
      customerName: order.fullName ?? "",
      contentType: inspected.contentType,
      bytes: file.content.length,
      pages: inspected.pages,
      sha256: file.sha256,
      storageKey,
      createdAt: at,
      uploadedBy: actorId,
      finding,
    });
    const sha256 = file.sha256.toString("hex");
    await timeline.recordFor(tx, at, order.id, actorId, {
      type: "document-stored",
      data: { document_id: documentId, file1, sha256, bytes: file.content.length, finding },
    });
    const queued = await mail.enqueue(tx, prepared, { documentId, at });
    const [document] = toDocuments(await findDocuments(tx, order.id));
    if (document === undefined) throw new Error("the document is gone from its own transaction");
    return { document, mail: queued };
  }

  /** Whoever calls has something more important to answer than that a file stays until the sweep. */
  async function removeFiles(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      try {
        await files.remove(key);
      } catch (error) {
        log.warn({ err: error }, "a file stays until the sweep of orphans");
      }
    }
  }

  const sweepOrphans = () => sweepFiles({ files, now, log, measures }, FOLDER, (keys) => findStorageKeys(db, keys));

  return {
    upload,
    check,
    requireFile: async (documentId) => {
      const document = await findDocument(db, documentId);
      if (document === undefined) throw notFound(MESSAGES.documentNotFound);
      const { stream, bytes } = await files.get(document.storageKey);
      const { orderId, contentType, file1 } = document;
      return { stream, bytes, contentType, name: servedName(orderId, file1) };
    },
    listDocuments: async (queryable, orderId) => toDocuments(await findDocuments(queryable, orderId)),
    removeFiles,
    sweepOrphans,
    registerJobs: (jobs) => jobs.schedule("documents-orphans", "17 * * * *", sweepOrphans),
  };
}

function requireFound(order: OrderFacts | undefined): OrderFacts {
  if (order === undefined) throw notFound(MESSAGES.orderNotFound);
  return order;
}

/** Decision 4: no document for a deleted order, none before the payment. */
function assertUploadable({ status, isPaid }: OrderFacts): void {
  if (status === "Deleted") throw new AppError("rule_violation", MESSAGES.uploadDeleted);
  if (!isPaid) throw new AppError("rule_violation", MESSAGES.uploadUnpaid);
}
