import { and, eq, gt, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { LinkMailState } from "#contract/team/team.ts";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { accountLinks, type LINK_KINDS, members } from "#server/platform/db/schema.ts";
import { active } from "./auth.repository.ts";

export type LinkKind = (typeof LINK_KINDS)[number];

/** A link that is neither used, voided nor expired. */
const isOpen = (at: Date) => and(isNull(accountLinks.usedAt), gt(accountLinks.expiresAt, at));

/**
 * Locks the member until the transaction ends, so that changes of their links are serialized. Members without a password
 * are left out: only an Admin's invitation lets them choose the first one.
 */
export async function lockMemberByEmail(tx: Transaction, emailKey: string): Promise<number | undefined> {
  const isTheirs = and(eq(members.emailKey, emailKey), active, isNotNull(members.passwordHash));
  const [row] = await tx.select({ id: members.id }).from(members).where(isTheirs).for("no key update");
  return row?.id;
}

export async function lockMember(tx: Transaction, id: number): Promise<boolean> {
  const isTheirs = and(eq(members.id, id), active);
  const rows = await tx.select({ id: members.id }).from(members).where(isTheirs).for("no key update");
  return rows.length > 0;
}

export interface NewLink {
  memberId: number;
  kind: LinkKind;
  createdAt: Date;
  expiresAt: Date;
  email?: string;
  askedBy?: number;
}

/** Undefined if there is no such member; the statement is the same either way. */
export async function insertLink(tx: Transaction, link: NewLink): Promise<number | undefined> {
  const { memberId, kind, createdAt, expiresAt, email = null, askedBy = null } = link;
  const { rows } = await tx.execute<{ id: number }>(
    sql`insert into account_links (member_id, kind, email, asked_by, created_at, expires_at)
        select id, ${kind}, ${email}::text, ${askedBy}::integer, ${createdAt.toISOString()}, ${expiresAt.toISOString()}
        from members where id = ${memberId} returning id`,
  );
  return rows[0]?.id;
}

/** Voids the member's open links, or only those of a kind. */
export async function closeLinks(tx: Transaction, memberId: number, at: Date, kind?: LinkKind): Promise<void> {
  const isOfKind = kind && eq(accountLinks.kind, kind);
  const isTheirs = and(eq(accountLinks.memberId, memberId), isNull(accountLinks.usedAt), isOfKind);
  await tx.update(accountLinks).set({ usedAt: at }).where(isTheirs);
}

const asker = sql<string | null>`(select m.name from members m where m.id = ${accountLinks.askedBy})`;

/** The recipient of an open link, with the member's current address unless the link has its own. */
export async function findAddressee(db: Queryable, linkId: number, at: Date) {
  const [row] = await db
    .select({
      kind: accountLinks.kind,
      name: members.name,
      email: sql<string>`coalesce(${accountLinks.email}, ${members.email})`,
      role: members.role,
      isPasswordSignIn: members.isPasswordSignIn,
      askedBy: asker,
      expiresAt: accountLinks.expiresAt,
    })
    .from(accountLinks)
    .innerJoin(members, eq(members.id, accountLinks.memberId))
    .where(and(eq(accountLinks.id, linkId), isOpen(at), active));
  return row;
}

/** Replaces the token of an open link. @returns whether the link is still open */
export async function setTokenHash(db: Queryable, linkId: number, tokenHash: Buffer, at: Date): Promise<boolean> {
  const isThis = and(eq(accountLinks.id, linkId), isOpen(at));
  const { rowCount } = await db.update(accountLinks).set({ tokenHash }).where(isThis);
  return rowCount === 1;
}

export async function setMailState(db: Queryable, linkId: number, mailState: LinkMailState): Promise<void> {
  await db.update(accountLinks).set({ mailState }).where(eq(accountLinks.id, linkId));
}

export async function findByToken(db: Queryable, tokenHash: Buffer, at: Date) {
  const [row] = await db
    .select({
      id: accountLinks.id,
      kind: accountLinks.kind,
      newEmail: accountLinks.email,
      askedById: accountLinks.askedBy,
      memberId: members.id,
      name: members.name,
      email: members.email,
      role: members.role,
    })
    .from(accountLinks)
    .innerJoin(members, eq(members.id, accountLinks.memberId))
    .where(and(eq(accountLinks.tokenHash, tokenHash), isOpen(at), active));
  return row;
}

/** @returns false if the link was used or voided concurrently, or a newer mail replaced its token */
export async function takeLink(tx: Transaction, linkId: number, tokenHash: Buffer, at: Date): Promise<boolean> {
  const isThis = and(eq(accountLinks.id, linkId), eq(accountLinks.tokenHash, tokenHash), isOpen(at));
  const { rowCount } = await tx.update(accountLinks).set({ usedAt: at }).where(isThis);
  return rowCount === 1;
}

export async function deleteExpiredLinks(db: Queryable, now: Date): Promise<void> {
  await db.delete(accountLinks).where(lte(accountLinks.expiresAt, now));
}

/** Those of the ids that exist. */
export async function findLinkIds(db: Queryable, ids: readonly number[]): Promise<Set<number>> {
  const isAmong = inArray(accountLinks.id, [...ids]);
  const rows = await db.select({ id: accountLinks.id }).from(accountLinks).where(isAmong);
  return new Set(rows.map(({ id }) => id));
}
