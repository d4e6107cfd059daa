import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** The two headers of SendGrid's signed event webhook for a body. */
export function sendgridHeaders(key: KeyObject, body: string | Buffer, at = new Date()): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = sign("sha256", Buffer.concat([Buffer.from(timestamp), Buffer.from(body)]), key);
  return {
    "content-type": "application/json",
    "x-twilio-email-event-webhook-signature": signature.toString("base64"),
    "x-twilio-email-event-webhook-timestamp": timestamp,
  };
}

/** A key pair like SendGrid's, with the public key in the format that its page shows. */
export function sendgridKeys(): { webhookKey: string; key: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { webhookKey: publicKey.export({ type: "spki", format: "der" }).toString("base64"), key: privateKey };
}
