import { createHash } from "node:crypto";
import type { PackFacts } from "./pack-facts.ts";

/**
 * SHA-256 over the content of a pack, without what differs between two prints of the same content: the time, the case
 * reference with its date, and the head of the timeline. An event that a pack shows changes its facts; one that it does
 * not show, such as the making of a pack, makes no new pack.
 */
export function factsDigest({ madeAt: _madeAt, caseReference: _case, chain: _chain, ...content }: PackFacts): Buffer {
  return createHash("sha256").update(JSON.stringify(content)).digest();
}
