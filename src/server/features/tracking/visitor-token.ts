import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** A 256-bit bearer token, stored only in the cookie; the database has its hash. */
export function makeVisitorToken(): string {
  return randomBytes(32).toString("base64url");
}

export function hashVisitorToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/**
 * The page sends this value in a header to prove that it can read our cookie, which other sites can't. It is derived from
 * the visitor's token and does not reveal it.
 */
export function xsrfTokenOf(visitorToken: string): string {
  return createHmac("sha256", visitorToken).update("xsrf").digest("base64url");
}

/** Compares in constant time, independent of the position of a difference and of the lengths. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(createHash("sha256").update(one).digest(), createHash("sha256").update(other).digest());
}
