import { randomUUID, sign } from "node:crypto";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { SnsMessage } from "#contract/hooks/hooks.ts";
import type { SnsPeer } from "#server/features/hooks/sns-client.ts";
import { selfSigned } from "./self-signed.ts";

export const TOPIC = "arn:aws:sns:eu-west-1:123456789012:ses-reports";
const HOST = "sns.eu-west-1.amazonaws.com";

type Behaviour = "serve" | "stall" | "drop-midway" | "error-page" | "refuse";

/** Fields of a message covered by its signature, in this order (SNS, "Verifying the signatures of messages"). */
const SIGNED = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
  UnsubscribeConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
} as const;

/** A fake Amazon SNS of one region on loopback: certificate, confirmations, signature. */
export async function startSnsPeer() {
  const { cert, key } = selfSigned(HOST);
  const requests: string[] = [];
  let behaviour: Behaviour = "serve";
  const server = createServer({ cert, key: key.export({ type: "pkcs8", format: "pem" }) }, (request, response) => {
    requests.push(`${request.headers.host}${request.url}`);
    if (behaviour === "stall") return;
    if (behaviour === "refuse") return void response.writeHead(403).end();
    if (behaviour === "error-page") return void response.writeHead(503).end("<h1>Try again</h1>");
    if (behaviour === "drop-midway") {
      response.writeHead(200, { "content-length": cert.length });
      return void response.write(cert.slice(0, 100), () => response.destroy());
    }
    response.writeHead(200).end(request.url?.endsWith(".pem") ? cert : "<ConfirmSubscriptionResponse/>");
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  let certificates = 0;

  /** The URL of a certificate that has not been fetched yet. */
  function newCertificateUrl(): string {
    certificates += 1;
    return `https://${HOST}/SimpleNotificationService-${String(certificates).padStart(32, "0")}.pem`;
  }

  /** A message as SNS sends it, signed with the peer's key; `given` overrides the defaults before signing. */
  function message(given: Partial<SnsMessage>): SnsMessage {
    const unsigned: SnsMessage = {
      Type: "Notification",
      MessageId: randomUUID(),
      TopicArn: TOPIC,
      Message: "{}",
      Timestamp: new Date().toISOString(),
      SignatureVersion: "2",
      SigningCertURL: `https://${HOST}/SimpleNotificationService-${"a".repeat(32)}.pem`,
      Signature: "",
      ...given,
    };
    const names: readonly (keyof SnsMessage)[] = SIGNED[unsigned.Type];
    const text = names.filter((name) => unsigned[name] !== undefined).map((name) => `${name}\n${unsigned[name]}\n`);
    const digest = unsigned.SignatureVersion === "1" ? "sha1" : "sha256";
    return { ...unsigned, Signature: sign(digest, Buffer.from(text.join("")), key).toString("base64") };
  }

  return {
    /** Target of redirected connections to Amazon. */
    peer: { host: "127.0.0.1", port, ca: cert } satisfies SnsPeer,
    requests,
    message,
    newCertificateUrl,
    subscription: (SubscribeURL = `https://${HOST}/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=t`) =>
      message({ Type: "SubscriptionConfirmation", Message: "You have chosen …", Token: "t", SubscribeURL }),
    behave: (next: Behaviour) => {
      behaviour = next;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
