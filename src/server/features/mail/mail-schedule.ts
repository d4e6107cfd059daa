/** Every pause of the outbox. */
export interface MailSchedule {
  /** Pauses after the first, second … failed try; the last one repeats. */
  pausesMs: readonly number[];
  /** A mail older than this is given up at its next failure. */
  horizonMs: number;
  /** Failed tries before the other provider's road is taken. */
  triesPerRoute: number;
  /** How long a try may take; longer than the transport's own limit. */
  leaseMs: number;
  /** How long a try whose outcome nobody knows waits for a report before the one resend. */
  unknownWaitMs: number;
  /** A second identical resend within this time is the first one. */
  repeatMs: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Decision 12: growing pauses for four hours, the other provider after three failed tries. */
export const MAIL_SCHEDULE: MailSchedule = {
  pausesMs: [10 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE],
  horizonMs: 4 * 60 * MINUTE,
  triesPerRoute: 3,
  leaseMs: 5 * MINUTE,
  unknownWaitMs: 10 * MINUTE,
  repeatMs: MINUTE,
};

/** When the next try after `tries` failed ones is due. */
export function nextTryAt(schedule: MailSchedule, tries: number, now: Date): Date {
  const { pausesMs } = schedule;
  const pause = pausesMs[Math.min(tries, pausesMs.length) - 1] ?? MINUTE;
  return new Date(now.getTime() + pause);
}
