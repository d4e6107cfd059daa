import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { SignInLimits } from "./auth.service.ts";

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

/** How often something may be tried, decision 19. Kept in the database, so that several processes count together. */
export interface Limits extends SignInLimits {
  assertTracking(ip: string, orderId: number | null): Promise<void>;
  trackingFailed(ip: string, orderId: number | null): Promise<void>;
  upload(memberId: number): Promise<void>;
  details(memberId: number): Promise<void>;
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
  const uploads = limiter("upload", 600, HOUR);
  const details = limiter("details", 5000, HOUR);

  const network = (ip: string) => networkOf(ip);
  const pairKey = (name: string, ip: string) => `${name}@${network(ip)}`.slice(0, 200);
  const trackKey = (ip: string, orderId: number | null) => `${orderId ?? "none"}@${network(ip)}`;

  return {
    async assertSignIn(emailKey, ip) {
      await assertLeft(pair, pairKey(emailKey, ip));
      await assertLeft(account, emailKey);
      await assertLeft(address, network(ip));
    },
    async signInFailed(emailKey, ip) {
      await count(pair, pairKey(emailKey, ip));
      await count(address, network(ip));
      if (await count(account, emailKey)) return;
      const { consumedPoints } = await pauses.penalty(emailKey);
      await account.block(emailKey, Math.min(QUARTER_HOUR, 30 * 2 ** Math.min(consumedPoints - 1, 5)));
    },
    async signInSucceeded(emailKey, ip) {
      await pair.delete(pairKey(emailKey, ip));
    },
    async assertTracking(ip, orderId) {
      await assertLeft(trackPair, trackKey(ip, orderId));
      await assertLeft(trackAddress, network(ip));
    },
    async trackingFailed(ip, orderId) {
      await count(trackPair, trackKey(ip, orderId));
      await count(trackAddress, network(ip));
    },
    upload: (memberId) => consume(uploads, String(memberId)),
    details: (memberId) => consume(details, String(memberId)),
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

async function assertLeft(limiter: RateLimiterPostgres, key: string): Promise<void> {
  const state = await limiter.get(key);
  if (state !== null && state.consumedPoints >= limiter.points) throw tooMany(state.msBeforeNext);
}

/** Counts one more. @returns false when this was the last that was left, or past it */
async function count(limiter: RateLimiterPostgres, key: string): Promise<boolean> {
  const { consumedPoints } = await limiter.penalty(key);
  return consumedPoints < limiter.points;
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (error instanceof RateLimiterRes) throw tooMany(error.msBeforeNext);
    throw error;
  }
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
