import { ARRIVAL_ZONE, addDays, dayIn } from "#contract/dates.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import type { ProcessingMode } from "#contract/orders/processing-mode.ts";

/**
 * The first day on which the card can be filed: `windowDays` before arrival, but not before the order was created. Days
 * are in the time zone of the country of arrival (decision record 0016).
 */
export function processingDay(arrivalDate: string, createdAt: Date, windowDays: number): string {
  const key = `${arrivalDate} ${windowDays}`;
  const opens = openings.get(key) ?? addDays(arrivalDate, -windowDays);
  if (openings.size >= MAX_OPENINGS) openings.clear();
  openings.set(key, opens);
  const created = dayIn(ARRIVAL_ZONE, createdAt);
  return opens > created ? opens : created;
}

/** A cache: an import computes the same few days again and again. */
const openings = new Map<string, string>();
const MAX_OPENINGS = 2000;

interface FilingFacts {
  isPaid: boolean;
  processingMode: ProcessingMode;
  processingDate: string | null;
}

/** The queue of an order on entry or return: Pending if unpaid, else Priority, Future if too early, or New. */
export function entryStatus(facts: FilingFacts, now: Date): { status: OrderStatus; processingMode: ProcessingMode } {
  const { isPaid, processingMode, processingDate } = facts;
  if (!isPaid) return { status: "Pending", processingMode };
  if (processingMode === "Priority") return { status: "Priority", processingMode };
  const isEarly = processingDate !== null && processingDate > dayIn(ARRIVAL_ZONE, now);
  return isEarly ? { status: "Future", processingMode: "Future" } : { status: "New", processingMode };
}
