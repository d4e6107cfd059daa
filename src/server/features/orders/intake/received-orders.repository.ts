import { eq, sql } from "drizzle-orm";
import type { DueColumns } from "#contract/orders/order-due.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import { insertRows } from "#server/platform/db/insert-rows.ts";
import { lockOrders } from "#server/platform/db/lock-orders.ts";
import { orders } from "#server/platform/db/schema.ts";
import { clockColumns } from "../due/service-settings.repository.ts";
import type { OrderRecord } from "../order-facts.repository.ts";
import { searchedColumns, writeSearchTexts } from "../search/search-text.repository.ts";
import { EVIDENCE_COLUMNS, type StoredEvidence } from "./payment-evidence.ts";

/** An idempotency key and the request it was used for, as digests. */
export interface KeyClaim {
  keyHash: Buffer;
  requestHash: Buffer;
}

/** Columns that are written later, or by the database. */
type LaterColumn =
  | "previousStatus"
  | "version"
  | "factsVersion"
  | "purgedAt"
  | "refundedAt"
  | "refundedBy"
  | "processMonth"
  | "paidWhileDeletedAt"
  | "isLanguageChosen";

/** All other columns: a new column that intake does not fill fails to compile. */
export type NewOrder = Omit<OrderRecord, LaterColumn>;

/**
 * Claims the idempotency keys of these requests, each for the id of an order that the same transaction inserts. Waits
 * while another transaction claims one of them. Ids follow the sequence of the requests and are taken for free keys
 * only, so that repetitions leave no gaps. Keys are claimed sorted, so that transactions can't deadlock.
 * @returns the requests whose key was free; of requests with the same key, the first
 */
export async function claimKeys<T extends { claim: KeyClaim; at: Date }>(
  tx: Transaction,
  requests: readonly T[],
): Promise<{ request: T; id: number }[]> {
  const firsts = new Map<string, T>();
  for (const request of requests) {
    const key = request.claim.keyHash.toString("hex");
    if (!firsts.has(key)) firsts.set(key, request);
  }
  const unique = [...firsts.values()];
  const keyHashes = unique.map(({ claim }) => claim.keyHash);
  const requestHashes = unique.map(({ claim }) => claim.requestHash);
  const instants = unique.map(({ at }) => at.toISOString());
  const { rows } = await tx.execute<{ key: string; id: number }>(sql`
    insert into intake_requests (key_hash, request_hash, created_at, order_id)
    select key_hash, request_hash, at, id from (
      select free.*, nextval('orders_id_seq') as id from (
        select * from unnest(${sql.param(keyHashes)}::bytea[], ${sql.param(requestHashes)}::bytea[],
          ${sql.param(instants)}::timestamptz[]) with ordinality as g(key_hash, request_hash, at, position)
        where not exists (select from intake_requests r where r.key_hash = g.key_hash)
        order by position
      ) free
    ) numbered
    order by key_hash
    on conflict do nothing
    returning encode(key_hash, 'hex') as key, order_id as id`);
  const ids = new Map(rows.map(({ key, id }) => [firsts.get(key), id]));
  return unique.flatMap((request) => {
    const id = ids.get(request);
    return id === undefined ? [] : [{ request, id }];
  });
}

/** Takes new order ids, ascending. */
export async function takeOrderIds(tx: Transaction, count: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select nextval('orders_id_seq') as id from generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => id);
}

/** Inserts orders and their search texts; the caller records their events. */
export async function insertOrders(tx: Transaction, newOrders: readonly NewOrder[]): Promise<void> {
  await insertRows(tx, orders, newOrders);
  await writeSearchTexts(tx, newOrders);
}

function pickEvidence<T extends Record<keyof StoredEvidence, unknown>>(from: T): Pick<T, keyof StoredEvidence> {
  const picked = EVIDENCE_COLUMNS.map((name) => [name, from[name]]);
  return Object.fromEntries(picked) as Pick<T, keyof StoredEvidence>;
}

/** Locks an order and reads what recording a payment needs. */
export async function findForPayment(tx: Transaction, id: number) {
  const [row] = await lockOrders(tx, [id], {
    ...searchedColumns,
    ...clockColumns,
    previousStatus: orders.previousStatus,
    isPaid: orders.isPaid,
    ...pickEvidence(orders),
    processingDate: orders.processingDate,
    gatewayId: orders.gatewayId,
  });
  return row;
}

type Payment = Pick<OrderRecord, "id" | "status" | "previousStatus" | "processingMode" | "gatewayId"> &
  DueColumns &
  StoredEvidence & { paidWhileDeletedAt?: Date };

/** Marks an order paid; with `releasedAt` it also changes the status and increments the version. */
export async function updatePayment(tx: Transaction, payment: Payment, releasedAt: Date | null): Promise<void> {
  const { id, status, previousStatus, processingMode, gatewayId, paidWhileDeletedAt } = payment;
  const { dueAt, clockStartedAt, clockSince, clockUsedMs } = payment;
  const release =
    releasedAt === null
      ? {}
      : {
          ...{ status, processingMode, dueAt, clockStartedAt, clockSince, clockUsedMs },
          version: sql`${orders.version} + 1`,
          statusChangedAt: releasedAt,
        };
  await tx
    .update(orders)
    .set({ isPaid: true, ...pickEvidence(payment), gatewayId, previousStatus, paidWhileDeletedAt, ...release })
    .where(eq(orders.id, id));
}

/** Adds evidence to an order that is already paid. */
export async function completePayment(tx: Transaction, id: number, evidence: Partial<StoredEvidence>): Promise<void> {
  await tx.update(orders).set(evidence).where(eq(orders.id, id));
}
