import type { Pool } from "pg";
import { withBareTables, withoutTimeouts } from "../../bench/bare-tables.ts";
import { fillRows, fillTags } from "../../bench/dataset.ts";

/** Tables that stay small, whatever the number of orders and however old the installation. */
export const SMALL_TABLES: Record<string, string> = {
  account_links: "deleted when they have expired, after a week at most",
  auth_tickets: "deleted when they have expired, after five minutes",
  gateways: "three",
  known_devices: "at most 50 for each member",
  member_passkeys: "at most ten for each member",
  member_recovery_codes: "ten for each member",
  member_totp: "at most one for each member",
  members: "the staff",
  order_claims: "orders that somebody works on",
  order_returns: "deleted after 15 minutes",
  order_tallies: "one row for each day, status and country, not for each order",
  order_tally_deltas: "folded into the tallies every second",
  order_viewers: "pages that are open at this moment",
  order_views: "at most 50 for each member",
  texts: "at most 200, and a row for each edit",
  policy_versions: "one row for each text that was published",
  sessions: "at most ten for each member",
  settings: "one row for each setting",
  view_counts: "one row for each member and running hour",
};

const EACH = "from orders o where o.status = 'Completed'";
const MEMBER = "(select min(id) from members)";
/** Old enough to be history, and young enough that no retention has deleted it. */
const AT = "now() - interval '3 hours'";

/** Rows of all tables that `fillRows` leaves empty and that grow, about one for each Completed order. */
const ROWS = [
  `insert into order_links (a_id, b_id, kind, passport_key, a_arrival, b_arrival, by, at, reason)
   select o.id, o.id + 1, 'not-duplicate', o.passport_number, o.arrival_date, o.arrival_date, ${MEMBER}, ${AT}, 'two people' ${EACH}`,
  `insert into visitor_grants (token_hash, order_id, created_at, expires_at, ip, user_agent)
   select sha256(o.id::text::bytea), o.id, ${AT}, now() + interval '1 day', '203.0.113.7', 'Mozilla/5.0' ${EACH}`,
  `insert into disputes (order_id, opened_at, opened_by, closed_at, closed_by, outcome)
   select o.id, ${AT}, ${MEMBER}, ${AT}, ${MEMBER}, 'won' ${EACH}`,
  `insert into refunds (order_id, amount, currency, is_assumed, reason_code, recorded_at, recorded_by)
   select o.id, 49.99, 'USD', false, 'goodwill', ${AT}, ${MEMBER} ${EACH}`,
  `insert into defence_packs (order_id, type, created_at, created_by, chain_seq, chain_head, facts, facts_digest, storage_key,
     sha256, bytes, pages)
   select o.id, 1, ${AT}, ${MEMBER}, 2, sha256('x'), '{}', sha256('x'), 'packs/' || md5(o.id::text), sha256('x'), 9000, 4 ${EACH}`,
  `insert into filings (order_id, profile, reference, filed_at, recorded_at, recorded_by, facts, facts_sha256, receipt_key,
     receipt_sha256, receipt_type, receipt_bytes)
   select o.id, 'arrival-card-1', 'SL' || o.id, ${AT}, ${AT}, ${MEMBER}, '{}', sha256('x'), 'receipts/' || md5(o.id::text),
     sha256('x'), 'application/pdf', 9000 ${EACH}`,
  `insert into order_submissions (order_id, data, sha256, frozen_at) select o.id, '{}', sha256('x'), ${AT} ${EACH}`,
  `insert into order_event_values (event_id, order_id, salt, data)
   select e.id, e.order_id, sha256('x'), '{}' from order_events e join orders o on o.id = e.order_id
   where o.status = 'Completed' and e.seq = 1`,
  `insert into correction_requests (order_id, requested_by, fields, note, at, decided_at, decided_by, outcome, seen_at)
   select o.id, ${MEMBER}, '{}', 'as on the ticket', ${AT}, ${AT}, ${MEMBER}, 'accepted', ${AT} ${EACH}`,
  `insert into email_changes (order_id, old_email, new_email, asked_by, reason, proof, confirm_hash, contest_hash, contest_seed,
     asked_at, expires_at, confirmed_at)
   select o.id, 'old' || o.email, o.email, ${MEMBER}, 'a new address', '{amount}', sha256(('c' || o.id)::bytea),
     sha256(('d' || o.id)::bytea), '', ${AT}, ${AT}, ${AT} ${EACH}`,
  `insert into audit_events (at, type, actor_id, payload_digest)
   select ${AT} - o.id % 9000 * interval '1 hour', (array['views', 'signed-out'])[1 + o.id % 2], ${MEMBER}, sha256('x') ${EACH}`,
  `insert into audit_payloads (event_id, salt, data)
   select id, sha256('x'), case type when 'views' then json_build_object('hour', to_char(date_trunc('hour', at) at time zone 'UTC',
     'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'details', 9, 'documents', 1, 'mails', 0, 'packs', 0, 'rows', 200, 'orders', '[100500]'::json)
     else '{}' end from audit_events`,
  `insert into intake_requests (key_hash, request_hash, order_id, created_at)
   select sha256(o.id::text::bytea), sha256('x'), o.id, ${AT} ${EACH}`,
  `insert into mail_attachments (mail_id, position, name, content_type, bytes, sha256, storage_key, created_at)
   select m.id, 1, 'ticket.pdf', 'application/pdf', 9000, sha256('x'), 'attachments/' || md5(m.id::text), ${AT} from mails m`,
  `insert into status_mails (order_id, key, due_at, is_bulk)
   select o.id, (array['received', 'refunded'])[1 + o.id % 2], case when o.id % 5000 = 0 then ${AT} end, o.id % 100 = 0 ${EACH}`,
  `insert into customer_questions (order_id, mail_id, wants, state, asked_by, shown_from, answered_at)
   select m.order_id, min(m.id), 'both', 'answered', ${MEMBER}, ${AT}, ${AT} from mails m group by m.order_id`,
  `insert into customer_answers (question_id, order_id, created_at, text, digest, ip, user_agent)
   select q.id, q.order_id, ${AT}, 'N1234567', sha256('x'), '192.0.2.1', 'x' from customer_questions q`,
  `insert into answer_files (answer_id, position, name, content_type, bytes, sha256, storage_key, created_at)
   select a.id, 1, 'passport.jpg', 'image/jpeg', 9000, sha256('x'), 'answers/' || md5(a.id::text), ${AT} from customer_answers a`,
  `insert into mail_events (provider, event_key, mail_id, attempt_id, type, at, received_at, recipient)
   select 'AWS', m.id::text, m.id, null, 'delivered', ${AT}, ${AT}, m.to_address from mails m`,
  `insert into suppressions (email_key, reason, mail_id, created_at) select m.to_address, 'bounce', m.id, ${AT}
   from mails m on conflict do nothing`,
  `insert into member_notices (member_id, kind, recipient, facts, is_last, created_at, sent_at)
   select ${MEMBER}, 'sign-in', 'a@staff.example', '{}', false, ${AT}, ${AT} ${EACH}`,
  `insert into download_reports (order_id, download_id, reported_at, note, ip, user_agent, settled_at, settled_by)
   select d.order_id, d.id, ${AT}, 'not me', '192.0.2.1', 'x', ${AT}, ${MEMBER} from downloads d`,
  `insert into rate_limits (key, points, expire)
   select 'track-failures:' || o.id, 1, (extract(epoch from now()) * 1000)::bigint + 600000 ${EACH}`,
];

/** Fills every table of an empty database that grows with the orders or with time. Requires a superuser and a member. */
export async function fillAllTables(pool: Pool, orders: number): Promise<void> {
  await withBareTables(pool, () => fillRows(pool, orders));
  await withoutTimeouts(pool, async (client) => {
    await client.query("set session_replication_role = replica");
    for (const rows of ROWS) await client.query(rows);
  });
  await fillTags(pool);
  await withoutTimeouts(pool, async (client) => void (await client.query("vacuum analyze")));
}
