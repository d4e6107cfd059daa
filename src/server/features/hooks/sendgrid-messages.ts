import { EventWebhook, EventWebhookHeader } from "@sendgrid/eventwebhook";
import { HOUR_MS, MINUTE_MS } from "#contract/dates.ts";
import { HOOK_MESSAGES } from "#contract/hooks/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import { readJson } from "./raw-body.ts";

/**
 * SendGrid resends for a day what we failed to store, and doesn't promise to sign it again. A replayed message does no
 * harm, because each of its events is stored once.
 */
const PAST_MS = 25 * HOUR_MS;
const FUTURE_MS = 10 * MINUTE_MS;
/** A P-256 signature has at most 72 bytes. */
const SIGNATURE = /^[A-Za-z0-9+/]{80,96}={0,2}$/;

type Headers = Record<string, string | string[] | undefined>;

export interface SendgridDeps {
  /** The public key as SendGrid shows it: base64 of its DER encoding. */
  webhookKey: string;
  now: Clock;
}

/** Verifies that messages come from SendGrid's event webhook. */
export function createSendgridMessages({ webhookKey, now }: SendgridDeps) {
  const webhook = new EventWebhook();
  const key = webhook.convertPublicKeyToECDSA(webhookKey);

  function isProven(body: Buffer, signature: string, timestamp: string): boolean {
    try {
      return webhook.verifySignature(key, body, signature, timestamp);
    } catch {
      return false; // The library throws at what is no signature at all.
    }
  }

  return {
    /** The events of a message, in their sequence. @throws AppError forbidden, invalid_input */
    read: (body: unknown, headers: Headers): unknown[] => {
      const signature = headers[EventWebhookHeader.SIGNATURE().toLowerCase()];
      const timestamp = headers[EventWebhookHeader.TIMESTAMP().toLowerCase()];
      const isWhole = typeof signature === "string" && typeof timestamp === "string" && Buffer.isBuffer(body);
      if (!isWhole || !SIGNATURE.test(signature) || !/^\d{1,12}$/.test(timestamp)) throw forged();
      const age = now().getTime() - Number(timestamp) * 1000;
      if (age > PAST_MS || age < -FUTURE_MS) throw new AppError("forbidden", HOOK_MESSAGES.hookStale);
      if (!isProven(body, signature, timestamp)) throw forged();
      const events = readJson(body);
      if (!Array.isArray(events)) throw new AppError("invalid_input", HOOK_MESSAGES.hookUnreadable);
      return events;
    },
  };
}

function forged(): AppError {
  return new AppError("forbidden", HOOK_MESSAGES.hookForged);
}
