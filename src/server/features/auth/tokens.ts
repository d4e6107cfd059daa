import { hash, randomBytes } from "node:crypto";
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import * as z from "zod";
import { roleSchema } from "#contract/roles.ts";

const ISSUER = "arrival-desk";
const AUDIENCE = "arrival-desk staff";

const payloadSchema = z.object({
  user: z.object({ id: z.int(), name: z.string(), type: roleSchema }),
  sid: z.string().min(20).max(100),
});
export type TokenPayload = z.infer<typeof payloadSchema>;

/** 256 random bits, encoded for cookies and URLs. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Digest under which the database stores a secret that a client holds. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** First 8 hex digits of the secret's SHA-256: enough to distinguish a few secrets. */
const keyId = (secret: string) => hash("sha256", secret, "hex").slice(0, 8);

export type TokenSigner = ReturnType<typeof createTokenSigner>;

/** Verified signatures kept in the cache; a full cache is cleared. */
const REMEMBERED_MAX = 5000;

/**
 * Tokens of signed-in members: the specification's payload `user`, and the id of the session row, which is
 * authoritative. A valid signature stays valid, so it is verified once per process: two WebCrypto calls cost a sixth of
 * a detail request (bench/README.md). Expiry is checked every time. The first secret signs and its id is in the token;
 * all secrets verify, so that a secret can be rotated while members are signed in.
 */
export function createTokenSigner(secrets: readonly string[]) {
  const keys = secrets.map((secret) => ({ kid: keyId(secret), key: new TextEncoder().encode(secret) }));
  const [signing] = keys;
  if (signing === undefined) throw new Error("a secret is needed to sign tokens");
  const verified = new Map<string, { payload: TokenPayload; expiresAt: number }>();

  /** Verifies with the key that the token names, or with all keys if it names none. Undefined if none matches. */
  async function proven(token: string, now: Date): Promise<JWTPayload | undefined> {
    const options = { algorithms: ["HS256"], issuer: ISSUER, audience: AUDIENCE, currentDate: now };
    for (const { kid, key } of keys) {
      try {
        const keyOf = (header: { kid?: string }) => {
          if (header.kid !== undefined && header.kid !== kid) throw new errors.JWKSNoMatchingKey();
          return key;
        };
        return (await jwtVerify(token, keyOf, options)).payload;
      } catch (error) {
        const isOther =
          error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey;
        if (!isOther) throw error;
      }
    }
    return undefined;
  }

  async function check(token: string, now: Date): Promise<TokenPayload | "expired" | "invalid"> {
    try {
      const payload = await proven(token, now);
      const parsed = payloadSchema.safeParse(payload);
      if (!parsed.success || payload?.exp === undefined) return "invalid";
      if (verified.size >= REMEMBERED_MAX) verified.clear();
      verified.set(token, { payload: parsed.data, expiresAt: payload.exp * 1000 });
      return parsed.data;
    } catch (error) {
      if (error instanceof errors.JWTExpired) return "expired";
      if (error instanceof errors.JOSEError) return "invalid";
      throw error;
    }
  }

  return {
    sign: (payload: TokenPayload, issuedAt: Date, expiresAt: Date): Promise<string> =>
      new SignJWT({ ...payload })
        .setProtectedHeader({ alg: "HS256", kid: signing.kid })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(signing.key),
    /** Payload of a token that we signed and that has not expired; otherwise "expired" or "invalid". */
    verify: async (token: string, now: Date): Promise<TokenPayload | "expired" | "invalid"> => {
      const known = verified.get(token);
      if (known === undefined) return await check(token, now);
      return known.expiresAt > now.getTime() ? known.payload : "expired";
    },
  };
}
