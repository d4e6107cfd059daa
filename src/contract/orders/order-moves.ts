import { canReturn, type OrderStatus, type TransitionFacts } from "./order-status.ts";
import { QUEUES, type Queue } from "./queues.ts";

type MoveQueue = Exclude<Queue, { move: null }>;
const moveQueues = QUEUES.filter((queue): queue is MoveQueue => queue.move !== null);

/** The seven statuses that staff move an order to, with the labels of their buttons. */
export const MOVE_TARGETS = moveQueues.map(({ status }) => status);
export type MoveTarget = MoveQueue["status"];
export const MOVE_LABELS = Object.fromEntries(moveQueues.map(({ status, move }) => [status, move])) as Record<
  MoveTarget,
  string
>;

export function isMoveTarget(status: OrderStatus): status is MoveTarget {
  return (MOVE_TARGETS as readonly OrderStatus[]).includes(status);
}

/** Every status this order may be moved to: the seven except its own, then its previous status if that is not among them. */
export function nextStatuses(facts: TransitionFacts): OrderStatus[] {
  const next: OrderStatus[] = MOVE_TARGETS.filter((target) => target !== facts.status);
  if (facts.previousStatus !== null && canReturn(facts) && !next.includes(facts.previousStatus)) {
    next.push(facts.previousStatus);
  }
  return next;
}

/**
 * The one or two moves that most often follow each status, by what the queues are for: they stand first and larger on an
 * order's page. Where there is none, the return is the likely one.
 */
export const LIKELY_MOVES: Readonly<Record<OrderStatus, readonly MoveTarget[]>> = {
  New: ["AwaitingGovt", "Awaiting"],
  Priority: ["AwaitingGovt", "Awaiting"],
  Future: ["Contact Customer"],
  Pending: ["Contact Customer", "Deleted"],
  Awaiting: ["AwaitingGovt", "Contact Customer"],
  AwaitingGovt: ["Completed", "Awaiting"],
  "Contact Customer": ["Customer Called", "Awaiting"],
  "Customer Called": ["Awaiting", "Completed"],
  Completed: ["Contact Customer"],
  Refunds: ["Contact Customer"],
  Deleted: [],
};
