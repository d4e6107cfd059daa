import type { ClientBase } from "pg";
import { type ChainedEvent, createChainCheck, type Fault } from "./event-chain.ts";

/** What to check; everything by default. */
export interface HistoryQuestion {
  orderId?: number | undefined;
  /** A head noted outside the database, at least its first 12 hexadecimal digits, and its event number if known. */
  head?: { digest: string; seq?: number | undefined } | undefined;
}

export interface HistoryTotals {
  orders: number;
  events: number;
  /** Purged payloads. */
  purged: number;
  packs: number;
}

/** Rows per round trip, some hundred kilobytes. */
const BATCH = 1000;

/**
 * Recomputes all digests from one snapshot, in constant memory and without the database's functions, which an attacker
 * could have changed too. A truncated or rewritten history is still a valid chain; only the heads in packs and the given
 * head reveal it.
 */
export async function checkHistory(
  client: ClientBase,
  question: HistoryQuestion,
  report: (fault: Fault) => void,
): Promise<HistoryTotals> {
  const { orderId = null, head } = question;
  await client.query("begin isolation level repeatable read read only");
  await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
  const check = createChainCheck(report);
  const found = { head: false };
  for await (const event of readEvents(client, orderId)) {
    check.add(event);
    if (head !== undefined && isHead(event, head)) found.head = true;
  }
  check.end();
  for await (const fault of readFaults(client, orderId)) report(fault);
  if (orderId !== null && !(await orderExists(client, orderId))) {
    report({ orderId, seq: null, what: "it is not in the database" });
  }
  if (head !== undefined && orderId !== null && !found.head) {
    const seq = head.seq ?? null;
    report({ orderId, seq, what: "no event has the given digest: the history was truncated or rewritten" });
  }
  const packs = await client.query<{ count: number }>(
    "select count(*)::int as count from defence_packs where order_id = coalesce($1, order_id)",
    [orderId],
  );
  await client.query("commit");
  return { ...check.totals, packs: packs.rows[0]?.count ?? 0 };
}

const isHead = ({ seq, digest }: ChainedEvent, head: NonNullable<HistoryQuestion["head"]>) =>
  (head.seq === undefined || head.seq === seq) && digest.toString("hex").startsWith(head.digest);

async function orderExists(client: ClientBase, orderId: number): Promise<boolean> {
  const { rowCount } = await client.query("select from orders where id = $1", [orderId]);
  return rowCount === 1;
}

async function* readEvents(client: ClientBase, orderId: number | null): AsyncGenerator<ChainedEvent> {
  await client.query(
    `declare history no scroll cursor for
       select e.order_id::text as "orderId", e.seq, e.at, e.type, e.actor_id as "actorId",
              e.payload_digest as "payloadDigest", e.previous_digest as "previousDigest", e.digest,
              p.data::text as payload, p.salt
         from order_events e left join order_event_payloads p on p.event_id = e.id
        ${orderId === null ? "" : `where e.order_id = ${Number(orderId)}`}
        order by e.order_id, e.seq`,
  );
  for (;;) {
    const { rows } = await client.query<Omit<ChainedEvent, "orderId"> & { orderId: string }>(
      `fetch ${BATCH} from history`,
    );
    for (const row of rows) yield { ...row, orderId: Number(row.orderId) };
    if (rows.length < BATCH) break;
  }
  await client.query("close history");
}

/** Faults that the chains can't reveal: queries that find nothing in an intact history. */
const OUTSIDE_THE_CHAIN = [
  `select o.id::text as "orderId", null::int as seq, 'it has no history' as what
     from orders o where not exists (select from order_events e where e.order_id = o.id)`,
  `select o.id::text as "orderId", e.seq, 'it tells of a purge that the order knows nothing of' as what
     from orders o join order_events e on e.order_id = o.id and e.type = 'purged' where o.purged_at is null`,
  `select o.id::text as "orderId", null::int as seq, 'it was purged, and its history does not say so' as what
     from orders o
    where o.purged_at is not null
      and not exists (select from order_events e where e.order_id = o.id and e.type = 'purged')`,
  `select d.order_id::text as "orderId", d.chain_seq as seq,
          'pack ' || d.id || ' was printed with another digest: the history was truncated or rewritten' as what
     from defence_packs d left join order_events e on e.order_id = d.order_id and e.seq = d.chain_seq
     join orders o on o.id = d.order_id
    where e.digest is distinct from d.chain_head`,
  `select o.id::text as "orderId", e.seq, 'pack ' || (p.data ->> 'pack_id') || ' is gone or is another one' as what
     from orders o join order_events e on e.order_id = o.id and e.type = 'pack-made'
     join order_event_payloads p on p.event_id = e.id
    where not exists (select from defence_packs d
                       where d.order_id = o.id and d.id::text = p.data ->> 'pack_id'
                         and encode(d.sha256, 'hex') = p.data ->> 'sha256')`,
  // Values that are gone were erased; an event that masks nothing has none.
  `select o.id::text as "orderId", e.seq, 'the values that it masks were changed' as what
     from orders o join order_events e on e.order_id = o.id join order_event_payloads p on p.event_id = e.id
     join order_event_values v on v.event_id = e.id
    where p.data ->> 'values_sha256' is distinct from encode(sha256(v.salt || convert_to(v.data::text, 'UTF8')), 'hex')`,
];

async function* readFaults(client: ClientBase, orderId: number | null): AsyncGenerator<Fault> {
  for (const query of OUTSIDE_THE_CHAIN) {
    const only = orderId === null ? "" : ` and o.id = ${Number(orderId)}`;
    await client.query(`declare faults no scroll cursor for ${query}${only} order by 1, 2`);
    for (;;) {
      const { rows } = await client.query<Omit<Fault, "orderId"> & { orderId: string }>(`fetch ${BATCH} from faults`);
      for (const row of rows) yield { ...row, orderId: Number(row.orderId) };
      if (rows.length < BATCH) break;
    }
    await client.query("close faults");
  }
}
