import { and, asc, eq, inArray, or } from "drizzle-orm";
import type { MailEventType, MailTransportName } from "#contract/mail/mail.ts";
import type { MailProvider } from "#contract/mail/mail-providers.ts";
import type { Queryable } from "#server/platform/db/client.ts";
import { mailEvents } from "#server/platform/db/schema.ts";
import { PROVIDER_TRANSPORTS } from "#server/platform/mail/mail-transport.ts";

/** An attempt's outcome according to a provider's report. */
export interface KnownReport {
  isAccepted: boolean;
  provider: MailProvider;
  transport: MailTransportName;
  messageId: string | null;
  detail: string | null;
}

/** Only a mail that the provider accepted can be deferred, delivered, bounced or complained about. */
const PROOFS: readonly MailEventType[] = ["accepted", "deferred", "delivered", "bounced", "complained"];

/**
 * A mail's outcome by its stored reports; undefined without any. An acceptance of any attempt counts, a rejection only
 * if it is of the last attempt.
 */
export async function reportedMail(
  db: Queryable,
  { id, attemptId }: { id: number; attemptId: string | null },
): Promise<KnownReport | undefined> {
  const isProof = inArray(mailEvents.type, [...PROOFS]);
  const rows = await db
    .select()
    .from(mailEvents)
    .where(
      and(eq(mailEvents.mailId, id), attemptId === null ? isProof : or(isProof, eq(mailEvents.attemptId, attemptId))),
    )
    .orderBy(asc(mailEvents.id));
  return strongest(rows);
}

function strongest(rows: (typeof mailEvents.$inferSelect)[]): KnownReport | undefined {
  const proof = rows.find(({ type }) => PROOFS.includes(type));
  const row = proof ?? rows[0];
  if (row === undefined) return undefined;
  const { provider, messageId, detail } = row;
  return { isAccepted: proof !== undefined, provider, transport: PROVIDER_TRANSPORTS[provider], messageId, detail };
}
