import { dayIn, daysBetween } from "#contract/dates.ts";
import type { Dispute, DisputeOutcome } from "#contract/disputes/disputes.ts";

/** Due dates are highlighted from this many days on: someone has to review the evidence before it is sent. */
const URGENT_DAYS = 3;

/** Whole days until a due date in UTC, as the overview counts them; negative when overdue. */
export function daysUntil(dueDate: string, now: Date): number {
  return daysBetween(dayIn("UTC", now), dueDate);
}

/** Days left in words: `12 days left`, `1 day left`, `due today`, `2 days overdue`. */
export function dueText(daysLeft: number): string {
  if (daysLeft === 0) return "due today";
  const days = Math.abs(daysLeft);
  return `${days} ${days === 1 ? "day" : "days"} ${daysLeft > 0 ? "left" : "overdue"}`;
}

export type DueTone = "overdue" | "urgent" | "calm";

export function dueTone(daysLeft: number): DueTone {
  if (daysLeft < 0) return "overdue";
  return daysLeft <= URGENT_DAYS ? "urgent" : "calm";
}

/** `49.99 USD`, or null while it is unknown. */
export function amountText({ amount, currency }: Pick<Dispute, "amount" | "currency">): string | null {
  return amount === null ? null : [amount, currency].filter((part) => part !== null).join(" ");
}

/** What an outcome means for the money. */
export const OUTCOME_MEANINGS: Record<DisputeOutcome, string> = {
  won: "The bank agreed: the money stays.",
  lost: "The bank decided for the cardholder.",
  accepted: "Refunded without contesting it.",
  withdrawn: "The cardholder ended it.",
  opened_in_error: "There was no dispute: the chargeback flag was ticked by mistake.",
};
