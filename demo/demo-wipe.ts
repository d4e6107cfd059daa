import { sql } from "drizzle-orm";
import type { DemoSignIn } from "#server/demo-source.ts";
import type { Database } from "#server/platform/db/client.ts";
import { FILE_FOLDERS } from "#server/platform/files/file-store.ts";
import type { DemoServices } from "./demo-services.ts";

/** True when all orders and members belong to the demo. */
export async function holdsOnlyDemo(db: Database, members: readonly DemoSignIn[]): Promise<boolean> {
  const emails = sql.param(members.map(({ email }) => email));
  const { rows } = await db.execute<{ strangers: boolean }>(sql`
    select exists (select 1 from members where email_key <> all (${emails}::text[]))
      or exists (
        select 1 from orders o where not exists (
          select 1 from order_events e join order_event_payloads p on p.event_id = e.id
          where e.order_id = o.id and e.seq = 1 and p.data ->> 'source' = 'demo')
      ) as strangers`);
  return rows[0]?.strangers === false;
}

/** The bits of a trigger BEFORE TRUNCATE, in `pg_trigger.tgtype`. Those AFTER it keep the counts. */
const REFUSES_TRUNCATE = 2 + 32;

/**
 * Removes a partly loaded demo: rows, documents and written mails. The history is insert-only, so its guards are disabled
 * for this transaction, which only the tables' owner can do. The caller must check that there is no other data.
 */
export async function wipeDemo(db: Database, { files, transport }: DemoServices): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ name: string }>(sql`
      select distinct tgrelid::regclass::text as name from pg_trigger
      where not tgisinternal and tgtype & ${REFUSES_TRUNCATE} = ${REFUSES_TRUNCATE}`);
    const guarded = rows.map(({ name }) => sql.raw(name));
    for (const table of guarded) await tx.execute(sql`alter table ${table} disable trigger user`);
    // With every table that refers to an order. Members, sessions, gateways and settings stay.
    await tx.execute(sql`truncate orders restart identity cascade`);
    for (const table of guarded) await tx.execute(sql`alter table ${table} enable trigger user`);
  });
  for (const folder of FILE_FOLDERS) {
    for (const { key } of await files.list(folder)) await files.remove(key);
  }
  await transport.forget(await transport.kept());
}
