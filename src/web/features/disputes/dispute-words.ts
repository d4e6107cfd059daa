import { dayIn } from "#contract/dates.ts";
import type { Dispute, DisputeOutcome } from "#contract/disputes.ts";

const MS_PER_DAY = 86_400_000;

/** From this many days on a due date is marked: what the bank is sent has to be read by somebody first. */
const URGENT_DAYS = 3;

/** Whole days until a due date on the calendar of UTC, as the overview counts them; negative when it has passed. */
export function daysUntil(dueDate: string, now: Date): number {
  return Math.round((Date.parse(dueDate) - Date.parse(dayIn("UTC", now))) / MS_PER_DAY);
}

/** Days left in words: `12 days left`, `1 day left`, `due today`, `2 days overdue`. */
export function dueWords(daysLeft: number): string {
  if (daysLeft === 0) return "due today";
  const days = Math.abs(daysLeft);
  return `${days} ${days === 1 ? "day" : "days"} ${daysLeft > 0 ? "left" : "overdue"}`;
}

export type DueTone = "overdue" | "urgent" | "calm";

export function dueTone(daysLeft: number): DueTone {
  if (daysLeft < 0) return "overdue";
  return daysLeft <= URGENT_DAYS ? "urgent" : "calm";
}

/** `49.99 USD`, or null while it is not known. */
export function amountWords({ amount, currency }: Pick<Dispute, "amount" | "currency">): string | null {
  return amount === null ? null : [amount, currency].filter((part) => part !== null).join(" ");
}

/** What an outcome means for the money. */
export const OUTCOME_MEANINGS: Record<DisputeOutcome, string> = {
  won: "The bank agreed: the money stays.",
  lost: "The bank decided for the cardholder.",
  accepted: "Refunded without a fight.",
  withdrawn: "The cardholder ended it.",
};
