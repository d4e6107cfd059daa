import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Language } from "#contract/tracking/visitor-languages.ts";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import { members, texts } from "#server/platform/db/schema.ts";

const columns = {
  key: texts.key,
  language: texts.language,
  version: texts.version,
  name: texts.name,
  subject: texts.subject,
  body: texts.body,
  roles: texts.roles,
  isRemoved: texts.isRemoved,
  at: texts.createdAt,
  by: members.name,
};

const USE = "quick-reply";

/** The newest version of each quick reply. */
export async function findReplies(db: Queryable) {
  return await db
    .selectDistinctOn([texts.key, texts.language], columns)
    .from(texts)
    .innerJoin(members, eq(members.id, texts.createdBy))
    .where(eq(texts.use, USE))
    .orderBy(asc(texts.key), asc(texts.language), desc(texts.version));
}
export type ReplyRecord = Awaited<ReturnType<typeof findReplies>>[number];

/** Newest first. */
export async function findVersions(db: Queryable, key: string, language: Language): Promise<ReplyRecord[]> {
  return await db
    .select(columns)
    .from(texts)
    .innerJoin(members, eq(members.id, texts.createdBy))
    .where(and(eq(texts.use, USE), eq(texts.key, key), eq(texts.language, language)))
    .orderBy(desc(texts.version));
}

/** Lets one save run at a time: names and limits are checked before the write. Reads don't wait. */
export async function lockTexts(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table texts in share row exclusive mode`);
}

export async function insertReply(tx: Transaction, reply: Omit<typeof texts.$inferInsert, "id" | "use">) {
  await tx.insert(texts).values({ ...reply, use: USE });
}
