import { createHash } from "node:crypto";

/** A row of a history, sorted by order and event number. */
export interface ChainedEvent {
  orderId: number;
  seq: number;
  at: Date;
  type: string;
  actorId: number | null;
  payloadDigest: Buffer;
  previousDigest: Buffer | null;
  digest: Buffer;
  /** The payload's text; null when there is none or it was purged. */
  payload: string | null;
  /** Hashed before the payload; null for rows from before salts existed. */
  salt: Buffer | null;
}

/** Something that can't occur in an intact history. */
export interface Fault {
  orderId: number;
  /** Null when it concerns the whole order. */
  seq: number | null;
  what: string;
}

/** The digest that the database computed for the event (`order_event_digest`). */
export function eventDigest(event: Omit<ChainedEvent, "digest" | "payload" | "salt">): Buffer {
  const { previousDigest, orderId, seq, at, type, actorId, payloadDigest } = event;
  const facts = [orderId, seq, at.toISOString(), type, actorId ?? "-"].join("|");
  return createHash("sha256")
    .update(previousDigest ?? "")
    .update(facts)
    .update(payloadDigest)
    .digest();
}

/**
 * Checks the histories event by event, in constant memory except for one order's missing payloads. Reports each fault
 * once: after a broken link the check continues from the stored digest.
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

  function checkPayload({ orderId, seq, payload, salt, payloadDigest, type }: ChainedEvent): void {
    if (payload === null) withoutPayload.push(seq);
    else if (
      !createHash("sha256")
        .update(salt ?? "")
        .update(payload)
        .digest()
        .equals(payloadDigest)
    ) {
      report({ orderId, seq, what: "its payload was changed" });
    }
    // A purge deletes the earlier payloads and then appends its own event.
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
        report({ orderId, seq, what: "it was changed: its digest does not match" });
      checkPayload(event);
      last = event;
    },
    end: endOrder,
  };
}
