import { createHmac, hash, randomBytes } from "node:crypto";

/** Stands for the token of a link in the stored text of a mail. */
export const LINK_TOKEN = "token-is-not-kept";

/** What is stored of a mail's link. */
export interface MailLink {
  /** Stored with the mail; worthless without the program's secret. */
  seed: string;
  /** Stored where the link is used, to recognize its token. */
  tokenHash: Buffer;
}

export function hashLinkToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/**
 * 256-bit tokens of links in mails. Staff can read stored mails, so the token is not in them: it is computed when the
 * mail is sent, the same for each attempt.
 */
export function createLinkTokens(secret: string) {
  const tokenOf = (seed: string) => createHmac("sha256", secret).update(`mail link ${seed}`).digest("base64url");
  return {
    make: (): MailLink => {
      const seed = randomBytes(32).toString("base64url");
      return { seed, tokenHash: hashLinkToken(tokenOf(seed)) };
    },
    /** A mail's stored text as it is sent. */
    fill: (body: string, seed: string | null) => (seed === null ? body : body.replaceAll(LINK_TOKEN, tokenOf(seed))),
  };
}
export type LinkTokens = ReturnType<typeof createLinkTokens>;
