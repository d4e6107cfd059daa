import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { MINUTE_MS } from "#contract/dates.ts";

const VALID_MS = 5 * MINUTE_MS;

export type PasskeyOffers = ReturnType<typeof createPasskeyOffers>;

/**
 * Challenges for sign-ins of people who are not known yet. They are kept nowhere, so that strangers can't fill a table:
 * the ticket is the challenge, its end and a MAC of both; a used one is remembered until it ends.
 * @param secrets the first makes tickets, all are taken
 */
export function createPasskeyOffers(secrets: readonly string[]) {
  const macOf = (secret: string, text: string) => createHmac("sha256", secret).update(`passkey offer ${text}`).digest();
  return {
    make(at: Date): { ticket: string; challenge: string } {
      const challenge = randomBytes(32).toString("base64url");
      const text = `${challenge}.${at.getTime() + VALID_MS}`;
      return { challenge, ticket: `${text}.${macOf(secrets[0] ?? "", text).toString("base64url")}` };
    },
    /** Null for a foreign or an expired ticket. */
    read(ticket: string, at: Date): { challenge: string; expiresAt: Date } | null {
      const [challenge = "", until = "", mac = ""] = ticket.split(".");
      const given = Buffer.from(mac, "base64url");
      const isOurs = secrets.some((secret) => {
        const made = macOf(secret, `${challenge}.${until}`);
        return made.length === given.length && timingSafeEqual(made, given);
      });
      const expiresAt = new Date(Number(until));
      return isOurs && expiresAt > at ? { challenge, expiresAt } : null;
    },
  };
}
