import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { SuppressionReason } from "#contract/mail/mail.ts";
import { emailKey } from "#contract/text.ts";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { mails, orders, suppressions } from "#server/platform/db/schema.ts";

/** The comparison key of an address, as in the orders' `email_key`. */
const keyOf = emailKey;
const activeBlockOf = (email: string) => and(eq(suppressions.emailKey, keyOf(email)), isNull(suppressions.liftedAt));

/** Why an address is blocked; undefined if it isn't. */
export async function findBlock(db: Queryable, email: string): Promise<SuppressionReason | undefined> {
  const [row] = await db.select({ reason: suppressions.reason }).from(suppressions).where(activeBlockOf(email));
  return row?.reason;
}

interface NewBlock {
  email: string;
  reason: SuppressionReason;
  mailId: number;
  /** When the reported event happened; events before a block was lifted don't block again. */
  reportedAt: Date;
  at: Date;
}

/** @returns whether the address was not blocked before */
export async function insertBlock(tx: Transaction, block: NewBlock): Promise<boolean> {
  const { email, reason, mailId, reportedAt, at } = block;
  const emailKey = keyOf(email);
  const [lifted] = await tx
    .select({ id: suppressions.id })
    .from(suppressions)
    .where(and(eq(suppressions.emailKey, emailKey), gt(suppressions.liftedAt, reportedAt)))
    .limit(1);
  if (lifted !== undefined) return false;
  const rows = await tx
    .insert(suppressions)
    .values({ emailKey, reason, mailId, createdAt: at })
    .onConflictDoNothing()
    .returning({ id: suppressions.id });
  return rows.length > 0;
}

/** @returns whether there was a block to lift */
export async function liftBlock(
  tx: Transaction,
  email: string,
  { at, by, reason }: { at: Date; by: number; reason: string },
): Promise<boolean> {
  const rows = await tx
    .update(suppressions)
    .set({ liftedAt: at, liftedBy: by, liftReason: reason })
    .where(activeBlockOf(email))
    .returning({ id: suppressions.id });
  return rows.length > 0;
}

/** Whether an address is the order's own or one that a mail of the order was sent to. */
export async function isAddressOfOrder(db: Queryable, orderId: number, email: string): Promise<boolean> {
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .leftJoin(mails, eq(mails.orderId, orders.id))
    .where(
      and(
        eq(orders.id, orderId),
        or(eq(orders.emailKey, keyOf(email)), sql`lower(${mails.toAddress}) = lower(${email})`),
      ),
    )
    .limit(1);
  return row !== undefined;
}
