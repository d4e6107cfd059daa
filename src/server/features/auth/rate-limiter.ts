import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import { UnclearCommitError } from "#server/platform/db/unclear-commit.ts";
import { networkOf, wideNetworkOf } from "#server/platform/ip-address.ts";

export const QUARTER_HOUR = 15 * 60;
export const HOUR = 60 * 60;
export const DAY = 24 * HOUR;

/** The table is created by a migration, so the limiter doesn't have to wait for it. `duration` is in seconds. */
export function openLimiter(pool: Pool, keyPrefix: string, points: number, duration: number): RateLimiterPostgres {
  const store = { storeClient: pool, tableName: "rate_limits", tableCreated: true, clearExpiredByTimeout: false };
  return new RateLimiterPostgres({ keyPrefix, points, duration, ...store });
}

export function tooMany(msBeforeNext: number): AppError {
  return new AppError("rate_limited", MESSAGES.rateLimited, { retryAfterSeconds: msBeforeNext / 1000 });
}

/** @throws AppError rate_limited */
export async function consume(limiter: RateLimiterPostgres, key: string, points = 1): Promise<void> {
  const over = await tryConsume(limiter, key, points);
  if (over !== null) throw tooMany(over.msBeforeNext);
}

/** Null if the attempt is within the limit, else the time to wait. */
export async function tryConsume(
  limiter: RateLimiterPostgres,
  key: string,
  points = 1,
): Promise<RateLimiterRes | null> {
  try {
    await limiter.consume(key, points);
    return null;
  } catch (error) {
    if (error instanceof RateLimiterRes) return error;
    // One attempt too many may have been counted; the call has done nothing yet and can be repeated.
    throw error instanceof UnclearCommitError ? (error.cause ?? error) : error;
  }
}

/** Addresses are personal and may exceed the table's key length, so their digest is the key. */
export function keyOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** A /48 may be a mobile operator with many honest customers: it gets five times the attempts of a /64. */
const WIDE_FACTOR = 5;

/** Limits attempts by IP address; IPv6 addresses by their /64 and their /48. */
export function openAddressLimiter(pool: Pool, keyPrefix: string, points: number, duration: number) {
  const narrow = openLimiter(pool, keyPrefix, points, duration);
  const wide = openLimiter(pool, `${keyPrefix}-48`, points * WIDE_FACTOR, duration);
  return {
    /** @throws AppError rate_limited */
    consume: async (ip: string): Promise<void> => {
      await consume(narrow, networkOf(ip));
      if (ip.includes(":")) await consume(wide, wideNetworkOf(ip));
    },
    undo: async (ip: string): Promise<void> => {
      await narrow.reward(networkOf(ip));
      if (ip.includes(":")) await wide.reward(wideNetworkOf(ip));
    },
  };
}
