import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import { UnclearCommitError } from "#server/platform/db/unclear-commit.ts";
import type { SignInLimits } from "./auth.service.ts";
import type { ResetLimits } from "./password-reset.service.ts";

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

/**
 * How often something may be tried, decision 19. Kept in the database, so that several processes count together. A try
 * is counted before it is looked at, so that many at once can't slip past, and given back when it was right.
 */
export interface Limits extends SignInLimits, ResetLimits {
  /** Counts a try. @throws AppError rate_limited */
  assertTracking(ip: string, orderId: number | null): Promise<void>;
  trackingSucceeded(ip: string, orderId: number | null): Promise<void>;
  upload(memberId: number): Promise<void>;
  details(memberId: number): Promise<void>;
  exports(memberId: number): Promise<void>;
}

export function createLimits(pool: Pool): Limits {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    openLimiter(pool, { keyPrefix, points, duration });
  const pair = limiter("sign-in-pair", 10, QUARTER_HOUR);
  const account = limiter("sign-in-account", 50, QUARTER_HOUR);
  // Counts the pauses of an account within a day: each is twice as long as the one before.
  const pauses = limiter("sign-in-pauses", 1000, 24 * HOUR);
  const address = limiter("sign-in-address", 100, QUARTER_HOUR);
  const trackAddress = limiter("track-address", 20, QUARTER_HOUR);
  const trackPair = limiter("track-pair", 5, QUARTER_HOUR);
  const resetAskAddress = limiter("reset-ask-address", 10, QUARTER_HOUR);
  const resetAskAccount = limiter("reset-ask-account", 3, QUARTER_HOUR);
  const resetAddress = limiter("reset-address", 20, QUARTER_HOUR);
  const uploads = limiter("upload", 600, HOUR);
  const details = limiter("details", 5000, HOUR);
  const exported = limiter("export", 60, HOUR);

  const pairKey = (name: string, ip: string) => keyOf(`${name}@${networkOf(ip)}`);
  const trackKey = (ip: string, orderId: number | null) => `${orderId ?? "none"}@${networkOf(ip)}`;

  async function assertAccount(key: string): Promise<void> {
    const over = await tryConsume(account, key);
    if (over === null) return;
    if (over.consumedPoints > account.points + 1) throw tooMany(over.msBeforeNext);
    const { consumedPoints: pausesToday } = await pauses.penalty(key);
    const seconds = Math.min(QUARTER_HOUR, 30 * 2 ** Math.min(pausesToday - 1, 5));
    await account.block(key, seconds);
    throw tooMany(seconds * 1000);
  }

  return {
    async assertSignIn(emailKey, ip) {
      await consume(pair, pairKey(emailKey, ip));
      await assertAccount(keyOf(emailKey));
      await consume(address, networkOf(ip));
    },
    async signInSucceeded(emailKey, ip) {
      await pair.delete(pairKey(emailKey, ip));
      await account.reward(keyOf(emailKey));
      await address.reward(networkOf(ip));
    },
    async assertTracking(ip, orderId) {
      await consume(trackPair, trackKey(ip, orderId));
      await consume(trackAddress, networkOf(ip));
    },
    async trackingSucceeded(ip, orderId) {
      await trackPair.delete(trackKey(ip, orderId));
      await trackAddress.reward(networkOf(ip));
    },
    async takeResetAsk(emailKey, ip) {
      await consume(resetAskAddress, networkOf(ip));
      return (await tryConsume(resetAskAccount, keyOf(emailKey))) === null;
    },
    assertReset: (ip) => consume(resetAddress, networkOf(ip)),
    resetTokenFound: async (ip) => void (await resetAddress.reward(networkOf(ip))),
    upload: (memberId) => consume(uploads, String(memberId)),
    exports: (memberId) => consume(exported, String(memberId)),
    details: inBlocks(details, DETAILS_BLOCK),
  };
}

/** A read must not cost a write each: a process takes these many details of a member's 5,000 at once. */
const DETAILS_BLOCK = 50;

/** Counts by whole blocks in the database and within a block in this process. */
function inBlocks(limiter: RateLimiterPostgres, size: number): (memberId: number) => Promise<void> {
  const blocks = new Map<number, { left: number; taken: Promise<void> }>();
  return async (memberId) => {
    let block = blocks.get(memberId);
    if (block === undefined || block.left === 0) {
      block = { left: size, taken: consume(limiter, String(memberId), size) };
      blocks.set(memberId, block);
    }
    block.left -= 1;
    try {
      await block.taken;
    } catch (error) {
      blocks.delete(memberId);
      throw error;
    }
  };
}

interface LimiterOptions {
  keyPrefix: string;
  points: number;
  duration: number;
}

/** The table is a migration of ours, so there is nothing to wait for. */
function openLimiter(pool: Pool, options: LimiterOptions): RateLimiterPostgres {
  const store = { storeClient: pool, tableName: "rate_limits", tableCreated: true, clearExpiredByTimeout: false };
  return new RateLimiterPostgres({ ...options, ...store });
}

function tooMany(msBeforeNext: number): AppError {
  return new AppError("rate_limited", MESSAGES.rateLimited, { retryAfterSeconds: msBeforeNext / 1000 });
}

async function consume(limiter: RateLimiterPostgres, key: string, points = 1): Promise<void> {
  const over = await tryConsume(limiter, key, points);
  if (over !== null) throw tooMany(over.msBeforeNext);
}

/** Null when the try is within the limit, else how far it is past it. */
async function tryConsume(limiter: RateLimiterPostgres, key: string, points = 1): Promise<RateLimiterRes | null> {
  try {
    await limiter.consume(key, points);
    return null;
  } catch (error) {
    if (error instanceof RateLimiterRes) return error;
    // A try too many was counted, perhaps; what was asked for has not begun, and may be asked for again.
    throw error instanceof UnclearCommitError ? (error.cause ?? error) : error;
  }
}

/** Addresses are longer than the table's keys may be, and personal: their digest counts as well. */
function keyOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** One network counts as one caller: an IPv6 customer holds a /64 and would have 2^64 tries otherwise. */
function networkOf(ip: string): string {
  if (!ip.includes(":")) return ip;
  const [head = "", tail] = ip.split("::");
  const groups = head.split(":").filter((group) => group !== "");
  if (tail === undefined) return groups.slice(0, 4).join(":");
  while (groups.length < 4) groups.push("0");
  return groups.slice(0, 4).join(":");
}
