import { sql } from "drizzle-orm";
import type { MailState } from "#contract/mail/mail-state.ts";
import type { Queryable } from "#server/platform/db/client.ts";
import { mails, members, orders } from "#server/platform/db/schema.ts";

const TAKEN: readonly MailState[] = ["sent", "delivered", "bounced", "complained"];
/** Of the newest alone: years of mails that were written to files would all be read. */
const MAILS_LOOKED_AT = 1000;

/** What the tables tell of a set-up. */
export async function readTraces(db: Queryable) {
  const { rows } = await db.execute<{ orders: boolean; members: boolean; mail_sent: boolean }>(sql`
    select (select ${orders.id} from ${orders} order by ${orders.id} limit 1) is not null as orders,
      (select count(*) > 1 from ${members} where ${members.disabledAt} is null) as members,
      exists (
        select from (select ${mails.state} from ${mails} order by ${mails.id} desc limit ${MAILS_LOOKED_AT}) newest
        where state = any(${sql.param(TAKEN)})
      ) as mail_sent`);
  return rows[0] ?? { orders: false, members: false, mail_sent: false };
}
