import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 bits; the only proof that its bearer once gave the right e-mail, and kept nowhere but in the cookie. */
export function makeVisitorToken(): string {
  return randomBytes(32).toString("base64url");
}

export function hashVisitorToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/**
 * What the page sends back in a header to show that it could read our cookie, which no other site can. Bound to the
 * visitor's token, from which it follows and which it does not tell.
 */
export function xsrfTokenOf(visitorToken: string): string {
  return createHmac("sha256", visitorToken).update("xsrf").digest("base64url");
}

/** Compares in a time that tells nothing of where two texts differ, nor of their lengths. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(createHash("sha256").update(one).digest(), createHash("sha256").update(other).digest());
}
