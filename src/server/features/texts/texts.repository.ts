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

type NewText = Omit<typeof texts.$inferInsert, "id">;
type Use = NewText["use"];

/** The newest version of each text of a use. */
export async function findTexts(db: Queryable, use: Use) {
  return await db
    .selectDistinctOn([texts.key, texts.language], columns)
    .from(texts)
    .innerJoin(members, eq(members.id, texts.createdBy))
    .where(eq(texts.use, use))
    .orderBy(asc(texts.key), asc(texts.language), desc(texts.version));
}
export type TextRecord = Awaited<ReturnType<typeof findTexts>>[number];

/** Newest first, up to `limit`. */
export async function findVersions(
  db: Queryable,
  { use, key, language }: { use: Use; key: string; language: Language },
  limit = 1000,
): Promise<TextRecord[]> {
  return await db
    .select(columns)
    .from(texts)
    .innerJoin(members, eq(members.id, texts.createdBy))
    .where(and(eq(texts.use, use), eq(texts.key, key), eq(texts.language, language)))
    .orderBy(desc(texts.version))
    .limit(limit);
}

/** Lets one save run at a time: names and limits are checked before the write. Reads don't wait. */
export async function lockTexts(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table texts in share row exclusive mode`);
}

export async function insertText(tx: Transaction, text: NewText): Promise<void> {
  await tx.insert(texts).values(text);
}
