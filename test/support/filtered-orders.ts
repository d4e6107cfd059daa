import fc from "fast-check";
import type { Pool } from "pg";
import { type DayRange, datesOf } from "#contract/day-range.ts";
import { isFilterOf, statusFilters } from "#contract/orders/list-filters.ts";
import {
  DISPUTE_FILTERS,
  DOCUMENT_FILTERS,
  FILTER_KEYS,
  type FilterKey,
  FLAG_FILTERS,
  MAIL_FILTERS,
  MARK_FILTERS,
  type OrderFilter,
  STATUS_FILTERS,
} from "#contract/orders/order-filter.ts";
import { PROCESSING_MODES } from "#contract/orders/processing-mode.ts";
import type { ListName } from "#contract/orders/queues.ts";

export const FILTERED_NOW = new Date("2026-03-01T12:00:00Z");
const SOON = new Date("2026-03-01T14:00:00Z");

/** Gives orders that `fillOrders` made what filters ask for: rare and common, in all statuses. */
export async function varyOrders(pool: Pool): Promise<void> {
  for (const statement of VARIATIONS) await pool.query(statement);
  await pool.query("analyze");
}

const VARIATIONS = [
  `insert into members (name, email, email_key, role, password_hash)
   select 'M' || n, 'm' || n || '@staff.example', 'm' || n || '@staff.example', 'Team', '-' from generate_series(1, 2) n`,
  "insert into gateways (name, is_active) values ('One', true), ('Two', false) on conflict do nothing",
  `update orders set arrival_date = case when id % 11 > 0 then date '2026-03-01' + (id * 41 % 90)::int end,
     created_at = timestamptz '2026-02-01T00:00Z' + (id * 7919 % 86400) * interval '30 seconds',
     nationality_code = case when id % 997 = 0 then 'NZ' when id % 13 = 0 then null else nationality_code end,
     gateway_id = case when id % 3 > 0 then (select min(id) + (orders.id % 50 / 49)::int from gateways) end,
     due_at = case when due_at is not null then timestamptz '2026-03-01T12:00Z' + (id * 31 % 600 - 300) * interval '1 minute' end`,
  `insert into documents (order_id, version, file1, original_name, customer_name, content_type, bytes, sha256, storage_key, created_at)
   select id, 2, 'a.pdf', 'a.pdf', 'N', 'application/pdf', 3, '\\x00', 'more/' || id, now() from orders where id % 17 = 0`,
  `insert into mails (order_id, kind, created_at, customer_name, from_address, to_address, subject, html, text, provider, state)
   select id, case when id % 4 = 0 then 'notice' else 'document' end, now(), 'N', 'a@b', 'c@d', 's', 'h', 't', 'AWS',
     (array['queued','sending','written','sent','delivered','bounced','complained','failed','unknown','cancelled'])[1 + id / 7 % 10]
   from orders where id % 7 = 0`,
  `insert into remarks (order_id, created_at, author_id, remark, is_whatsapp, is_telephone, is_refund, is_voided, is_chargeback)
   select id, now(), (select min(id) from members), 'x', id % 2 = 0, id % 3 = 0, id % 25 = 0, id % 35 = 0, id % 205 = 0 or id % 19 = 0
   from orders where id % 5 = 0`,
  `insert into disputes (order_id, opened_at, closed_at, outcome) select id, now(), case when id % 2 = 0 then now() end,
     case when id % 4 = 0 then 'opened_in_error' when id % 2 = 0 then 'lost' end from orders where id % 19 = 0`,
  "insert into disputes (order_id, opened_at) select id, now() from orders where id % 38 = 0 and id % 3 = 0",
  `update orders set refunded_at = case when id % 3 = 0 then now() end where status = 'Refunds'`,
  `insert into refunds (order_id, amount, currency, is_assumed, recorded_at, undone_at)
   select id, 1, 'USD', false, now(), case when id % 7 = 0 then now() end from orders where status = 'Refunds' and id % 2 = 0`,
  `insert into correction_requests (order_id, fields, note, at, decided_at)
   select id, '{}', 'n', now(), case when id % 2 = 0 then now() end from orders where id % 23 = 0`,
  `insert into email_changes (order_id, new_email, asked_by, reason, proof, confirm_hash, contest_hash, contest_seed, asked_at, expires_at,
     confirmed_at, contested_at, resolved_at)
   select id, 'n@x', (select min(id) from members), 'r', '{}', sha256(id::text::bytea), sha256(('c' || id)::bytea), 's', now(), now(),
     now(), case when id % 2 = 0 then now() end, case when id % 3 = 0 then now() end from orders where id % 29 = 0`,
  "delete from order_claims",
  `insert into order_claims (order_id, member_id, kind, claimed_at, active_until)
   select o.id, 1 + o.id / 31 % 2, 'next', now(), now() + case when o.id % 4 = 0 then interval '-1 day' else interval '1 hour' end
   from orders o where o.id % 31 = 0`,
  "update orders set purged_at = now() where status = 'Deleted' and id % 5 = 0",
];

type Values = Record<FilterKey, unknown>;
interface Facts extends Omit<Values, "created" | "due" | "arrival"> {
  id: number;
  arrival: string | null;
  created: string;
  due: Date | null;
}

/** What filters look at, of every order, by plain SQL. */
export async function readFacts(pool: Pool): Promise<Map<number, Facts>> {
  const { rows } = await pool.query<Facts>(`
    select o.id, arrival_date::text as arrival, (created_at at time zone 'UTC')::date::text as created,
      case when status <> 'Refunds' then status::text when refunded_at is not null then 'Refunded'
        when exists (select from refunds r where r.order_id = o.id and undone_at is null) then 'Partly refunded'
        else 'Refund due' end as status,
      nationality_code as nat, processing_mode as mode, gateway_id as gateway, due_at as due,
      case when (select count(*) from documents d where d.order_id = o.id) > 0 then 'yes' else 'no' end as doc,
      coalesce((select case when state in ('queued', 'sending') then 'waiting' when state = 'written' then 'sent'
          when state = 'complained' then 'delivered' when state = 'cancelled' then 'failed' else state end
        from mails where id = (select max(id) from mails m where m.order_id = o.id and m.kind = 'document')), 'none') as mail,
      array(select distinct flag from remarks r cross join lateral (values ('whatsapp', is_whatsapp), ('telephone', is_telephone),
        ('refund', is_refund), ('voided', is_voided), ('chargeback', is_chargeback)) f(flag, is_set)
        where r.order_id = o.id and is_set and (flag <> 'chargeback'
          or not exists (select from disputes d where d.order_id = o.id)
          or exists (select from disputes d where d.order_id = o.id and outcome is distinct from 'opened_in_error'))) as flag,
      array(select distinct case when closed_at is null then 'open' else 'closed' end from disputes d
        where d.order_id = o.id and outcome is distinct from 'opened_in_error') as dispute,
      array(select 'correction-asked' from correction_requests c where c.order_id = o.id and decided_at is null
        union select 'email-contested' from email_changes e
        where e.order_id = o.id and contested_at is not null and resolved_at is null
        union select 'download-questioned' from download_reports n where n.order_id = o.id and settled_at is null) as mark,
      (select member_id from order_claims c where c.order_id = o.id and active_until > now() - interval '20 minutes') as claim
    from orders o where purged_at is null`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether an order passes a filter that `actorId` asks for. */
export function passes(facts: Facts, filter: OrderFilter, actorId: number): boolean {
  const { arrival, created, claim, due, ...others } = filter;
  const isWithin = (day: string | null, range: DayRange | undefined) => {
    if (range === undefined) return true;
    const { from, to } = datesOf(range, FILTERED_NOW.toISOString().slice(0, 10));
    return day !== null && (from === null || day >= from) && (to === null || day <= to);
  };
  if (!isWithin(facts.arrival, arrival) || !isWithin(facts.created, created)) return false;
  if (claim !== undefined && facts.claim !== (claim === "none" ? null : claim === "me" ? actorId : claim)) return false;
  if (due === "late" && !(facts.due !== null && facts.due < FILTERED_NOW)) return false;
  if (due === "soon" && !(facts.due !== null && facts.due >= FILTERED_NOW && facts.due < SOON)) return false;
  return Object.entries(others).every(([key, wanted]) => {
    const held: unknown[] = [facts[key as keyof typeof others]].flat();
    // What is left of it is due.
    if (held.includes("Partly refunded")) held.push("Refund due");
    return wanted === undefined || [wanted].flat().some((each) => held.includes(each));
  });
}

const oneOf = <const T>(words: readonly T[]) => fc.constantFrom(...words);
const someOf = <const T>(words: readonly T[]) => fc.uniqueArray(oneOf(words), { minLength: 1, maxLength: 3 });
const rangeFrom = (first: string, days: number, longest: number) =>
  fc.record({ from: fc.nat({ max: days }), more: fc.nat({ max: longest }) }).map(({ from, more }) => {
    const day = (n: number) => new Date(Date.parse(first) + n * 86_400_000).toISOString().slice(0, 10);
    return { from: day(from), to: day(from + more) };
  });
/** Also ranges that are open, long, or counted from today. */
const days = (first: string, span: number, longest: number) =>
  fc.oneof(
    { weight: 3, arbitrary: rangeFrom(first, span, longest) },
    rangeFrom(first, span, 0).map(({ from }): DayRange => ({ from, to: null })),
    rangeFrom(first, span, 0).map(({ to }): DayRange => ({ from: null, to })),
    rangeFrom(first, span, 200),
    fc.constantFrom<DayRange>(
      { from: "today", to: "today+6" },
      { from: "today-3", to: "today" },
      { from: null, to: "today" },
    ),
  );

/** One value of each filter. */
export const filterValues = {
  status: fc.oneof(someOf(STATUS_FILTERS), someOf(["Refund due", "Partly refunded", "Refunded"])),
  arrival: days("2026-03-01", 90, 60),
  created: days("2026-02-01", 30, 20),
  nat: someOf(["GB", "DE", "FR", "NZ", "ZZ"]),
  mode: someOf(PROCESSING_MODES),
  gateway: someOf([1, 2, 99]),
  doc: oneOf(DOCUMENT_FILTERS),
  mail: someOf(MAIL_FILTERS),
  flag: someOf(FLAG_FILTERS),
  dispute: oneOf(DISPUTE_FILTERS),
  mark: someOf(MARK_FILTERS),
  claim: oneOf(["me", "none", 2, 99]),
  due: oneOf(["late", "soon"]),
} satisfies Record<FilterKey, fc.Arbitrary<unknown>>;

/** At most three filters, else hardly any order passes. */
export const someFilters: fc.Arbitrary<OrderFilter> = fc
  .tuple(fc.record(filterValues), fc.uniqueArray(oneOf(FILTER_KEYS), { minLength: 1, maxLength: 3 }))
  .map(([values, keys]): OrderFilter => Object.fromEntries(keys.map((key) => [key, values[key]])));

/** What a list has of a filter. */
export function filterIn(list: ListName, { due, status, ...others }: OrderFilter): OrderFilter {
  const values = status?.filter((value) => statusFilters(list).includes(value)) ?? [];
  return {
    ...others,
    ...(due !== undefined && isFilterOf(list, "due") && { due }),
    ...(values.length > 0 && { status: values }),
  };
}
