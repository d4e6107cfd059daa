import { HOUR_MS } from "#contract/dates.ts";
import { ARRIVAL_OFFSET_MS, afterOpenMs, openMs } from "#contract/service-settings/service-clock.ts";
import type { ServiceSettings } from "#contract/service-settings/service-settings.ts";
import { isOpenStatus, type OrderStatus } from "./order-status.ts";
import type { ProcessingMode } from "./processing-mode.ts";

/** What is stored of an order's service clock. It runs since `clockSince`; what it ran before that is added up. */
export interface ServiceClock {
  /** When the order first came into open work; null if it never did. */
  clockStartedAt: Date | null;
  /** Null while it is paused. */
  clockSince: Date | null;
  clockUsedMs: number;
}

export interface DueColumns extends ServiceClock {
  dueAt: Date | null;
}

export interface DueFacts {
  status: OrderStatus;
  processingMode: ProcessingMode;
  /** `YYYY-MM-DD` */
  arrivalDate: string | null;
}

export interface DueOrder extends DueFacts, ServiceClock {
  statusChangedAt: Date;
}

/** In these the order waits for somebody else; its arrival limit stays. */
const PAUSED_STATUSES = new Set<OrderStatus>(["Awaiting", "AwaitingGovt"]);
export const isClockRunning = (status: OrderStatus) => isOpenStatus(status) && !PAUSED_STATUSES.has(status);

/** No order is due sooner after its first start. */
const MIN_MS = HOUR_MS;

/** Orders due within this time are due soon. */
export const SOON_MS = 2 * HOUR_MS;

export const NEW_CLOCK: ServiceClock = { clockStartedAt: null, clockSince: null, clockUsedMs: 0 };

/** An open order from before due times were stored counts as started when it came into its status. */
function clockOf(order: DueOrder): ServiceClock {
  if (order.clockStartedAt !== null || !isOpenStatus(order.status)) return order;
  const clockStartedAt = order.statusChangedAt;
  return { clockStartedAt, clockSince: isClockRunning(order.status) ? clockStartedAt : null, clockUsedMs: 0 };
}

/**
 * The clock and due time of an order after a change of its status, mode or arrival; of an incoming order, before is null.
 * The service clock is folded only when it stops, so that a change of the settings counts for what has run since it was
 * started, whenever the order is recalculated (decision record 0092).
 */
export function dueAfter(before: DueOrder | null, after: DueFacts, at: Date, service: ServiceSettings): DueColumns {
  const clock = before === null ? NEW_CLOCK : clockOf(before);
  let { clockStartedAt, clockSince, clockUsedMs } = clock;
  if (isClockRunning(after.status)) {
    clockSince ??= at;
  } else if (clockSince !== null) {
    clockUsedMs += openMs(service.calendar, clockSince.getTime(), at.getTime());
    clockSince = null;
  }
  if (isOpenStatus(after.status)) clockStartedAt ??= at;
  const kept = { clockStartedAt, clockSince, clockUsedMs };
  return { ...kept, dueAt: isOpenStatus(after.status) ? dueTime(kept, after, service) : null };
}

/** The earlier of two limits; null while the clock is paused and there is no arrival. */
function dueTime(clock: ServiceClock, facts: DueFacts, service: ServiceSettings): Date | null {
  const mode = facts.processingMode === "Priority" ? "priority" : "standard";
  const limits: number[] = [];
  if (clock.clockSince !== null) {
    const left = service.hours[mode] * HOUR_MS - clock.clockUsedMs;
    limits.push(afterOpenMs(service.calendar, clock.clockSince.getTime(), left));
  }
  if (facts.arrivalDate !== null) {
    const arrival = Date.parse(`${facts.arrivalDate}T00:00:00Z`) - ARRIVAL_OFFSET_MS;
    const earliest = (clock.clockStartedAt?.getTime() ?? 0) + MIN_MS;
    limits.push(Math.max(arrival - service.margins[mode] * HOUR_MS, earliest));
  }
  return limits.length === 0 ? null : new Date(Math.min(...limits));
}
