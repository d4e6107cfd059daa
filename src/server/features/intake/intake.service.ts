import { hash, timingSafeEqual } from "node:crypto";
import { DOUBTS, doubtsAbout } from "#contract/corrections/plausibility.ts";
import { ARRIVAL_ZONE, DAY_MS, dayIn } from "#contract/dates.ts";
import {
  DEVICE_FINGERPRINT_MIN,
  DEVICE_ID_MIN,
  INTAKE_WARNINGS,
  type IntakeAnswer,
  type IntakeOrder,
  type IntakeWarningCode,
  type RecordPayment,
} from "#contract/intake/intake.ts";
import { INTAKE_MESSAGES } from "#contract/intake/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import { createBatcher } from "#server/platform/batching.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import { isDatabaseDown, isLockTimeout } from "#server/platform/db/failures.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Metrics } from "#server/platform/metrics-registry.ts";
import type { KeyedOrder, ReceivedOrder, ReceivedOrdersService } from "../orders/intake/received-orders.service.ts";
import { canonicalJson } from "./canonical-json.ts";
import { deleteRequestsBefore, findRequest } from "./intake.repository.ts";

/** Concurrent transactions that store orders; orders that arrive in the meantime share the next one. */
const TRANSACTIONS_AT_ONCE = 2;
/** Orders per transaction. */
const MAX_BATCH = 100;
/** As long as the database pool lets a caller wait for a connection. */
const MAX_WAIT_MS = 10_000;
/** How long a repeated request is recognized. */
const KEY_LIFE_MS = 30 * DAY_MS;

interface IntakeDeps {
  db: Database;
  now: Clock;
  receivedOrders: ReceivedOrdersService;
  keys: readonly string[];
  /** @throws AppError unavailable while the disk has too little room for new orders */
  requireRoom(): Promise<void>;
  /** Counts a wrong key. @throws AppError rate_limited */
  limits: { wrongIntakeKey(ip: string): Promise<void> };
  metrics?: Metrics;
}

const sha256 = (text: string) => hash("sha256", text, "buffer");
const toAnswer = ({ id, status }: ReceivedOrder, warnings: IntakeWarning[]): IntakeAnswer => ({
  order_id: id,
  process_status: status,
  ...(warnings.length > 0 && { warnings }),
});

type IntakeWarning = NonNullable<IntakeAnswer["warnings"]>[number];
const warning = (field: string, code: IntakeWarningCode): IntakeWarning => ({
  field,
  code,
  message: INTAKE_WARNINGS[code],
});

function deviceWarnings(order: Pick<IntakeOrder, "device_id" | "device_fingerprint">): IntakeWarning[] {
  const isShort = (text: string | null, least: number) => text !== null && text.length < least;
  return [
    ...(isShort(order.device_id, DEVICE_ID_MIN) ? [warning("device_id", "device_id_short")] : []),
    ...(isShort(order.device_fingerprint, DEVICE_FINGERPRINT_MIN)
      ? [warning("device_fingerprint", "device_fingerprint_short")]
      : []),
  ];
}

export type IntakeService = ReturnType<typeof createIntakeService>;

export function createIntakeService({ db, now, receivedOrders, keys, requireRoom, limits, metrics }: IntakeDeps) {
  const keyHashes = keys.map(sha256);

  const receive = createBatcher(
    (requests: KeyedOrder[]) => db.transaction((tx) => receivedOrders.receiveOnce(tx, requests, "intake")),
    {
      concurrency: TRANSACTIONS_AT_ONCE,
      maxItems: MAX_BATCH,
      maxWaitMs: MAX_WAIT_MS,
      // Nothing was stored then, so each order is retried alone. Not retried with the database down or an unclear
      // commit.
      isFaultOfOne: (error) => isLockTimeout(error) || !isDatabaseDown(error),
    },
  );

  return {
    /**
     * Always compares every key in full. Wrong keys are counted by IP address; the right one is accepted from any
     * address, so that others behind a checkout's address can't block its orders.
     * @throws AppError unauthenticated, rate_limited
     */
    async requireKey(presented: string | null, ip: () => string): Promise<void> {
      const hash = sha256(presented ?? "");
      const fitting = keyHashes.filter((known) => timingSafeEqual(known, hash));
      if (fitting.length > 0) return;
      metrics?.count("intake_key_failures_total", {});
      await limits.wrongIntakeKey(ip());
      throw new AppError("unauthenticated", INTAKE_MESSAGES.intakeKey);
    },

    /**
     * Stores an order once per idempotency key, even for repeated and concurrent requests.
     * @throws AppError conflict_version if the key was used for a different request, unavailable without disk space
     */
    async createOrder(key: string, order: IntakeOrder): Promise<{ answer: IntakeAnswer; isRepeat: boolean }> {
      await requireRoom();
      const keyHash = sha256(key);
      const requestHash = sha256(canonicalJson(order));
      const at = now();
      const received = await receive({ claim: { keyHash, requestHash }, order, at, createdAt: at });
      const doubts = doubtsAbout(order, dayIn(ARRIVAL_ZONE, at));
      const warnings = [...deviceWarnings(order), ...doubts.map((doubt) => warning(DOUBTS[doubt].field, doubt))];
      if (received !== undefined) return { answer: toAnswer(received, warnings), isRepeat: false };
      const earlier = await findRequest(db, keyHash);
      if (earlier === undefined || !earlier.requestHash.equals(requestHash)) {
        throw new AppError("conflict_version", INTAKE_MESSAGES.idempotencyConflict);
      }
      return { answer: toAnswer({ id: earlier.orderId, status: earlier.status }, warnings), isRepeat: true };
    },

    /** @throws AppError not_found */
    async recordPayment(orderId: number, payment: RecordPayment): Promise<IntakeAnswer> {
      const paid = await db.transaction((tx) => receivedOrders.pay(tx, orderId, payment, now()));
      return toAnswer(paid, [
        ...paid.differs.map((field) => warning(field, "payment_differs")),
        ...deviceWarnings(payment),
      ]);
    },

    registerJobs(jobs: Jobs): void {
      jobs.schedule("intake.prune", "17 3 * * *", async () => {
        await deleteRequestsBefore(db, new Date(now().getTime() - KEY_LIFE_MS));
      });
    },
  };
}
