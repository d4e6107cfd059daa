import type { Pool } from "pg";
import type { AppError } from "#server/platform/app-error.ts";
import { networkOf, wideNetworkOf } from "#server/platform/ip-address.ts";
import {
  consume,
  DAY,
  HOUR,
  keyOf,
  openAddressLimiter,
  openLimiter,
  QUARTER_HOUR,
  tooMany,
  tryConsume,
} from "./rate-limiter.ts";

/** A permitted attempt to verify an order's e-mail. */
export interface TrackingTry {
  /** Set after too many failed attempts for this e-mail or order: the answer to another failed one. */
  readonly exhausted: AppError | null;
  /** Undoes the count and clears the failed attempts of this network and order. */
  succeeded(): Promise<void>;
}

/** `orderId` is null for a malformed order id. */
export interface TrackingRequest {
  ip: string;
  emailKey: string;
  orderId: number | null;
}

/** @throws AppError rate_limited */
export type BeginTracking = (request: TrackingRequest) => Promise<TrackingTry>;

/**
 * Limits of failed attempts by visitors, decision record 0020. The limit of the network is checked first and is final.
 * Beyond the limits of an e-mail or an order the right pair still opens, otherwise anyone could lock the owner out; but
 * from then on each network has three attempts for that e-mail or order, so that an attacker with many networks gains
 * little.
 */
export function createTrackingLimits(pool: Pool): BeginTracking {
  const pair = openLimiter(pool, "track-pair", 10, QUARTER_HOUR);
  const address = openAddressLimiter(pool, "track-address", 20, QUARTER_HOUR);
  const email = openLimiter(pool, "track-email", 20, HOUR);
  const orderInHour = openLimiter(pool, "track-order-hour", 10, HOUR);
  const orderInDay = openLimiter(pool, "track-order-day", 20, DAY);
  const whileExhausted = openLimiter(pool, "track-exhausted", 3, DAY);

  return async ({ ip, emailKey, orderId }) => {
    const pairKey = `${orderId ?? "none"}@${networkOf(ip)}`;
    await consume(pair, pairKey);
    await address.consume(ip);

    const order = `order ${orderId}`;
    const counters = [
      { limiter: email, key: keyOf(emailKey), target: emailKey },
      ...(orderId === null
        ? []
        : [
            { limiter: orderInHour, key: keyOf(order), target: order },
            { limiter: orderInDay, key: keyOf(order), target: order },
          ]),
    ];
    const over = await Promise.all(
      counters.map(async ({ limiter, key, target }) => ({ target, result: await tryConsume(limiter, key) })),
    );
    const passed = over.flatMap(({ target, result }) => (result === null ? [] : [{ target, ms: result.msBeforeNext }]));
    const exhausted = passed.length === 0 ? null : tooMany(Math.max(...passed.map(({ ms }) => ms)));
    const ownKeys = [...new Set(passed.map(({ target }) => keyOf(`${target}@${wideNetworkOf(ip)}`)))];
    for (const key of ownKeys) await consume(whileExhausted, key);

    return {
      exhausted,
      succeeded: async () => {
        await pair.delete(pairKey);
        await address.undo(ip);
        await Promise.all(counters.map(({ limiter, key }) => limiter.reward(key)));
        await Promise.all(ownKeys.map((key) => whileExhausted.delete(key)));
      },
    };
  };
}
