import { createHash } from "node:crypto";
import type { PackFacts } from "./pack-facts.ts";

/**
 * SHA-256 over what a pack says. Left out is what differs between two printings of the same: when it was made, the case
 * reference that bears that day, and how far the history had come. An event that a pack tells of changes its facts; one
 * that it does not tell of, as the making of a pack, is no news to the bank.
 */
export function factsDigest({ madeAt: _madeAt, caseReference: _case, chain: _chain, ...said }: PackFacts): Buffer {
  return createHash("sha256").update(JSON.stringify(said)).digest();
}
