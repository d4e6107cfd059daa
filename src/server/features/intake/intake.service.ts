import { hash, timingSafeEqual } from "node:crypto";
import type { IntakeAnswer, IntakeOrder, RecordPayment } from "#contract/intake.ts";
import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import { isDatabaseDown, isLockTimeout } from "#server/platform/db/failures.ts";
import { inBatches } from "#server/platform/in-batches.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { ClaimingRequest, ReceivedOrder, ReceivedOrdersService } from "../orders/received-orders.service.ts";
import { canonicalJson } from "./canonical-json.ts";
import { deleteRequestsBefore, findRequest } from "./intake.repository.ts";

/** Transactions that store orders at the same time; those that come in meanwhile share the next one. */
const LANES = 2;
/** Orders of one transaction. */
const MOST = 100;
/** As long as the database's pool lets one wait for a connection. */
const PATIENCE_MS = 10_000;
/** A repeated request is recognised this long. */
const KEY_LIFE_MS = 30 * 24 * 3_600_000;

interface IntakeDeps {
  db: Database;
  now: Clock;
  receivedOrders: ReceivedOrdersService;
  keys: readonly string[];
}

const sha256 = (text: string) => hash("sha256", text, "buffer");
const toAnswer = ({ id, status }: ReceivedOrder): IntakeAnswer => ({ order_id: id, process_status: status });

export type IntakeService = ReturnType<typeof createIntakeService>;

export function createIntakeService({ db, now, receivedOrders, keys }: IntakeDeps) {
  const keyHashes = keys.map(sha256);

  const receive = inBatches((requests: ClaimingRequest[]) => receivedOrders.receiveOnce(db, requests), {
    lanes: LANES,
    most: MOST,
    patienceMs: PATIENCE_MS,
    // Nothing is stored then. With the database away, or nobody knowing whether it stands, nothing is tried again.
    isOfOne: (error) => isLockTimeout(error) || !isDatabaseDown(error),
  });

  return {
    /** @throws AppError unauthenticated; every key is compared in full, whichever fits */
    requireKey(presented: string | null): void {
      const hash = sha256(presented ?? "");
      const fitting = keyHashes.filter((known) => timingSafeEqual(known, hash));
      if (fitting.length === 0) throw new AppError("unauthenticated", MESSAGES.intakeKey);
    },

    /**
     * Stores an order once for an idempotency key, however often and at once it is asked to.
     * @throws AppError conflict_version when the key was used with another request
     */
    async createOrder(key: string, order: IntakeOrder): Promise<{ answer: IntakeAnswer; isRepeat: boolean }> {
      const keyHash = sha256(key);
      const requestHash = sha256(canonicalJson(order));
      const received = await receive({ claim: { keyHash, requestHash }, order, at: now() });
      if (received !== undefined) return { answer: toAnswer(received), isRepeat: false };
      const earlier = await findRequest(db, keyHash);
      if (earlier === undefined || !earlier.requestHash.equals(requestHash)) {
        throw new AppError("conflict_version", MESSAGES.idempotencyConflict);
      }
      return { answer: toAnswer({ id: earlier.orderId, status: earlier.status }), isRepeat: true };
    },

    /** @throws AppError not_found */
    async recordPayment(orderId: number, payment: RecordPayment): Promise<IntakeAnswer> {
      return toAnswer(await db.transaction((tx) => receivedOrders.pay(tx, orderId, payment, now())));
    },

    registerJobs(jobs: Jobs): void {
      jobs.schedule("intake.prune", "17 3 * * *", async () => {
        await deleteRequestsBefore(db, new Date(now().getTime() - KEY_LIFE_MS));
      });
    },
  };
}
