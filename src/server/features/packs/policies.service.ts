import { hash } from "node:crypto";
import type { Queryable } from "#server/platform/db/client.ts";
import { type PolicyKind, storePolicy } from "./policies.repository.ts";

/** A published text and the version by which checkouts refer to it. */
export interface Policy {
  kind: PolicyKind;
  version: string;
  text: string;
}

const VARIABLES: Record<PolicyKind, { version: string; text: string }> = {
  terms: { version: "TERMS_VERSION", text: "TERMS_TEXT" },
  refund: { version: "REFUND_POLICY_VERSION", text: "REFUND_POLICY_TEXT" },
};

/**
 * Stores the configured texts. A stored version with a different text is refused, because customers accepted the old text
 * under that name.
 * @returns a sentence for each refused text
 */
export async function ensurePolicies(db: Queryable, now: Date, policies: readonly Policy[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { kind, version, text } of policies) {
    const sha256 = hash("sha256", text, "buffer");
    const stored = await storePolicy(db, { kind, version, text, sha256, validFrom: now });
    if (stored.equals(sha256)) continue;
    const names = VARIABLES[kind];
    problems.push(
      `${names.version} ${version} is on record with another text: give the text of ${names.text} a version of its own`,
    );
  }
  return problems;
}
