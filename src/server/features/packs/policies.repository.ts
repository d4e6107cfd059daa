import { and, eq, or } from "drizzle-orm";
import type { Queryable } from "#server/platform/db/client.ts";
import { policyVersions } from "#server/platform/db/schema.ts";

export type PolicyKind = (typeof policyVersions.$inferSelect)["kind"];
/** The texts of the accepted versions; null when the version is not on record or none was accepted. */
export type PolicyTexts = Record<PolicyKind, string | null>;

interface Accepted {
  termsVersion: string | null;
  refundPolicyVersion: string | null;
}

export async function findPolicyTexts(
  db: Queryable,
  { termsVersion, refundPolicyVersion }: Accepted,
): Promise<PolicyTexts> {
  const isVersion = (kind: PolicyKind, version: string | null) =>
    version === null ? undefined : and(eq(policyVersions.kind, kind), eq(policyVersions.version, version));
  const isAccepted = or(isVersion("terms", termsVersion), isVersion("refund", refundPolicyVersion));
  if (isAccepted === undefined) return { terms: null, refund: null };
  const rows = await db
    .select({ kind: policyVersions.kind, text: policyVersions.text })
    .from(policyVersions)
    .where(isAccepted);
  const textOf = (kind: PolicyKind) => rows.find((row) => row.kind === kind)?.text ?? null;
  return { terms: textOf("terms"), refund: textOf("refund") };
}

/** Stores a version unless it exists. @returns the digest of the stored text */
export async function storePolicy(db: Queryable, policy: typeof policyVersions.$inferInsert): Promise<Buffer> {
  const { kind, version } = policy;
  await db.insert(policyVersions).values(policy).onConflictDoNothing();
  const [row] = await db
    .select({ sha256: policyVersions.sha256 })
    .from(policyVersions)
    .where(and(eq(policyVersions.kind, kind), eq(policyVersions.version, version)));
  return row?.sha256 ?? policy.sha256;
}
