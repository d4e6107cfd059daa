import SnsPayloadValidator from "sns-payload-validator";
import { HOUR_MS, MINUTE_MS } from "#contract/dates.ts";
import { type SnsMessage, snsMessageSchema } from "#contract/hooks/hooks.ts";
import { HOOK_MESSAGES } from "#contract/hooks/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import { within } from "#server/platform/within.ts";
import { readJson } from "./raw-body.ts";
import type { SnsClient } from "./sns-client.ts";

/** SNS retries a message for an hour at most, with the time of the first attempt in the signed text. */
const PAST_MS = 2 * HOUR_MS;
const FUTURE_MS = 10 * MINUTE_MS;
/**
 * Minimum interval before a known certificate is fetched again, so that forged messages can't make us fetch at will.
 */
const FRESH_LOOK_MS = MINUTE_MS;

/** Certificates fetched per minute, whatever forged messages name; Amazon itself has one per region. */
const FETCHES_A_MINUTE = 5;
/** Names of Amazon's certificates, and the length of their signatures: 2048 bits or more. */
const CERTIFICATE_PATH = /^\/SimpleNotificationService-[0-9a-f]{32}\.pem$/;
const SIGNATURE = /^[A-Za-z0-9+/]{342,1366}={0,2}$/;

/** Errors of the library for forged messages; all its other errors are about fetching the certificate. */
const IS_FORGED = /^Invalid (Type|Signature|SignatureVersion|SigningCertURL)$/;

export interface SnsDeps {
  /** The only accepted topic. */
  topicArn: string;
  client: SnsClient;
  now: Clock;
}

/** Verifies that messages come from one topic of Amazon SNS. */
export function createSnsMessages({ topicArn, client, now }: SnsDeps) {
  const host = hostOf(topicArn);
  const newValidator = () => new SnsPayloadValidator({ requestAgent: client.agent });
  let validator = newValidator();
  let freshAt = 0;
  /** Certificates that verified a message, and all that were fetched by the current validator. */
  const trusted = new Set<string>();
  const fetched = new Set<string>();
  let fetchTimes: number[] = [];

  /** @throws AppError rate_limited, after which SNS retries */
  function assertMayFetch(url: string): void {
    if (trusted.has(url) || fetched.has(url)) return;
    const at = now().getTime();
    fetchTimes = fetchTimes.filter((time) => at - time < MINUTE_MS);
    const [oldest = at] = fetchTimes;
    if (fetchTimes.length >= FETCHES_A_MINUTE) {
      const retryAfterSeconds = (oldest + MINUTE_MS - at) / 1000;
      throw new AppError("rate_limited", MESSAGES.rateLimited, { retryAfterSeconds });
    }
    fetchTimes.push(at);
    fetched.add(url);
  }

  /**
   * Cheap checks first: no certificate is fetched for another topic, and only from the topic's own region.
   * @throws AppError invalid_input, forbidden, unavailable when Amazon's certificate can't be fetched
   */
  async function read(body: unknown): Promise<SnsMessage> {
    const parsed = snsMessageSchema.safeParse(readJson(body));
    if (!parsed.success) throw new AppError("invalid_input", HOOK_MESSAGES.hookUnreadable);
    const message = parsed.data;
    if (message.TopicArn !== topicArn || !isCertificate(message.SigningCertURL, host)) throw forged();
    if (!SIGNATURE.test(message.Signature)) throw forged();
    const age = now().getTime() - Date.parse(message.Timestamp);
    if (age > PAST_MS || age < -FUTURE_MS) throw new AppError("forbidden", HOOK_MESSAGES.hookStale);
    assertMayFetch(message.SigningCertURL);
    if (!(await isProven(message)) && !(await isProvenAfresh(message))) throw forged();
    trusted.add(message.SigningCertURL);
    return message;
  }

  async function isProven(message: SnsMessage): Promise<boolean> {
    // The library checks whether `Subject` is present, so an absent one must not be set to undefined.
    const payload = Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined));
    try {
      const validated = validator.validate(payload as unknown as Parameters<typeof validator.validate>[0]);
      // The library waits forever if a connection ends in the middle of a certificate.
      await within(client.limitMs + 1_000, validated, "no certificate in time");
      return true;
    } catch (error) {
      if (error instanceof Error && IS_FORGED.test(error.message)) return false;
      throw unavailable(error);
    }
  }

  /**
   * The library caches any response as the certificate, even an error page; checks whether a valid one is there now.
   */
  async function isProvenAfresh(message: SnsMessage): Promise<boolean> {
    if (now().getTime() - freshAt < FRESH_LOOK_MS) return false;
    freshAt = now().getTime();
    validator = newValidator();
    fetched.clear();
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
     * Confirms the subscription requested by a verified message.
     * @throws AppError forbidden for a URL that is not the topic's SNS, unavailable when SNS doesn't accept it
     */
    confirm: async ({ SubscribeURL = "" }: SnsMessage): Promise<void> => {
      if (!isAt(SubscribeURL, host)) throw forged();
      await visit(SubscribeURL);
    },
  };
}

function forged(): AppError {
  return new AppError("forbidden", HOOK_MESSAGES.hookForged);
}

/** SNS retries after this answer; after a refusal it would not. */
function unavailable(cause: unknown): AppError {
  return new AppError("unavailable", MESSAGES.unavailable, { cause, retryAfterSeconds: 10 });
}

/** The host of SNS in the topic's region: `arn:aws:sns:eu-west-1:…` is at `sns.eu-west-1.amazonaws.com`. */
function hostOf(topicArn: string): string {
  const [, partition, , region] = topicArn.split(":");
  return `sns.${region}.amazonaws.com${partition === "aws-cn" ? ".cn" : ""}`;
}

function isCertificate(address: string, host: string): boolean {
  if (!isAt(address, host)) return false;
  const { pathname } = new URL(address);
  // One spelling: with a query or a fragment the same certificate would have many URLs.
  return CERTIFICATE_PATH.test(pathname) && address === `https://${host}${pathname}`;
}

/** https, the default port, and no credentials in the URL. */
function isAt(address: string, host: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host: named, username, password } = new URL(address);
  return protocol === "https:" && named === host && username === "" && password === "";
}
