import { setTimeout as delay } from "node:timers/promises";
import SnsPayloadValidator from "sns-payload-validator";
import { type SnsMessage, snsMessageSchema } from "#contract/hooks.ts";
import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import { readJson } from "./raw-body.ts";
import type { SnsClient } from "./sns-client.ts";

const MINUTE_MS = 60_000;
/** SNS repeats a message to a web server for an hour at most, with the time of the first try under its signature. */
const PAST_MS = 120 * MINUTE_MS;
const FUTURE_MS = 10 * MINUTE_MS;
/** Another look at a certificate that was fetched before, at most so often: a forger must not make us fetch at will. */
const FRESH_LOOK_MS = MINUTE_MS;

/** What the library says of a message that is not Amazon's; everything else it says is of the way to the certificate. */
const IS_FORGED = /^Invalid (Type|Signature|SignatureVersion|SigningCertURL)$/;

interface SnsDeps {
  /** The one topic that is listened to. */
  topicArn: string;
  client: SnsClient;
  now: Clock;
}

/** Proves that messages come from one topic of Amazon SNS. */
export function createSnsMessages({ topicArn, client, now }: SnsDeps) {
  const host = hostOf(topicArn);
  const newValidator = () => new SnsPayloadValidator({ requestAgent: client.agent });
  let validator = newValidator();
  let freshAt = 0;

  /**
   * Cheap checks first: no certificate is fetched for another topic, and only from the topic's own region.
   * @throws AppError invalid_input, forbidden, unavailable when Amazon's certificate can't be had
   */
  async function read(body: unknown): Promise<SnsMessage> {
    const parsed = snsMessageSchema.safeParse(readJson(body));
    if (!parsed.success) throw new AppError("invalid_input", MESSAGES.hookUnreadable);
    const message = parsed.data;
    if (message.TopicArn !== topicArn || !isAt(message.SigningCertURL, host)) throw forged();
    const age = now().getTime() - Date.parse(message.Timestamp);
    if (age > PAST_MS || age < -FUTURE_MS) throw new AppError("forbidden", MESSAGES.hookStale);
    if ((await isProven(message)) || (await isProvenAfresh(message))) return message;
    throw forged();
  }

  async function isProven(message: SnsMessage): Promise<boolean> {
    // The library reads `Subject` when it is there at all, so one that is absent must not be there as undefined.
    const payload = Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined));
    const limit = new AbortController();
    try {
      // A connection that ends in the middle of a certificate leaves the library waiting for ever.
      return await Promise.race([
        validator.validate(payload as unknown as Parameters<typeof validator.validate>[0]).then(() => true),
        delay(client.limitMs + 1_000, undefined, { signal: limit.signal }).then(() => {
          throw new Error("no certificate in time");
        }),
      ]);
    } catch (error) {
      if (error instanceof Error && IS_FORGED.test(error.message)) return false;
      throw unavailable(error);
    } finally {
      limit.abort();
    }
  }

  /** The library keeps whatever it was given for a certificate, an error page too: is there a true one by now? */
  async function isProvenAfresh(message: SnsMessage): Promise<boolean> {
    if (now().getTime() - freshAt < FRESH_LOOK_MS) return false;
    freshAt = now().getTime();
    validator = newValidator();
    await visit(message.SigningCertURL);
    return await isProven(message);
  }

  async function visit(address: string): Promise<void> {
    try {
      await client.visit(new URL(address));
    } catch (error) {
      throw unavailable(error);
    }
  }

  return {
    read,
    /**
     * Confirms the subscription that a proven message asks for.
     * @throws AppError forbidden for an address that is not the topic's SNS, unavailable when SNS does not take it
     */
    confirm: async ({ SubscribeURL = "" }: SnsMessage): Promise<void> => {
      if (!isAt(SubscribeURL, host)) throw forged();
      await visit(SubscribeURL);
    },
  };
}

function forged(): AppError {
  return new AppError("forbidden", MESSAGES.hookForged);
}

/** SNS comes again after such an answer; after a refusal it would not. */
function unavailable(cause: unknown): AppError {
  return new AppError("unavailable", MESSAGES.unavailable, { cause, retryAfterSeconds: 10 });
}

/** The host of SNS in the topic's region: `arn:aws:sns:eu-west-1:…` is at `sns.eu-west-1.amazonaws.com`. */
function hostOf(topicArn: string): string {
  const [, partition, , region] = topicArn.split(":");
  return `sns.${region}.amazonaws.com${partition === "aws-cn" ? ".cn" : ""}`;
}

/** By https, the usual port, and no name or password before the host. */
function isAt(address: string, host: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host: named, username, password } = new URL(address);
  return protocol === "https:" && named === host && username === "" && password === "";
}
