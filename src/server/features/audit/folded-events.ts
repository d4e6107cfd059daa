import type { FloodableData } from "#contract/audit/audit.ts";
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

/** Distinct events of a type and interval that name a network without a member; those of more are counted together. */
const MAX_NETWORKS = 200;
/** Unknown accounts of a network, or networks about a member, that an interval names; the rest is counted together. */
const MAX_DETAILS = { stranger: 3, member: 20 };

/**
 * Events that outsiders can trigger at will; equal ones are counted as one until they are taken. Each type has its own
 * limits, and so has each member in it: a flood hides neither another type nor a member's name (decision record 0077).
 */
export function createFolds() {
  let folds = new Map<string, Fold>();
  /** Distinct events by type and member, or by type and network. */
  let details = new Map<string, number>();
  let networks = new Map<string, Set<string>>();

  function counts(key: string, most: number): boolean {
    const used = details.get(key) ?? 0;
    if (used >= most) return false;
    details.set(key, used + 1);
    return true;
  }

  function namesNetwork({ type, data }: FloodableEvent["event"]): boolean {
    const named = networks.get(type) ?? new Set();
    if (named.size >= MAX_NETWORKS && !named.has(data.network)) return false;
    networks.set(type, named.add(data.network));
    return true;
  }

  /** The event as it is, or with less of it when there are too many. */
  function limited(entry: Required<FloodableEvent>): Required<FloodableEvent> {
    const { actorId, memberId, event } = entry;
    const { type, data } = event;
    if (actorId !== null || memberId !== null) {
      return counts(`${type} ${actorId} ${memberId}`, MAX_DETAILS.member)
        ? entry
        : { ...entry, event: withoutNetwork(event) };
    }
    if (!namesNetwork(event)) return { ...entry, event: withoutAccount(withoutNetwork(event)) };
    return counts(`${type} ${data.network}`, MAX_DETAILS.stranger) ? entry : { ...entry, event: withoutAccount(event) };
  }

  function add({ at, actorId = null, memberId = null, event }: FloodableEvent, count = 1, since = at): void {
    const entry = { at, actorId, memberId, event };
    const kept = folds.has(keyOf(entry)) ? entry : limited(entry);
    const key = keyOf(kept);
    const fold = folds.get(key);
    if (fold === undefined) {
      folds.set(key, { ...kept, since, count });
      return;
    }
    fold.count += count;
    if (since < fold.since) fold.since = since;
    if (at < fold.at) return;
    fold.at = at;
    fold.event = kept.event;
  }

  return {
    add,
    /** Returns all and starts again. */
    take(): Fold[] {
      const taken = [...folds.values()];
      folds = new Map();
      details = new Map();
      networks = new Map();
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

function withoutNetwork(event: FloodableEvent["event"]): FloodableEvent["event"] {
  return { ...event, data: { ...event.data, network: REST } } as FloodableEvent["event"];
}

/** Calls and providers stay: there are few of them. */
function withoutAccount(event: FloodableEvent["event"]): FloodableEvent["event"] {
  if (event.type === "sign-in-failed") return { ...event, data: { ...event.data, account: null, device: "" } };
  return event.type === "locked-out" ? { ...event, data: { ...event.data, account: null } } : event;
}
