import type { ClientBase, Pool } from "pg";

type Queryable = Pick<ClientBase | Pool, "query">;

/** An order with as many events as there are types. @returns its id */
export async function addHistory(db: Queryable, types: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ id: string }>(
    `insert into orders (status, status_changed_at, created_at, processing_mode, is_paid)
     values ('Completed', now(), now(), 'Standard', true) returning id`,
  );
  const orderId = Number(rows[0]?.id);
  for (const type of types) await addEvent(db, orderId, type);
  return orderId;
}

/** Appends an event in the same way as the program. */
export async function addEvent(
  db: Queryable,
  orderId: number,
  type: string,
  data: object = { note: `${type} of Zoë 王`, at: 1 },
): Promise<void> {
  const event = {
    order_id: orderId,
    actor_id: null,
    at: "2026-03-01T14:05:09.120Z",
    type,
    payload: JSON.stringify(data),
  };
  await db.query("select record_order_events($1::json)", [JSON.stringify([event])]);
}

/** Adds a pack with its order's current head. @returns the printed digest */
export async function addPack(db: Queryable, orderId: number): Promise<{ seq: number; head: string }> {
  const { rows } = await db.query<{ id: number; seq: number; head: string }>(
    `insert into defence_packs (order_id, type, created_at, chain_seq, chain_head, facts, facts_digest, storage_key, sha256, bytes, pages)
     select order_id, 1, now(), seq, digest, '{}', '\\x00', 'packs/' || gen_random_uuid(), sha256(digest), 1, 1
     from order_events where order_id = $1 order by seq desc limit 1
     returning id, chain_seq as seq, encode(chain_head, 'hex') as head`,
    [orderId],
  );
  const [pack] = rows;
  if (pack === undefined) throw new Error("the order has no history");
  const sha256 = await db.query<{ hex: string }>(
    "select encode(sha256, 'hex') as hex from defence_packs where id = $1",
    [pack.id],
  );
  await addEvent(db, orderId, "pack-made", { pack_id: pack.id, sha256: sha256.rows[0]?.hex });
  return { seq: pack.seq, head: pack.head };
}
