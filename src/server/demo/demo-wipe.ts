import { sql } from "drizzle-orm";
import type { Database } from "#server/platform/db/client.ts";
import { FILE_FOLDERS } from "#server/platform/files/file-store.ts";
import type { DemoServices } from "./demo-services.ts";

/** True when every order came from the demo and every member is the demo's. */
export async function holdsOnlyDemo(db: Database, emails: readonly string[]): Promise<boolean> {
  const { rows } = await db.execute<{ strangers: boolean }>(sql`
    select exists (select 1 from members where email_key <> all (${sql.param([...emails])}::text[]))
      or exists (
        select 1 from orders o where not exists (
          select 1 from order_events e join order_event_payloads p on p.event_id = e.id
          where e.order_id = o.id and e.seq = 1 and p.data ->> 'source' = 'demo')
      ) as strangers`);
  return rows[0]?.strangers === false;
}

// What orders consist of. Members, sessions, gateways and settings stay.
const TABLES = sql.raw(
  [
    "defence_packs",
    "downloads",
    "mail_events",
    "suppressions",
    "mails",
    "visitor_grants",
    "disputes",
    "remarks",
    "documents",
    "order_search",
    "intake_requests",
    "order_event_payloads",
    "order_events",
    "orders",
  ].join(", "),
);

const GUARDED = ["order_events", "order_event_payloads", "defence_packs"].map((name) => sql.raw(name));

/**
 * Removes a half-loaded demo: rows, documents and written mails. The history is insert-only, so its guards are lifted
 * for this one transaction, which only the owner of the tables can do. The caller made sure that nothing else is there.
 */
export async function wipeDemo(
  db: Database,
  { files, transport }: Pick<DemoServices, "files" | "transport">,
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const table of GUARDED) await tx.execute(sql`alter table ${table} disable trigger user`);
    await tx.execute(sql`truncate ${TABLES} restart identity`);
    for (const table of GUARDED) await tx.execute(sql`alter table ${table} enable trigger user`);
  });
  for (const folder of FILE_FOLDERS) {
    for (const { key } of await files.list(folder)) await files.remove(key);
  }
  await transport.forget?.((await transport.kept?.()) ?? []);
}
