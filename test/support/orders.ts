import { sql } from "drizzle-orm";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { type Answer, call, intake } from "./client.ts";
import type { TestProgram } from "./test-program.ts";

interface Place {
  status: OrderStatus;
  previousStatus?: OrderStatus | null;
  isPaid?: boolean;
}

/** Sets an order's status, bypassing all rules and without a history row. */
export async function putOrder(program: TestProgram, orderId: number, place: Place): Promise<void> {
  const { status, previousStatus = null, isPaid = true } = place;
  await program.db.execute(sql`
    update orders set status = ${status}, previous_status = ${previousStatus}, is_paid = ${isPaid} where id = ${orderId}`);
}

/** A new order in a status. @returns its id */
export async function orderIn(
  program: TestProgram,
  place: Place,
  given: Record<string, unknown> = {},
): Promise<number> {
  const { order_id: orderId } = await intake(program, given);
  await putOrder(program, orderId, place);
  return orderId;
}

/** Adds a document row without a file, for rules that only check its existence. */
export async function addDocumentRow(program: TestProgram, orderId: number): Promise<void> {
  await program.db.execute(sql`
    insert into documents (order_id, version, file1, original_name, customer_name, content_type, bytes, sha256, storage_key, created_at)
    values (${orderId}, 1, 'card.pdf', 'card.pdf', 'N. K. Perera', 'application/pdf', 3, '\\x00', ${`test/${orderId}`}, now())`);
}

/** An order as shown to the member with this token. */
export async function orderDetails(program: TestProgram, token: string, orderId: number): Promise<OrderDetails> {
  const path = `/api/admin/get-orders-details/${orderId}`;
  return (await call<OrderDetails>(program.address, "GET", path, { token })).body.data;
}

/** A staff call by PUT or POST below `/api/admin/`. */
export async function put<T = unknown>(
  program: TestProgram,
  token: string,
  name: string,
  body: unknown,
): Promise<Answer<T>> {
  return await call<T>(program.address, "PUT", `/api/admin/${name}`, { token, body });
}

/** The event types of an order's timeline, oldest first. */
export async function eventTypesOf(program: TestProgram, orderId: number): Promise<string[]> {
  const result = await program.db.execute<{ type: string }>(
    sql`select type from order_events where order_id = ${orderId} order by seq`,
  );
  return result.rows.map(({ type }) => type);
}

/** Events with a wrong position, chain or digest; none in an intact timeline. */
export async function brokenEvents(program: Pick<TestProgram, "db">): Promise<unknown[]> {
  const result = await program.db.execute(sql`
    select order_id, seq, type from (
      select e.*, p.data::text as payload, p.salt, p.event_id is null as is_purged,
        row_number() over w as place, lag(e.digest) over w as digest_before
      from order_events e left join order_event_payloads p on p.event_id = e.id
      window w as (partition by e.order_id order by e.seq)
    ) h
    where seq <> place or previous_digest is distinct from digest_before
      or digest <> order_event_digest(previous_digest, order_id, seq, at, type, actor_id, payload_digest)
      or (not is_purged and payload_digest <> sha256(coalesce(salt, '\\x') || convert_to(payload, 'UTF8')))`);
  return result.rows;
}
