import type { Transaction } from "#server/platform/db/client.ts";
import { closeLinks, insertLink, setTokenHash } from "../account-links.repository.ts";
import { LINK_VALID_MS } from "../account-links.service.ts";
import { hashToken, randomToken } from "../tokens.ts";

/** A set-up link that is passed on by hand instead of by mail; voids the member's older ones. @returns its token */
export async function makeSetUpLink(tx: Transaction, memberId: number, at: Date): Promise<string> {
  await closeLinks(tx, memberId, at, "set-up");
  const expiresAt = new Date(at.getTime() + LINK_VALID_MS["set-up"]);
  const linkId = await insertLink(tx, { memberId, kind: "set-up", createdAt: at, expiresAt });
  const token = randomToken();
  if (linkId === undefined || !(await setTokenHash(tx, linkId, hashToken(token), at))) {
    throw new Error("the member was removed meanwhile");
  }
  return token;
}
