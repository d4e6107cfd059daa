import { createHash } from "node:crypto";

/** A row of a history, in the order of orders and of places. */
export interface ChainedEvent {
  orderId: number;
  seq: number;
  at: Date;
  type: string;
  actorId: number | null;
  payloadDigest: Buffer;
  previousDigest: Buffer | null;
  digest: Buffer;
  /** Its letters; null when there is none (any more). */
  payload: string | null;
}

/** Something that can't be in a history that nobody touched. */
export interface Fault {
  orderId: number;
  /** Null when it concerns the whole order. */
  seq: number | null;
  what: string;
}

/** What the database computed when it wrote the event (`order_event_digest`), computed without it. */
export function eventDigest(event: Omit<ChainedEvent, "digest" | "payload">): Buffer {
  const { previousDigest, orderId, seq, at, type, actorId, payloadDigest } = event;
  const facts = [orderId, seq, at.toISOString(), type, actorId ?? "-"].join("|");
  return createHash("sha256")
    .update(previousDigest ?? "")
    .update(facts)
    .update(payloadDigest)
    .digest();
}

/**
 * Follows the histories event by event and remembers no more than one order's payloads that are gone. Each fault is
 * told once: after a broken place the chain is followed from what stands there.
 */
export function createChainCheck(report: (fault: Fault) => void) {
  let last: ChainedEvent | undefined;
  let withoutPayload: number[] = [];
  const totals = { orders: 0, events: 0, purged: 0 };

  function endOrder(): void {
    if (last !== undefined)
      for (const seq of withoutPayload)
        report({ orderId: last.orderId, seq, what: "its payload is missing, and the order was not purged" });
    withoutPayload = [];
  }

  function checkPayload({ orderId, seq, payload, payloadDigest, type }: ChainedEvent): void {
    if (payload === null) withoutPayload.push(seq);
    else if (!createHash("sha256").update(payload).digest().equals(payloadDigest)) {
      report({ orderId, seq, what: "its payload was changed" });
    }
    // The purge deletes what came before it, and then says so.
    if (type === "purged" && payload !== null) {
      totals.purged += withoutPayload.length;
      withoutPayload = [];
    }
  }

  return {
    totals,
    add(event: ChainedEvent): void {
      const { orderId, seq } = event;
      if (last?.orderId !== orderId) {
        endOrder();
        last = undefined;
        totals.orders += 1;
      }
      totals.events += 1;
      const expectedSeq = (last?.seq ?? 0) + 1;
      if (seq !== expectedSeq) {
        report({
          orderId,
          seq,
          what:
            seq === expectedSeq + 1
              ? `event ${expectedSeq} before it is missing`
              : `events ${expectedSeq} to ${seq - 1} before it are missing`,
        });
      } else if (!(event.previousDigest ?? Buffer.alloc(0)).equals(last?.digest ?? Buffer.alloc(0))) {
        report({ orderId, seq, what: "it does not follow the event before it" });
      }
      if (!eventDigest(event).equals(event.digest))
        report({ orderId, seq, what: "it was changed: its digest is another one" });
      checkPayload(event);
      last = event;
    },
    end: endOrder,
  };
}
