import { DOUBTS, type Doubt, doubtsAbout } from "#contract/corrections/plausibility.ts";
import { ARRIVAL_ZONE, dayIn, MONTHS } from "#contract/dates.ts";
import { changedSinceFiled, type FilingSource } from "#contract/filings/filing-profile.ts";
import type { Filing } from "#contract/filings/filings.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import type { RowColumn } from "#contract/orders/order-columns.ts";
import { nextStatuses } from "#contract/orders/order-moves.ts";
import { boughtModeOf, type OrderRow } from "#contract/orders/orders.ts";
import type { ProcessingMode } from "#contract/orders/processing-mode.ts";
import { plainDecimal, refundPosition } from "#server/platform/money.ts";
import { toCorrectionRequest, toSubmitted } from "./corrections/correction-mapping.ts";
import type { OrderDetailsRecord } from "./detail/order-details.repository.ts";
import { MARK_TAGS, type OrderRowRecord } from "./list/order-lists.repository.ts";
import type { RowColumnsRecord } from "./list/row-columns.repository.ts";
import { countryName, likelyCountry } from "./nationality.ts";
import { travelFacts } from "./travel-facts.ts";

const iso = (instant: Date | null) => instant?.toISOString() ?? null;
const month = (number: number | null) => MONTHS[(number ?? 0) - 1] ?? null;

export function toOrderRow(record: OrderRowRecord): OrderRow {
  return {
    order_id: record.id,
    process_status: record.status,
    full_name: record.fullName,
    email: record.email,
    telephone_number: record.telephoneNumber,
    phone_code: record.phoneCode,
    created_at: record.createdAt.toISOString(),
    refund_date: iso(record.refundedAt),
    processing_date: record.processingDate,
    process_month: month(record.processMonth),
    arrival_date: record.arrivalDate,
    version: record.version,
    ...(record.markTags !== null && toMarks(record.markTags, record.refundedAt !== null)),
  };
}

function toMarks(tags: readonly string[], isRefunded: boolean): Partial<OrderRow> {
  return {
    ...(tags.includes(MARK_TAGS.answered) && { answered: true as const }),
    ...(tags.includes(MARK_TAGS.downloadQuestioned) && { download_questioned: true as const }),
    ...(tags.includes(MARK_TAGS.refunded) && !isRefunded && { partly_refunded: true as const }),
  };
}

const ROW_COLUMN_FIELDS: Record<RowColumn, (record: RowColumnsRecord) => Partial<OrderRow>> = {
  // In every row.
  arrival_date: () => ({}),
  due_at: ({ dueAt }) => ({ due_at: iso(dueAt) }),
  nationality: ({ nationalityCode: code, nationalityText }) => ({
    nationality: code === null ? nationalityText : countryName(code),
  }),
  mode: ({ processingMode }) => ({ mode: processingMode }),
  flight: ({ flightNumber }) => ({ flight: flightNumber }),
  document: ({ hasDocument }) => ({ document: hasDocument === true }),
  mail: ({ mailState }) => ({ mail: mailState }),
  gateway: ({ gatewayName }) => ({ gateway: gatewayName }),
  refund: ({ status, refundedAt, amount, currency, refunds }) => {
    const counted = refunds ?? [];
    const isShown = status === "Refunds" || refundedAt !== null || counted.length > 0;
    return { refund: isShown ? refundPosition({ amount, currency }, counted, refundedAt !== null) : null };
  },
};

/** The fields of a row that these columns ask for. */
export function toRowColumns(record: RowColumnsRecord, columns: readonly RowColumn[]): Partial<OrderRow> {
  return Object.assign({}, ...columns.map((column) => ROW_COLUMN_FIELDS[column](record)));
}

/** The parts of an order's details that come from other features. */
export type OrderRelations = Pick<
  OrderDetails,
  | "dispute"
  | "disputes"
  | "refunds"
  | "downloadHistory"
  | "filings"
  | "mailHistory"
  | "email_change"
  | "uploadDoc"
  | "remark"
  | "timeline"
  | "history_head"
>;

export function toOrderDetails(order: OrderDetailsRecord, relations: OrderRelations): OrderDetails {
  const facts = travelFacts(order);
  return {
    order_id: order.id,
    process_status: order.status,
    previous_status: order.previousStatus,
    next_statuses: nextStatuses(order),
    version: order.version,
    facts_version: order.factsVersion,
    processing_mode: order.processingMode,
    // A correction may have replaced the mode from which the bought one of an older order is known.
    bought_mode: boughtModeOf({
      ...order,
      processingMode: (order.submitted?.processing_mode as ProcessingMode | undefined) ?? order.processingMode,
    }),
    paid: order.isPaid,
    paid_while_deleted_at: isPaidWhileDeleted(order) ? iso(order.paidWhileDeletedAt) : null,
    created_at: order.createdAt.toISOString(),
    processing_date: order.processingDate,
    process_month: month(order.processMonth),
    refund_date: iso(order.refundedAt),
    refund_position: refundPosition(
      order,
      relations.refunds.filter(({ undone_at }) => undone_at === null),
      order.refundedAt !== null,
    ),
    due_at: iso(order.dueAt),
    ...facts,
    nationality_likely: facts.nationality_given === null ? null : likelyCountry(facts.nationality_given),
    ...sinceFiled(relations.filings, facts),
    doubts: openDoubts(facts, order.createdAt, relations.timeline),
    duplicates: order.duplicates,
    submitted: toSubmitted(order.submitted),
    document_before_correction: isDocumentBeforeCorrection(relations.timeline),
    correction_requests: order.correctionRequests.map(toCorrectionRequest),
    transaction_id: order.transactionId,
    merchant_name: order.merchantName,
    gateway_name: order.gatewayName,
    amount: order.amount === null ? null : plainDecimal(order.amount, order.currency),
    currency: order.currency,
    blocked_addresses: order.blocked.map(({ email, reason, since }) => ({
      email,
      reason,
      since: since.toISOString(),
    })),
    ...relations,
  };
}

/** By the newest filing that was not voided. A new e-mail address alone is no reason to file again. */
function sinceFiled(
  filings: readonly Filing[],
  facts: FilingSource,
): Pick<OrderDetails, "file_again" | "changed_since_filing"> {
  const last = filings.find(({ voided_at }) => voided_at === null);
  const changed = last === undefined ? [] : changedSinceFiled(last, facts);
  return {
    file_again: changed.some(({ source }) => source !== "email"),
    changed_since_filing: changed.map(({ label }) => label),
  };
}

/** Without those that were confirmed since their fact was last corrected. */
function openDoubts(
  facts: Parameters<typeof doubtsAbout>[0],
  createdAt: Date,
  timeline: OrderDetails["timeline"],
): Doubt[] {
  return doubtsAbout(facts, dayIn(ARRIVAL_ZONE, createdAt)).filter((doubt) => {
    const last = timeline.findLast(
      (event) =>
        (event.type === "facts-confirmed" && event.data.doubts.includes(doubt)) ||
        (event.type === "corrected" && event.data.fields.some(({ field }) => field === DOUBTS[doubt].field)),
    );
    return last?.type !== "facts-confirmed";
  });
}

/** A deletion after the payment was a deliberate decision and is not flagged. */
function isPaidWhileDeleted({ status, statusChangedAt, paidWhileDeletedAt }: OrderDetailsRecord): boolean {
  return (
    status === "Deleted" && paidWhileDeletedAt !== null && new Date(paidWhileDeletedAt) >= new Date(statusChangedAt)
  );
}

function isDocumentBeforeCorrection(timeline: OrderDetails["timeline"]): boolean {
  const stored = timeline.findLastIndex(({ type }) => type === "document-stored");
  return (
    stored >= 0 &&
    timeline
      .slice(stored)
      .some((event) => event.type === "corrected" && event.data.fields.some(({ field }) => field !== "processing_mode"))
  );
}
