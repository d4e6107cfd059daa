import { and, eq, gt, lt, lte, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { authTickets } from "#server/platform/db/schema.ts";

export type Ticket = typeof authTickets.$inferSelect;
export type TicketPurpose = Ticket["purpose"];

export async function insertTicket(db: Queryable, ticket: typeof authTickets.$inferInsert): Promise<void> {
  await db.insert(authTickets).values(ticket);
}

/** Counts a try. Undefined for an unknown, used, expired or worn-out ticket, or one of another purpose or browser. */
export async function tryTicket(
  db: Queryable,
  ticket: { idHash: Buffer; purpose: TicketPurpose; deviceHash: Buffer | null; at: Date; most: number },
): Promise<Ticket | undefined> {
  const isThis = and(eq(authTickets.idHash, ticket.idHash), eq(authTickets.purpose, ticket.purpose));
  const isOpen = and(gt(authTickets.expiresAt, ticket.at), lt(authTickets.tries, ticket.most));
  const isHere = sql`${authTickets.deviceHash} is not distinct from ${ticket.deviceHash}`;
  const [row] = await db
    .update(authTickets)
    .set({ tries: sql`${authTickets.tries} + 1` })
    .where(and(isThis, isOpen, isHere))
    .returning();
  return row;
}

/** Uses up a member's own ticket of one try. @returns its challenge; null if it is gone */
export async function takeChallenge(
  db: Queryable,
  { idHash, memberId, at }: { idHash: Buffer; memberId: number; at: Date },
): Promise<string | null> {
  const isTheirs = and(eq(authTickets.idHash, idHash), eq(authTickets.memberId, memberId));
  const isOpen = and(eq(authTickets.purpose, "passkey"), gt(authTickets.expiresAt, at));
  const [row] = await db
    .delete(authTickets)
    .where(and(isTheirs, isOpen))
    .returning({ challenge: authTickets.challenge });
  return row?.challenge ?? null;
}

/** Gives an open ticket of a first step the challenge of a passkey. @returns its member; undefined if it is gone */
export async function putChallenge(
  db: Queryable,
  { idHash, challenge, at }: { idHash: Buffer; challenge: string; at: Date },
): Promise<number | undefined> {
  const isThis = and(eq(authTickets.idHash, idHash), eq(authTickets.purpose, "sign-in"), gt(authTickets.expiresAt, at));
  const [row] = await db
    .update(authTickets)
    .set({ challenge })
    .where(isThis)
    .returning({ memberId: authTickets.memberId });
  return row?.memberId;
}

/** Remembers an offer until it ends. @returns false if it was used already */
export async function useOffer(
  tx: Transaction,
  offer: { idHash: Buffer; memberId: number; expiresAt: Date },
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(authTickets)
    .values({ ...offer, purpose: "used-offer" })
    .onConflictDoNothing();
  return rowCount === 1;
}

/** Uses it up, in the transaction of what it was for. @returns false if it was used in the meantime */
export async function takeTicket(tx: Transaction, idHash: Buffer): Promise<boolean> {
  const { rowCount } = await tx.delete(authTickets).where(eq(authTickets.idHash, idHash));
  return rowCount === 1;
}

export async function deleteExpiredTickets(db: Queryable, now: Date): Promise<void> {
  await db.delete(authTickets).where(lte(authTickets.expiresAt, now));
}
