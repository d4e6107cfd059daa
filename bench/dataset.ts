import type { Pool } from "pg";
import { withPatience } from "./bare-tables.ts";

/** How a desk of some years looks: most orders are done, a few thousand are under way. */
const STATUSES = `case
  when n % 100 < 78 then 'Completed' when n % 100 < 82 then 'New' when n % 100 < 83 then 'Priority'
  when n % 100 < 86 then 'Pending' when n % 100 < 88 then 'Future' when n % 100 < 90 then 'Awaiting'
  when n % 100 < 91 then 'AwaitingGovt' when n % 100 < 93 then 'Contact Customer'
  when n % 100 < 94 then 'Customer Called' when n % 100 < 97 then 'Refunds' else 'Deleted' end::order_status`;

const GIVEN =
  "array['Amara','Nuwan','Ishara','Dilani','Kasun','Priya','José','Anna','Wei','Fatima','Liam','Chloé','Olga']";
const FAMILY =
  "array['Perera','Fernando','Silva','Jayasuriya','Bandara','Kumar','Álvarez','Schmidt','Li','Haddad','OBrien','Petrova']";

/**
 * Fills an empty database with orders, each with its search text and two events, and every Completed one with a
 * document, a mail, a comment and a download. Written by the database itself, on a connection for each kind of rows.
 * For measurements and plans only: the digests of the histories are right, the files of the documents do not exist.
 */
export async function fillOrders(pool: Pool, count: number): Promise<void> {
  await withPatience(pool, async (client) => {
    await client.query(ORDERS, [count]);
    await client.query("analyze orders");
  });
  await Promise.all([
    withPatience(pool, async (client) => {
      await client.query(SEARCH);
      for (const relation of RELATIONS) await client.query(relation);
    }),
    withPatience(pool, async (client) => {
      await client.query(EVENTS, [1, "created", CREATED, "created_at"]);
      await client.query("analyze order_events");
      await client.query(EVENTS, [2, "moved", MOVED, "status_changed_at"]);
      await client.query(PAYLOADS, [CREATED, MOVED]);
    }),
  ]);
  await withPatience(pool, async (client) => {
    await client.query("select setval(pg_get_serial_sequence('orders', 'id'), (select max(id) from orders))");
    await client.query("vacuum analyze");
  });
}

const ORDERS = `
  insert into orders (id, status, previous_status, version, status_changed_at, created_at, processing_mode, is_paid,
    arrival_date, processing_date, full_name, name_key, email, email_key, nationality_code, nationality_text,
    passport_number, phone_code, telephone_number, telephone_key, transaction_id, merchant_name, refunded_at)
  select 100000 + n, status, null, 2, created + interval '1 hour', created, mode, status <> 'Pending',
    (created + interval '9 days')::date, (created + interval '6 days')::date, given || ' ' || family,
    translate(lower(given || family), 'éáó', 'eao'), email, email, nationality, nationality,
    'N' || lpad(n::text, 8, '0'), '+94', '77' || lpad(n::text, 7, '0'), '9477' || lpad(n::text, 7, '0'),
    'ch_' || md5(n::text), 'Arrival Card', case when status = 'Refunds' and n % 2 = 0 then created + interval '2 days' end
  from (
    select n, ${STATUSES} as status, now() - (n::bigint * 11 % 1051200) * interval '1 minute' as created,
      case when n % 100 = 82 then 'Priority' when n % 100 in (86, 87) then 'Future' else 'Standard' end as mode,
      (${GIVEN})[1 + n * 7 % 13] as given, (${FAMILY})[1 + n * 5 % 12] as family,
      'traveller' || n || '@example.com' as email, (array['GB','IN','DE','FR','CN','RU','AU','US'])[1 + n % 8] as nationality
    from generate_series(1, $1::int) n
  ) made`;

const SEARCH = `
  insert into order_search (order_id, search_text)
  select id, concat_ws(E'\\n', id, name_key, email_key, telephone_key, lower(passport_number), lower(transaction_id)) from orders`;

/** One event of each order; the chain's digests are the database's own. */
const EVENTS = `
  insert into order_events (order_id, seq, at, type, payload_digest, previous_digest, digest)
  select o.id, $1::int, moment.at, $2::text, payload.digest, previous.digest,
    order_event_digest(previous.digest, o.id, $1::int, moment.at, $2::text, null, payload.digest)
  from orders o
    cross join (select sha256(convert_to($3::text, 'UTF8')) as digest) payload
    cross join lateral (select case $4::text when 'created_at' then o.created_at else o.status_changed_at end as at) moment
    left join order_events previous on previous.order_id = o.id and previous.seq = $1::int - 1`;

const CREATED = '{"status":"New","source":"intake"}';
const MOVED = '{"from":"New","to":"Completed","reason":null}';
const PAYLOADS =
  "insert into order_event_payloads select id, case seq when 1 then $1 else $2 end::json from order_events";

const COMPLETED = "from orders o where o.status = 'Completed'";
const AUTHOR = "(select min(id) from members)";

const RELATIONS = [
  `insert into documents (order_id, version, file1, original_name, customer_name, content_type, bytes, pages, sha256, storage_key, created_at)
   select o.id, 1, 'arrival-card-v1.pdf', 'card.pdf', o.full_name, 'application/pdf', 24000, 1, sha256(o.id::text::bytea),
     'documents/' || md5(o.id::text), o.status_changed_at ${COMPLETED}`,
  `insert into mails (order_id, document_id, kind, created_at, customer_name, from_address, to_address, subject, html, text,
     provider, state, transport, message_id, attempts, accepted_at)
   select o.id, d.id, 'document', o.status_changed_at, o.full_name, 'desk@example.com', o.email, 'Your arrival card',
     repeat('<p>Your document is attached.</p>', 60), 'Your document is attached.', 'AWS', 'sent', 'smtp',
     '<' || o.id || '@example.com>', 1, o.status_changed_at
   from orders o join documents d on d.order_id = o.id`,
  `insert into remarks (order_id, created_at, author_id, remark, is_whatsapp, is_telephone, is_refund, is_voided, is_chargeback)
   select o.id, o.status_changed_at, ${AUTHOR}, 'Checked the passport number with the customer.', true, false, false, false, false ${COMPLETED}`,
  `insert into downloads (order_id, document_id, created_at, completed_at, ip, timezone, browser, os, user_agent, is_automated)
   select o.id, d.id, o.status_changed_at, o.status_changed_at, '203.0.113.7', 'Europe/London', 'Chrome-140-Unknown-desktop',
     'Windows 11', 'Mozilla/5.0', false from orders o join documents d on d.order_id = o.id`,
];
