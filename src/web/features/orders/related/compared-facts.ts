import { SUBMITTED_FIELDS, SUBMITTED_LABELS } from "#contract/corrections/correction-fields.ts";
import { formatDateTimeUtc, formatDay } from "#contract/dates.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { statusLabel } from "#contract/orders/status-labels.ts";

export interface ComparedFact {
  label: string;
  own: string;
  /** Undefined while it is loading. */
  other: string | undefined;
  differs: boolean;
}

const DAYS = new Set(["arrival_date", "date_of_birth"]);
const day = (field: string, value: string) => (DAYS.has(field) && value !== "" ? formatDay(value) : value);

const FACTS: [string, (order: OrderDetails) => string][] = [
  ["Status", (order) => statusLabel(order.process_status, order.refund_date)],
  ["Created (UTC)", (order) => formatDateTimeUtc(order.created_at)],
  ...SUBMITTED_FIELDS.map((field): [string, (order: OrderDetails) => string] => [
    SUBMITTED_LABELS[field],
    (order) => day(field, order[field] ?? ""),
  ]),
  ["Amount", ({ amount, currency }) => [amount, currency].filter(Boolean).join(" ")],
  ["Transaction ID", ({ transaction_id }) => transaction_id ?? ""],
  ["Documents", ({ uploadDoc }) => String(uploadDoc.length)],
  ["Filings", ({ filings }) => String(filings.filter(({ voided_at }) => voided_at === null).length)],
];

/** The facts of two orders side by side, without those that neither has. */
export function comparedFacts(own: OrderDetails, other: OrderDetails | undefined): ComparedFact[] {
  const facts = FACTS.map(([label, read]) => {
    const [ours, theirs] = [read(own), other && read(other)];
    return { label, own: ours, other: theirs, differs: theirs !== undefined && ours !== theirs };
  });
  return facts.filter((fact) => fact.own !== "" || (fact.other ?? "") !== "");
}
