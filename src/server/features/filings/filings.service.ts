import { createHash } from "node:crypto";
import type * as z from "zod";
import { formatDateTimeUtc } from "#contract/dates.ts";
import { DOCUMENT_TYPES } from "#contract/documents/documents.ts";
import { filedFacts, filingProfile } from "#contract/filings/filing-profile.ts";
import type { Filing, FilingConfirm, recordFilingSchema } from "#contract/filings/filings.ts";
import { FILING_MESSAGES, filedBeforeMessage } from "#contract/filings/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { servedName } from "#contract/served-name.ts";
import type { DocumentsService } from "#server/features/documents/documents.service.ts";
import type { OrderReads } from "#server/features/orders/order-facts.repository.ts";
import type { DuplicateFacts } from "#server/features/orders/related/duplicate-rule.ts";
import type { TimelineService } from "#server/features/timeline/timeline.service.ts";
import { AppError, invalidField, notFound, requireFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { newFileKey, storeWithRows } from "#server/platform/files/files-with-rows.ts";
import { sweepOrphans } from "#server/platform/files/sweep-orphans.ts";
import type { FileForm, UploadedFile } from "#server/platform/http/file-form.ts";
import type { Attachment } from "#server/platform/http/send-attachment.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import type { Metrics } from "#server/platform/metrics-registry.ts";
import { toFiling } from "./filing-mapping.ts";
import {
  type FilingRecord,
  findFiling,
  findValidFilings,
  insertFiling,
  markVoided,
  receiptFiles,
} from "./filings.repository.ts";

interface FilingsDeps {
  db: Database;
  now: Clock;
  log: Log;
  metrics?: Metrics;
  files: FileStore;
  timeline: TimelineService;
  orders: Pick<OrderReads, "lock" | "lockTravel">;
  /** Orders of the same traveller and arrival. */
  findDuplicates(tx: Transaction, order: DuplicateFacts): Promise<number[]>;
  documents: Pick<DocumentsService, "inspect">;
  /** Names who corrected the order. */
  factsVersionConflict(tx: Transaction, orderId: number): Promise<AppError>;
  /** @throws AppError rate_limited */
  limits: { upload(memberId: number): Promise<void> };
}

type FilingForm = FileForm<z.output<typeof recordFilingSchema>, UploadedFile | null>;
type OfOrder = { orderId: number; filing: Filing };
type Receipt = Pick<FilingRecord["filing"], "receiptKey" | "receiptSha256" | "receiptType" | "receiptBytes">;

const FOLDER = "receipts";
const NO_RECEIPT: Receipt = { receiptKey: null, receiptSha256: null, receiptType: null, receiptBytes: null };

/** Within this time the same filing is a second click or a repeated request. */
const SAME_MS = 60_000;
/** The clock of a browser may be ahead of ours. */
const AHEAD_MS = 120_000;

export type FilingsService = ReturnType<typeof createFilingsService>;

/** Records of what staff filed with the authority (decision record 0088). Nothing here moves an order. */
export function createFilingsService(deps: FilingsDeps) {
  const { db, now, files, timeline, orders, documents, factsVersionConflict, findDuplicates, limits } = deps;

  async function inspected(actor: { id: number }, { sha256, content }: UploadedFile) {
    const { contentType } = await documents.inspect(actor, content);
    const storageKey = newFileKey(FOLDER);
    const facts = { receiptSha256: sha256, receiptType: contentType, receiptBytes: content.length };
    return { receipt: { receiptKey: storageKey, ...facts }, files: [{ storageKey, content }] };
  }

  /** @returns the filing's id, and false when an equal one was recorded a moment ago */
  async function store(tx: Transaction, actor: { id: number }, form: FilingForm["fields"], receipt: Receipt) {
    const { orderId, profile, reference, filedAt, confirm = [] } = form;
    const order = requireFound(await orders.lockTravel(tx, orderId), MESSAGES.orderNotFound);
    if (order.status === "Deleted") throw new AppError("rule_violation", FILING_MESSAGES.filingDeleted);
    if (order.factsVersion !== form.factsVersion) throw await factsVersionConflict(tx, orderId);
    const at = now();
    const facts = filedFacts(filingProfile(profile), order.facts);
    const factsSha256 = createHash("sha256").update(JSON.stringify(facts)).digest();
    const before = await findValidFilings(tx, orderId);
    const same = before.find(
      ({ filing }) =>
        filing.reference === reference &&
        filing.factsSha256.equals(factsSha256) &&
        isSameReceipt(filing, receipt) &&
        filing.recordedAt.getTime() > at.getTime() - SAME_MS,
    );
    if (same !== undefined) return { id: same.filing.id, isNew: false };

    requireConfirmed(confirm, before[0], await findDuplicates(tx, order));
    const id = await insertFiling(tx, {
      orderId,
      profile,
      reference,
      filedAt: new Date(filedAt),
      recordedAt: at,
      recordedBy: actor.id,
      facts,
      factsSha256,
      ...receipt,
    });
    await timeline.recordFor(tx, at, orderId, actor.id, {
      type: "filed",
      data: {
        filing_id: id,
        profile,
        reference,
        filed_at: filedAt,
        facts_sha256: factsSha256.toString("hex"),
        receipt_sha256: receipt.receiptSha256?.toString("hex") ?? null,
      },
    });
    return { id, isNew: true };
  }

  return {
    /**
     * Stores the receipt, then filing and event, both or neither. `readForm` is called once the rate limit has been
     * checked.
     * @throws AppError rate_limited, too_large, invalid_input, unsupported_type, rule_violation (the PDF, a deleted
     * order), not_found, conflict_version, confirmation_required, unavailable
     */
    async record(actor: { id: number }, readForm: () => Promise<FilingForm>): Promise<OfOrder> {
      await limits.upload(actor.id);
      const { fields, file } = await readForm();
      if (Date.parse(fields.filedAt) > now().getTime() + AHEAD_MS) {
        throw invalidField("filedAt", FILING_MESSAGES.filingTimeFuture);
      }
      const prepared = file === null ? { receipt: NO_RECEIPT, files: [] } : await inspected(actor, file);
      const { id } = await storeWithRows(deps, prepared.files, (tx) => store(tx, actor, fields, prepared.receipt));
      return { orderId: fields.orderId, filing: toFiling(await requireFiling(db, id)) };
    },

    /** @throws AppError not_found, rule_violation for one that is voided already */
    async void(actor: { id: number }, { filingId, reason }: { filingId: number; reason: string }): Promise<OfOrder> {
      return await db.transaction(async (tx) => {
        const { orderId } = (await requireFiling(tx, filingId)).filing;
        requireFound(await orders.lock(tx, orderId), FILING_MESSAGES.filingNotFound);
        const { filing } = await requireFiling(tx, filingId);
        if (filing.voidedAt !== null) throw new AppError("rule_violation", FILING_MESSAGES.filingIsVoided);
        const at = now();
        await markVoided(tx, filingId, { voidedAt: at, voidedBy: actor.id, voidReason: reason });
        await timeline.recordFor(tx, at, orderId, actor.id, {
          type: "filing-voided",
          data: { filing_id: filingId, reference: filing.reference, reason },
        });
        return { orderId, filing: toFiling(await requireFiling(tx, filingId)) };
      });
    },

    /** @throws AppError not_found, unavailable */
    async requireReceipt(filingId: number): Promise<{ orderId: number; file: Attachment }> {
      const { id, orderId, receiptKey, receiptType: contentType } = (await requireFiling(db, filingId)).filing;
      if (receiptKey === null || contentType === null) throw notFound(FILING_MESSAGES.receiptNotFound);
      const { stream, bytes } = await files.get(receiptKey);
      const name = servedName(orderId, `receipt-${id}.${DOCUMENT_TYPES[contentType]}`);
      return { orderId, file: { stream, bytes, contentType, name } };
    },

    registerJobs(jobs: Jobs): void {
      jobs.schedule("receipts-orphans", "37 * * * *", () => sweepOrphans(deps, FOLDER, receiptFiles));
    },
  };
}

async function requireFiling(queryable: Queryable, id: number): Promise<FilingRecord> {
  return requireFound(await findFiling(queryable, id), FILING_MESSAGES.filingNotFound);
}

function isSameReceipt(one: Receipt, other: Receipt): boolean {
  const [a, b] = [one.receiptSha256, other.receiptSha256];
  return a === null || b === null ? a === b : a.equals(b);
}

/** @throws AppError confirmation_required, with everything that the caller has to confirm */
function requireConfirmed(
  confirmed: readonly FilingConfirm[],
  own: FilingRecord | undefined,
  others: readonly number[],
): void {
  const required: FilingConfirm[] = [];
  if (own !== undefined) required.push("already_filed");
  if (others.length > 0) required.push("duplicate");
  if (required.every((word) => confirmed.includes(word))) return;
  const last = own && { reference: own.filing.reference, at: formatDateTimeUtc(own.filing.filedAt.toISOString()) };
  throw new AppError("confirmation_required", filedBeforeMessage(last ?? null, others), {
    data: { confirm: required, orders: others },
  });
}
