import { hash, randomBytes } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import * as z from "zod";
import { roleSchema } from "#contract/roles.ts";

const ISSUER = "arrival-desk";
const AUDIENCE = "arrival-desk staff";

const payloadSchema = z.object({
  user: z.object({ id: z.int(), name: z.string(), type: roleSchema }),
  sid: z.string().min(20).max(100),
});
export type TokenPayload = z.infer<typeof payloadSchema>;

/** 256 random bits, as text that fits a cookie or an address. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What the database keeps of a secret that someone else carries. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

export interface TokenSigner {
  sign(payload: TokenPayload, issuedAt: Date, expiresAt: Date): Promise<string>;
  /** The payload of a token that we signed and that has not run out; "expired" or "invalid" otherwise. */
  verify(token: string, now: Date): Promise<TokenPayload | "expired" | "invalid">;
}

/** So many signatures are remembered; a full memory begins anew. */
const REMEMBERED_MAX = 5000;

/**
 * Tokens of signed-in members: the specification's payload `user`, and the id of the session row that rules. A
 * signature that was found right stays right, so it is checked once a process: two calls of WebCrypto cost a sixth of
 * a detail's time (bench/README.md). Whether the token has run out is asked every time.
 */
export function createTokenSigner(secret: string): TokenSigner {
  const key = new TextEncoder().encode(secret);
  const verified = new Map<string, { payload: TokenPayload; expiresAt: number }>();

  async function check(token: string, now: Date): Promise<TokenPayload | "expired" | "invalid"> {
    try {
      const options = { algorithms: ["HS256"], issuer: ISSUER, audience: AUDIENCE, currentDate: now };
      const { payload } = await jwtVerify(token, key, options);
      const parsed = payloadSchema.safeParse(payload);
      if (!parsed.success || payload.exp === undefined) return "invalid";
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
    sign: (payload, issuedAt, expiresAt) =>
      new SignJWT({ ...payload })
        .setProtectedHeader({ alg: "HS256" })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key),
    verify: async (token, now) => {
      const known = verified.get(token);
      if (known === undefined) return await check(token, now);
      return known.expiresAt > now.getTime() ? known.payload : "expired";
    },
  };
}
