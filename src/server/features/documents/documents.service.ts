import type * as z from "zod";
import {
  type checkFieldsSchema,
  type DocumentFinding,
  documentFileName,
  type OrderDocument,
  type uploadFieldsSchema,
} from "#contract/documents/documents.ts";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { servedName } from "#contract/served-name.ts";
import type { MailService, PreparedMail } from "#server/features/mail/mail.service.ts";
import type { OrderFacts, OrderReads } from "#server/features/orders/order-facts.repository.ts";
import type { TimelineService } from "#server/features/timeline/timeline.service.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { newFileKey, storeWithRows } from "#server/platform/files/files-with-rows.ts";
import { sweepOrphans as sweepFiles } from "#server/platform/files/sweep-orphans.ts";
import type { FileForm } from "#server/platform/http/file-form.ts";
import type { Attachment } from "#server/platform/http/send-attachment.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import type { Metrics } from "#server/platform/metrics-registry.ts";
import type { InspectPdf } from "#server/platform/pdf/inspect-pdf.ts";
import { toDocuments } from "./document-mapping.ts";
import { compareDocument } from "./document-match.ts";
import { type InspectedFile, inspectFile } from "./document-type.ts";
import { documentFiles, findDocument, findDocuments, insertDocument, nextVersion } from "./documents.repository.ts";

export type UploadForm = FileForm<z.output<typeof uploadFieldsSchema>>;
type CheckForm = FileForm<z.output<typeof checkFieldsSchema>>;

export interface DocumentsDeps {
  db: Database;
  now: Clock;
  log: Log;
  metrics?: Metrics;
  files: FileStore;
  inspectPdf: InspectPdf;
  orders: OrderReads;
  mail: Pick<MailService, "prepare" | "enqueue" | "findRepeat">;
  timeline: TimelineService;
  /** @throws AppError rate_limited */
  limits: { upload(memberId: number): Promise<void> };
}

export type DocumentsService = ReturnType<typeof createDocumentsService>;

const FOLDER = "documents";

export function createDocumentsService(deps: DocumentsDeps) {
  const { db, now, files, inspectPdf, orders, mail, timeline, limits } = deps;

  /** What a file is by its content. @throws AppError unsupported_type, too_large, rule_violation (the PDF) */
  const inspect = (actor: { id: number }, content: Buffer): Promise<InspectedFile> =>
    inspectFile(content, (bytes) => inspectPdf(bytes, actor.id));

  /**
   * Stores a document and queues its mail, both or neither. `readForm` is called once the rate limit has been checked.
   * @returns `isNew` is false for the same upload within a minute, which is answered as the first one was
   * @throws AppError, in this precedence: rate_limited, too_large, invalid_input, not_found, unsupported_type,
   * rule_violation (the PDF, then the order), reason_required, unavailable
   */
  async function upload(actor: { id: number }, readForm: () => Promise<UploadForm>) {
    await limits.upload(actor.id);
    const form = await readForm();
    const { orderId, email, mailServiceProvider: provider, reason } = form.fields;
    const order = requireFound(await orders.find(db, orderId), MESSAGES.orderNotFound);
    const inspected = await inspect(actor, form.file.content);
    assertUploadable(order);
    const finding = compareDocument(order, inspected.text);
    const prepared = await mail.prepare({ order, to: email, provider, reason, actorId: actor.id });
    const file = { storageKey: newFileKey(FOLDER), content: form.file.content };
    const input = { form, inspected, finding, prepared, storageKey: file.storageKey };
    return await storeWithRows(deps, [file], (tx) => store(tx, input));
  }

  /**
   * Compares a file with its order and stores nothing; counts as an upload. `readForm` as for `upload`.
   * @throws AppError rate_limited, too_large, invalid_input, not_found, unsupported_type, rule_violation (the PDF)
   */
  async function check(actor: { id: number }, readForm: () => Promise<CheckForm>) {
    await limits.upload(actor.id);
    const { fields, file } = await readForm();
    const order = requireFound(await orders.find(db, fields.orderId), MESSAGES.orderNotFound);
    const { text } = await inspect(actor, file.content);
    return { orderId: order.id, finding: compareDocument(order, text) };
  }

  async function store(
    tx: Transaction,
    input: {
      form: UploadForm;
      inspected: InspectedFile;
      finding: DocumentFinding;
      prepared: PreparedMail;
      storageKey: string;
    },
  ) {
    const { form, inspected, finding, prepared, storageKey } = input;
    const { file } = form;
    const { actorId } = prepared;
    const order = requireFound(await orders.lock(tx, form.fields.orderId), MESSAGES.orderNotFound);
    assertUploadable(order);
    const repeated = await findRepeated(tx, form);
    if (repeated !== undefined) return { ...repeated, isNew: false };
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
    const queued = await mail.enqueue(tx, prepared, { documentId, at, email: order.email });
    const [document] = toDocuments(await findDocuments(tx, order.id));
    if (document === undefined) throw new Error("the document was not found in the transaction that inserted it");
    return { document, mail: queued, isNew: true };
  }

  /** What the same file for the same address, uploaded within a minute in two windows, was answered the first time. */
  async function findRepeated(tx: Transaction, { fields, file }: UploadForm) {
    const [document] = toDocuments(await findDocuments(tx, fields.orderId));
    if (document?.sha256 !== file.sha256.toString("hex")) return undefined;
    const request = { orderId: fields.orderId, documentId: document.id, to: fields.email, at: now() };
    const queued = await mail.findRepeat(tx, request);
    return queued === undefined ? undefined : { document, mail: queued };
  }

  /** Removes files without a document that are older than any upload in progress. */
  const sweepOrphans = () => sweepFiles(deps, FOLDER, documentFiles);

  return {
    upload,
    check,
    inspect,
    /** @throws AppError not_found, unavailable */
    async requireFile(documentId: number): Promise<{ orderId: number; file: Attachment }> {
      const document = requireFound(await findDocument(db, documentId), DOCUMENT_MESSAGES.documentNotFound);
      const { stream, bytes } = await files.get(document.storageKey);
      const { orderId, contentType, file1 } = document;
      return { orderId, file: { stream, bytes, contentType, name: servedName(orderId, file1) } };
    },
    /** Newest first. */
    listDocuments: async (queryable: Queryable, orderId: number): Promise<OrderDocument[]> =>
      toDocuments(await findDocuments(queryable, orderId)),
    sweepOrphans,
    registerJobs(jobs: Jobs): void {
      jobs.schedule("documents-orphans", "17 * * * *", sweepOrphans);
    },
  };
}

/** Decision record 0012: no document for a deleted or unpaid order. */
function assertUploadable({ status, isPaid }: OrderFacts): void {
  if (status === "Deleted") throw new AppError("rule_violation", DOCUMENT_MESSAGES.uploadDeleted);
  if (!isPaid) throw new AppError("rule_violation", DOCUMENT_MESSAGES.uploadUnpaid);
}
