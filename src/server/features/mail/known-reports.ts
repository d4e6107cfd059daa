import { and, asc, eq, inArray, or } from "drizzle-orm";
import type { MailEventType, MailTransportName } from "#contract/mail.ts";
import type { MailProvider } from "#contract/mail-providers.ts";
import type { Queryable } from "#server/platform/db/client.ts";
import { mailEvents } from "#server/platform/db/schema.ts";

/** What a provider's report tells of a try. */
export interface KnownReport {
  isAccepted: boolean;
  provider: MailProvider;
  transport: MailTransportName;
  messageId: string | null;
  detail: string | null;
}

/** Only a mail that the provider took can be put off, delivered, returned or complained of. */
const PROOFS: readonly MailEventType[] = ["accepted", "deferred", "delivered", "bounced", "complained"];
const ROADS: Record<MailProvider, MailTransportName> = { AWS: "ses", Sendgrid: "sendgrid" };

/**
 * What the stored reports tell of a mail; undefined while there is none. Any try of it that was accepted counts, a
 * rejection only when it was the last one's.
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
  return { isAccepted: proof !== undefined, provider, transport: ROADS[provider], messageId, detail };
}
