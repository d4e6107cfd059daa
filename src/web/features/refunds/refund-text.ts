import { formatDay } from "#contract/dates.ts";
import type { RefundPosition } from "#contract/refunds/refund-position.ts";
import { REFUND_REASON_LABELS, type Refund } from "#contract/refunds/refunds.ts";

const withCurrency = (amount: string, currency: string | null) => [amount, currency ?? ""].join(" ").trimEnd();

/** `49.99 USD`; says so where nobody entered the amount. */
export function amountText({ amount, currency, is_assumed }: Pick<Refund, "amount" | "currency" | "is_assumed">) {
  if (amount === null) return "Amount not recorded";
  return `${withCurrency(amount, currency)}${is_assumed ? " (assumed)" : ""}`;
}

/** Who recorded it, when, why, and under which reference. */
export function refundFacts(refund: Refund): string[] {
  const { recorded_at, recorded_by, reason_code, reference, note, override_reason } = refund;
  return [
    `${formatDay(recorded_at)}${recorded_by === null ? "" : ` by ${recorded_by}`}`,
    ...(reason_code === null ? [] : [REFUND_REASON_LABELS[reason_code]]),
    ...(reference === null ? [] : [`reference ${reference}`]),
    ...(note === null ? [] : [note]),
    ...(override_reason === null ? [] : [`despite a dispute: ${override_reason}`]),
  ];
}

/** Why a refund no longer counts. */
export function undoneText({ undone_at, undone_by, undo_reason }: Refund): string {
  const by = undone_by === null ? "" : ` by ${undone_by}`;
  return `undone ${formatDay(undone_at)}${by}${undo_reason === null ? "" : `: ${undo_reason}`}`;
}

/** What is still owed of an order in Refunds. */
export function dueText({ recorded, left, currency }: RefundPosition): string {
  if (left === null) return "The amount of the payment is not known.";
  const isPartly = recorded !== null && Number(recorded) > 0;
  return isPartly
    ? `Partly refunded: ${withCurrency(left, currency)} is still due.`
    : `${withCurrency(left, currency)} is due.`;
}
