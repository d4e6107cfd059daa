import type { Pool } from "pg";
import type { RateLimiterPostgres } from "rate-limiter-flexible";
import { networkOf } from "#server/platform/ip-address.ts";
import type { LinkLimits } from "./account-links.service.ts";
import type { ConfirmationLimits } from "./auth.service.ts";
import type { SetUpLimits } from "./factors/enrolment.service.ts";
import type { FactorLimits } from "./factors/second-factors.ts";
import type { ResetLimits } from "./password-reset.service.ts";
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
import type { SignInLimits } from "./sign-in.service.ts";
import { type BeginTracking, createTrackingLimits } from "./tracking-limits.ts";

/**
 * Rate limits, decision record 0020. Kept in the database, so that several processes count together. An attempt is
 * counted before it is checked, so that concurrent ones can't slip past, and the count is undone if it was right.
 */
export interface Limits extends SignInLimits, ConfirmationLimits, FactorLimits, SetUpLimits, ResetLimits, LinkLimits {
  /** Counts a link to a member's new own address. @throws AppError rate_limited */
  ownEmail(memberId: number): Promise<void>;
  /** Counts an invitation by its sender and its recipient. @throws AppError rate_limited */
  invitation(memberId: number, emailKey: string): Promise<void>;
  tracking: BeginTracking;
  /** Counts a use of a link about an order's e-mail address. @throws AppError rate_limited */
  emailLink(ip: string): Promise<void>;
  /** Undoes the count: the token was right. */
  emailLinkFound(ip: string): Promise<void>;
  /** Counts what a customer sends on the tracking page before it is read. @throws AppError rate_limited */
  answer(ip: string): Promise<void>;
  upload(memberId: number): Promise<void>;
  details(memberId: number): Promise<void>;
  exports(memberId: number): Promise<void>;
  /** Comments and requests for corrections, which everybody loads who opens the order. @throws AppError rate_limited */
  note(memberId: number, orderId: number): Promise<void>;
  /** Tests of mail texts. @throws AppError rate_limited */
  testMail(memberId: number): Promise<void>;
  wrongIntakeKey(ip: string): Promise<void>;
}

export function createLimits(pool: Pool): Limits {
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
    async assertSignIn(emailKey, ip, knownDevice) {
      if (knownDevice !== null) return await consume(device, deviceKey(emailKey, knownDevice));
      await consume(pair, pairKey(emailKey, ip));
      await assertWithPauses(account, pauses, keyOf(emailKey));
      await address.consume(ip);
    },
    async signInSucceeded(emailKey, ip, knownDevice) {
      if (knownDevice !== null) return void (await device.delete(deviceKey(emailKey, knownDevice)));
      await pair.delete(pairKey(emailKey, ip));
      await account.reward(keyOf(emailKey));
      await address.undo(ip);
    },
    assertConfirmation: (memberId) => consume(confirmations, String(memberId)),
    confirmed: async (memberId) => void (await confirmations.delete(String(memberId))),
    async assertFactor(memberId) {
      await assertWithPauses(factors, factorPauses, String(memberId));
      return (await factors.get(String(memberId)))?.consumedPoints ?? 1;
    },
    factorSucceeded: async (memberId) => void (await factors.delete(String(memberId))),
    passkeyOffer: (ip) => consume(passkeyOffers, networkOf(ip)),
    assertPasskey: (ip) => passkeyAnswers.consume(ip),
    passkeySucceeded: (ip) => passkeyAnswers.undo(ip),
    tracking: createTrackingLimits(pool),
    async countResetRequest(emailKey, ip) {
      await consume(resetRequestsOfAddress, networkOf(ip));
      return (await tryConsume(resetRequestsOfAccount, keyOf(emailKey))) === null;
    },
    passwordWasReset: async (emailKey, ip, knownDevices) => {
      for (const each of knownDevices) await device.delete(deviceKey(emailKey, each));
      await pair.delete(pairKey(emailKey, ip));
      await account.delete(keyOf(emailKey));
      await pauses.delete(keyOf(emailKey));
    },
    assertReset: (ip) => consume(resetAddress, networkOf(ip)),
    countSetUpLink: async (memberId) => (await tryConsume(setUpLinks, String(memberId))) === null,
    resetTokenFound: async (ip) => void (await resetAddress.reward(networkOf(ip))),
    ownEmail: (memberId) => consume(ownEmails, String(memberId)),
    async invitation(memberId, emailKey) {
      await consume(invitationsTo, keyOf(emailKey));
      await consume(invitations, String(memberId));
    },
    emailLink: (ip) => consume(emailLinks, networkOf(ip)),
    emailLinkFound: async (ip) => void (await emailLinks.reward(networkOf(ip))),
    answer: (ip) => consume(answers, networkOf(ip)),
    upload: (memberId) => consume(uploads, String(memberId)),
    wrongIntakeKey: (ip) => consume(intakeKeys, networkOf(ip)),
    async note(memberId, orderId) {
      await consume(notesOfOrder, `${memberId}@${orderId}`);
      await consume(notes, String(memberId));
    },
    exports: (memberId) => consume(exported, String(memberId)),
    testMail: (memberId) => consume(testMails, String(memberId)),
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
