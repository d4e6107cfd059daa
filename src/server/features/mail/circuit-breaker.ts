import { MINUTE_MS } from "#contract/dates.ts";
import type { MailTransportName } from "#contract/mail/mail.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import type { Metrics } from "#server/platform/metrics-registry.ts";

const SECOND = 1000;
/** Consecutive failures, of any mails, that open the circuit. More than one mail makes before it changes transport. */
const FAILURES = 5;
/** The first, second … pause of an outage; the last one repeats. */
const PAUSES_MS = [5 * SECOND, 10 * SECOND, 30 * SECOND, MINUTE_MS];
const LONGEST_WAIT_MS = MINUTE_MS;
/** A transport that only throttles, without accepting anything, counts as down after this. */
const THROTTLED_FOR_MS = MINUTE_MS;

/** Why a transport is not called now. */
export interface OpenCircuit {
  until: Date;
  /** False: the transport is up and asked to be called less often. Such a wait doesn't count as a mail's attempt. */
  isOutage: boolean;
  /** The transport's last error message. */
  detail: string;
}

interface Failures extends OpenCircuit {
  count: number;
  /** Pauses of this outage so far. Mails already being sent when one started don't lengthen it. */
  pauses: number;
  since: number;
}

/**
 * A circuit breaker for each mail transport, in the memory of this process: a transport that fails for every mail is not
 * called for a while, then a single mail tests whether it is up again.
 */
export function createCircuitBreaker({ now, log, metrics }: { now: Clock; log: Log; metrics?: Metrics | undefined }) {
  const failing = new Map<MailTransportName, Failures>();
  const opened = new Map<MailTransportName, number>();

  return {
    /** Undefined: the transport may be called. After an outage's pause only one caller gets that, until its call ends. */
    enter: (transport: MailTransportName): OpenCircuit | undefined => {
      const failures = failing.get(transport);
      if (failures === undefined) return undefined;
      const at = now();
      if (at < endOf(failures, at)) return failures;
      if (failures.isOutage) {
        // If this call fails too, the next, longer pause has already started here.
        failures.pauses += 1;
        failures.until = outagePause(failures.pauses, at);
      }
      return undefined;
    },

    /** How often the transport's circuit has opened: a higher number than before means that it opened in between. */
    timesOpened: (transport: MailTransportName): number => opened.get(transport) ?? 0,

    succeeded: (transport: MailTransportName): void => {
      if (failing.get(transport)?.isOutage) log.info({ transport }, "a mail transport is up again");
      failing.delete(transport);
    },

    /** @param retryAfterMs how long the transport asked us to wait, if it did */
    failed: (transport: MailTransportName, detail: string, retryAfterMs?: number): void => {
      const at = now();
      const before = failing.get(transport);
      const count = (before?.count ?? 0) + 1;
      const since = before?.since ?? at.getTime();
      const isThrottled = retryAfterMs !== undefined && at.getTime() - since < THROTTLED_FOR_MS;
      const isOutage = before?.isOutage || (!isThrottled && count >= FAILURES);
      if (isOutage && !before?.isOutage) {
        log.warn({ transport, failures: count }, "a mail transport fails for every mail: it is paused");
      }
      const requested = new Date(at.getTime() + Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS));
      const own = isOutage ? (before?.isOutage ? endOf(before, at) : outagePause(0, at)) : at;
      const pauses = isOutage ? (before?.pauses ?? 0) : 0;
      const until = [before === undefined ? at : endOf(before, at), own, requested].reduce((latest, time) =>
        time > latest ? time : latest,
      );
      if (until > at) {
        opened.set(transport, (opened.get(transport) ?? 0) + 1);
        metrics?.count("mail_circuit_opened_total", { transport, reason: isOutage ? "outage" : "throttled" });
      }
      failing.set(transport, { count, pauses, since, isOutage, detail, until });
    },
  };
}

/** The end of a pause; now, when it is later than any pause ends, because the clock went back since. */
function endOf({ until }: OpenCircuit, at: Date): Date {
  return until.getTime() - at.getTime() > LONGEST_WAIT_MS ? at : until;
}

function outagePause(pauses: number, at: Date): Date {
  return new Date(at.getTime() + (PAUSES_MS[Math.min(pauses, PAUSES_MS.length - 1)] ?? MINUTE_MS));
}
