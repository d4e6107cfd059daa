import { sql } from "drizzle-orm";
import type { Database } from "#server/platform/db/client.ts";

/**
 * Fills the empty tables with `count` orders as a service of some years has them: most are Completed, a few wait in
 * each queue, names and addresses repeat. Written by SQL alone, without histories.
 */
export async function fillOrders(db: Database, count: number): Promise<void> {
  await db.execute(sql`
    insert into orders (status, status_changed_at, created_at, processing_mode, is_paid, refunded_at, arrival_date,
      processing_date, full_name, name_key, email, email_key, phone_code, telephone_number, telephone_key,
      passport_number, transaction_id, gateway_id)
    select status::order_status, created_at, created_at, 'Standard', status <> 'Pending',
      case when status = 'Refunds' and n % 2 = 0 then created_at end,
      created_at::date + (n % 90)::int, created_at::date + (n % 90)::int - 3,
      first || ' ' || last, lower(first || last), email, email, '+94', phone, '94' || phone,
      'N' || lpad((n * 7919 % 10000000)::text, 7, '0'), 'pi_' || substr(md5(n::text), 1, 16), 1
    from (
      select n, timestamptz '2024-01-01' + n::float * interval '45 minutes' as created_at,
        (array['Amara','Nimal','Priya','Kasun','John','Maria','Wei','Fatima','Olga','Pierre','Anna','Yusuf'])[1 + n * 31 % 12] as first,
        (array['Perera','Fernando','Silva','Smith','Garcia','Chen','Khan','Ivanova','Dubois','Mueller','Rossi','Tanaka',
          'Jones','Novak','Costa','Haddad','Lindqvist','Okafor','Nguyen'])[1 + n * 17 % 19] || n % 97 as last,
        'traveller' || n || '@' || (array['example.com','mail.example','post.example'])[1 + n % 3] as email,
        lpad((n * 104729 % 1000000000)::text, 9, '0') as phone,
        case when n % 100 < 62 then 'Completed' when n % 100 < 70 then 'Deleted' when n % 100 < 74 then 'Refunds'
          when n % 100 < 78 then 'New' when n % 100 < 80 then 'Priority' when n % 100 < 84 then 'Pending'
          when n % 100 < 90 then 'Future' when n % 100 < 93 then 'Awaiting' when n % 100 < 96 then 'AwaitingGovt'
          when n % 100 < 98 then 'Contact Customer' else 'Customer Called' end as status
      from generate_series(1, ${count}::bigint) n
    ) made`);
  await db.execute(sql`
    insert into order_search (order_id, search_text)
    select id, concat_ws(E'\\n', id::text, name_key, email_key, telephone_key, lower(passport_number), lower(transaction_id))
    from orders`);
  // As autovacuum would have left them: the statistics, and which pages an index alone can answer for.
  await db.execute(sql`vacuum (analyze) orders`);
  await db.execute(sql`vacuum (analyze) order_search`);
}
