import type { FloodableData } from "#contract/audit.ts";
import type { NewAuditEvent } from "./audit.repository.ts";

/** Fields that folding adds to a floodable event. */
type Folded = "count" | "since";
type Unfolded<T> = T extends FloodableData ? { type: T["type"]; data: Omit<T["data"], Folded> } : never;

export interface FloodableEvent {
  at: Date;
  actorId?: number | null;
  memberId?: number | null;
  event: Unfolded<FloodableData>;
}

interface Fold extends Required<FloodableEvent> {
  since: Date;
  count: number;
}

/**
 * Distinct events per interval; above this all events of a type become one, so that no one can flood the table with
 * rows.
 */
const MOST_FOLDS = 200;

/** Events that outsiders can trigger at will; equal ones are counted as one until they are taken. */
export function createFolds() {
  let folds = new Map<string, Fold>();

  function add({ at, actorId = null, memberId = null, event }: FloodableEvent, count = 1, since = at): void {
    const key = keyOf({ actorId, memberId, event });
    const fold = folds.get(key);
    if (fold !== undefined) {
      fold.count += count;
      if (since < fold.since) fold.since = since;
      if (at < fold.at) return;
      fold.at = at;
      fold.event = event;
    } else if (folds.size < MOST_FOLDS || isRest(event)) {
      folds.set(key, { at, actorId, memberId, event, since, count });
    } else add({ at, event: restOf(event) }, count, since);
  }

  return {
    add,
    /** Returns all and starts again. */
    take(): Fold[] {
      const taken = [...folds.values()];
      folds = new Map();
      return taken;
    },
    /** Takes back events that could not be written, for the next interval. */
    putBack(taken: readonly Fold[]): void {
      for (const { count, since, ...event } of taken) add(event, count, since);
    },
  };
}

export function foldedEvent({ at, actorId, memberId, event, since, count }: Fold): NewAuditEvent {
  const data = { ...event.data, count, since: since.toISOString() };
  return { at, actorId, memberId, event: { type: event.type, data } as FloodableData };
}

const REST = "many others";

/** Outsiders can send any device, so the last one is kept for all. */
function keyOf({ actorId, memberId, event }: Pick<Fold, "actorId" | "memberId" | "event">): string {
  const data = event.type === "sign-in-failed" ? { ...event.data, device: null } : event.data;
  return JSON.stringify([event.type, actorId, memberId, data]);
}

const isRest = (event: FloodableEvent["event"]) => event.data.network === REST;

function restOf(event: FloodableEvent["event"]): FloodableEvent["event"] {
  switch (event.type) {
    case "sign-in-failed":
      return { ...event, data: { ...event.data, account: null, network: REST, device: "" } };
    case "locked-out":
      return { ...event, data: { ...event.data, account: null, network: REST } };
    case "refused":
      return { ...event, data: { ...event.data, network: REST } };
    case "forged-hook":
      return { ...event, data: { ...event.data, network: REST } };
  }
}
