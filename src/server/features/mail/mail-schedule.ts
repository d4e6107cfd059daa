import { HOUR_MS, MINUTE_MS } from "#contract/dates.ts";

/** Timings of the outbox. */
export interface MailSchedule {
  /** Pauses after the first, second … failed attempt; the last one repeats. */
  pausesMs: readonly number[];
  /** A mail older than this fails for good at its next failure. */
  horizonMs: number;
  /** Failed attempts before the other provider's transport is used. */
  triesPerTransport: number;
  /** How long an attempt may take; longer than the transport's own time-out. */
  leaseMs: number;
  /** How long an attempt with an unknown outcome waits for a report before the one resend. */
  unknownWaitMs: number;
  /** An identical resend within this time is treated as a repeat of the first. */
  repeatMs: number;
}

const SECOND = 1000;

/** Growing pauses for four hours (decision record 0022), the other provider after three failed attempts (0023). */
export const MAIL_SCHEDULE: MailSchedule = {
  pausesMs: [10 * SECOND, 30 * SECOND, 2 * MINUTE_MS, 5 * MINUTE_MS],
  horizonMs: 4 * HOUR_MS,
  triesPerTransport: 3,
  leaseMs: 5 * MINUTE_MS,
  unknownWaitMs: 10 * MINUTE_MS,
  repeatMs: MINUTE_MS,
};

/** When the next attempt after `tries` failed ones is due. */
export function nextTryAt(schedule: MailSchedule, tries: number, now: Date): Date {
  const { pausesMs } = schedule;
  const pause = pausesMs[Math.min(tries, pausesMs.length) - 1] ?? MINUTE_MS;
  return new Date(now.getTime() + pause);
}

/** The longest waits of a mail's states, in milliseconds. */
export interface MailWaits {
  /** Queued and not tried yet. */
  first: number;
  /** Queued again after a failed attempt. */
  next: number;
  sending: number;
  unknown: number;
}

export function longestWaits({ pausesMs, leaseMs, unknownWaitMs }: MailSchedule, undoMs: number): MailWaits {
  return { first: undoMs, next: Math.max(...pausesMs), sending: leaseMs, unknown: unknownWaitMs };
}
