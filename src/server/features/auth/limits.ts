import type { Pool } from "pg";
import type { RateLimiterPostgres } from "rate-limiter-flexible";
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

export type Limits = ReturnType<typeof createLimits>;

/**
 * Rate limits, decision record 0020. Kept in the database, so that several processes count together. An attempt is
 * counted before it is checked, so that concurrent ones can't slip past, and the count is undone if it was right.
 */
export function createLimits(pool: Pool) {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    openLimiter(pool, keyPrefix, points, duration);
  const pair = limiter("sign-in-pair", 10, QUARTER_HOUR);
  // Per member and known device: other people's attempts don't count against it, nor its own against others.
  const device = limiter("sign-in-device", 10, QUARTER_HOUR);
  const account = limiter("sign-in-account", 50, QUARTER_HOUR);
  // Counts an account's lockouts within a day: each is twice as long as the one before.
  const pauses = limiter("sign-in-pauses", 1000, DAY);
  // Per member: a stolen session can't be used to guess the password, and those who lock the account from outside
  // don't keep a signed-in member from confirming.
  const confirmations = limiter("confirm-identity", 10, QUARTER_HOUR);
  // Per member: whoever knows the password can't guess codes by many tickets.
  const factors = limiter("second-factor", 10, QUARTER_HOUR);
  const factorPauses = limiter("second-factor-pauses", 1000, DAY);
  const address = openAddressLimiter(pool, "sign-in-address", 100, QUARTER_HOUR);
  const passkeyOffers = limiter("passkey-offer", 300, QUARTER_HOUR);
  const passkeyAnswers = openAddressLimiter(pool, "passkey-answer", 100, QUARTER_HOUR);
  const resetRequestsOfAddress = limiter("reset-ask-address", 10, QUARTER_HOUR);
  const resetRequestsOfAccount = limiter("reset-ask-account", 3, QUARTER_HOUR);
  const resetAddress = limiter("reset-address", 20, QUARTER_HOUR);
  const invitations = limiter("invitation", 60, HOUR);
  const invitationsTo = limiter("invitation-to", 5, HOUR);
  const ownEmails = limiter("own-email", 5, HOUR);
  const setUpLinks = limiter("set-up-link", 3, QUARTER_HOUR);
  const emailLinks = limiter("email-link", 20, QUARTER_HOUR);
  const answers = limiter("answer", 60, HOUR);
  const uploads = limiter("upload", 600, HOUR);
  const details = limiter("details", 5000, HOUR);
  const intakeKeys = limiter("intake-key", 20, QUARTER_HOUR);
  const exported = limiter("export", 60, HOUR);
  const testMails = limiter("test-mail", 10, HOUR);
  const notes = limiter("note", 300, HOUR);
  const notesOfOrder = limiter("note-order", 30, HOUR);

  const deviceKey = (name: string, deviceHash: Buffer) => keyOf(`${name}@${deviceHash.toString("base64url")}`);
  const pairKey = (name: string, ip: string) => keyOf(`${name}@${networkOf(ip)}`);

  /** Over the limit comes a pause, 30 s at first and twice as long each time that day, up to a quarter of an hour. */
  async function assertWithPauses(counted: RateLimiterPostgres, paused: RateLimiterPostgres, key: string) {
    const over = await tryConsume(counted, key);
    if (over === null) return;
    if (over.consumedPoints > counted.points + 1) throw tooMany(over.msBeforeNext);
    const { consumedPoints: pausesToday } = await paused.penalty(key);
    const seconds = Math.min(QUARTER_HOUR, 30 * 2 ** Math.min(pausesToday - 1, 5));
    await counted.block(key, seconds);
    throw tooMany(seconds * 1000);
  }

  return {
    /**
     * Counts an attempt.
     * @param knownDevice digest of a device where this member has signed in before: then only its own counter applies
     * @throws AppError rate_limited
     */
    async assertSignIn(emailKey: string, ip: string, knownDevice: Buffer | null): Promise<void> {
      if (knownDevice !== null) return await consume(device, deviceKey(emailKey, knownDevice));
      await consume(pair, pairKey(emailKey, ip));
      await assertWithPauses(account, pauses, keyOf(emailKey));
      await address.consume(ip);
    },
    /** Undoes the count of the attempt and clears the failed ones of this pair, or of this device. */
    async signInSucceeded(emailKey: string, ip: string, knownDevice: Buffer | null): Promise<void> {
      if (knownDevice !== null) return void (await device.delete(deviceKey(emailKey, knownDevice)));
      await pair.delete(pairKey(emailKey, ip));
      await account.reward(keyOf(emailKey));
      await address.undo(ip);
    },
    /** Counts an attempt of a signed-in member to confirm the password. @throws AppError rate_limited */
    assertConfirmation: (memberId: number) => consume(confirmations, String(memberId)),
    /** Clears the attempts of `assertConfirmation`. */
    confirmed: async (memberId: number) => void (await confirmations.delete(String(memberId))),
    /** Counts a try of a second factor. @returns how many the member has had since the last right one @throws AppError rate_limited */
    async assertFactor(memberId: number): Promise<number> {
      await assertWithPauses(factors, factorPauses, String(memberId));
      return (await factors.get(String(memberId)))?.consumedPoints ?? 1;
    },
    factorSucceeded: async (memberId: number) => void (await factors.delete(String(memberId))),
    /** Counts a challenge given to a stranger. @throws AppError rate_limited */
    passkeyOffer: (ip: string) => consume(passkeyOffers, networkOf(ip)),
    /** Counts an answer of a passkey. @throws AppError rate_limited */
    assertPasskey: (ip: string) => passkeyAnswers.consume(ip),
    /** Undoes that count. */
    passkeySucceeded: (ip: string) => passkeyAnswers.undo(ip),
    tracking: createTrackingLimits(pool),
    /**
     * Counts a request for a link. False if this e-mail was requested too often, which the caller must not learn.
     * @throws AppError rate_limited by IP address, whatever e-mails were requested
     */
    async countResetRequest(emailKey: string, ip: string): Promise<boolean> {
      await consume(resetRequestsOfAddress, networkOf(ip));
      return (await tryConsume(resetRequestsOfAccount, keyOf(emailKey))) === null;
    },
    /** Clears the failed sign-ins of an account: the owner of its mailbox can sign in again, whoever locked it. */
    async passwordWasReset(emailKey: string, ip: string, knownDevices: readonly Buffer[]): Promise<void> {
      for (const each of knownDevices) await device.delete(deviceKey(emailKey, each));
      await pair.delete(pairKey(emailKey, ip));
      await account.delete(keyOf(emailKey));
      await pauses.delete(keyOf(emailKey));
    },
    /** Counts a use of a token. @throws AppError rate_limited */
    assertReset: (ip: string) => consume(resetAddress, networkOf(ip)),
    /** Undoes the count: the token was right. */
    resetTokenFound: async (ip: string) => void (await resetAddress.reward(networkOf(ip))),
    /** Counts a link to set a second factor up. False if the member was mailed enough of them. */
    countSetUpLink: async (memberId: number) => (await tryConsume(setUpLinks, String(memberId))) === null,
    /** Counts a link to a member's new own address. @throws AppError rate_limited */
    ownEmail: (memberId: number) => consume(ownEmails, String(memberId)),
    /** Counts an invitation by its sender and its recipient. @throws AppError rate_limited */
    async invitation(memberId: number, emailKey: string): Promise<void> {
      await consume(invitationsTo, keyOf(emailKey));
      await consume(invitations, String(memberId));
    },
    /** Counts a use of a link about an order's e-mail address. @throws AppError rate_limited */
    emailLink: (ip: string) => consume(emailLinks, networkOf(ip)),
    /** Undoes the count: the token was right. */
    emailLinkFound: async (ip: string) => void (await emailLinks.reward(networkOf(ip))),
    /** Counts what a customer sends on the tracking page before it is read. @throws AppError rate_limited */
    answer: (ip: string) => consume(answers, networkOf(ip)),
    upload: (memberId: number) => consume(uploads, String(memberId)),
    wrongIntakeKey: (ip: string) => consume(intakeKeys, networkOf(ip)),
    /** Comments and requests for corrections, which everybody loads who opens the order. @throws AppError rate_limited */
    async note(memberId: number, orderId: number): Promise<void> {
      await consume(notesOfOrder, `${memberId}@${orderId}`);
      await consume(notes, String(memberId));
    },
    exports: (memberId: number) => consume(exported, String(memberId)),
    /** Tests of mail texts. @throws AppError rate_limited */
    testMail: (memberId: number) => consume(testMails, String(memberId)),
    details: inBlocks(details, DETAILS_BLOCK),
  };
}

/** To avoid a write for each read, a process reserves blocks of this many of a member's 5,000 details. */
const DETAILS_BLOCK = 50;

/** Counts blocks in the database, and within a block in memory. */
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

/**
 * Limits of failed attempts by visitors, decision record 0020. The limit of the network is checked first and is final.
 * Beyond the limits of an e-mail or an order the right pair still opens, otherwise anyone could lock the owner out; but
 * from then on each network has three attempts for that e-mail or order, so that an attacker with many networks gains
 * little.
 */
function createTrackingLimits(pool: Pool) {
  const pair = openLimiter(pool, "track-pair", 10, QUARTER_HOUR);
  const address = openAddressLimiter(pool, "track-address", 20, QUARTER_HOUR);
  const email = openLimiter(pool, "track-email", 20, HOUR);
  const orderInHour = openLimiter(pool, "track-order-hour", 10, HOUR);
  const orderInDay = openLimiter(pool, "track-order-day", 20, DAY);
  const whileExhausted = openLimiter(pool, "track-exhausted", 3, DAY);

  /** @param request `orderId` is null for a malformed one @throws AppError rate_limited */
  return async ({ ip, emailKey, orderId }: { ip: string; emailKey: string; orderId: number | null }) => {
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
      /** Set after too many failed attempts for this e-mail or order: the answer to another failed one. */
      exhausted,
      /** Undoes the count and clears the failed attempts of this network and order. */
      succeeded: async (): Promise<void> => {
        await pair.delete(pairKey);
        await address.undo(ip);
        await Promise.all(counters.map(({ limiter, key }) => limiter.reward(key)));
        await Promise.all(ownKeys.map((key) => whileExhausted.delete(key)));
      },
    };
  };
}
