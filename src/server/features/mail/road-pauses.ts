import type { MailTransportName } from "#contract/mail.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import type { Measures } from "#server/platform/measures.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** So many failures in a row, of whichever mails, are the road's. More than one mail has on one road before it changes. */
const FAILURES = 5;
/** The first, second … pause of an outage; the last one repeats. */
const PAUSES_MS = [5 * SECOND, 10 * SECOND, 30 * SECOND, MINUTE];
const LONGEST_WAIT_MS = MINUTE;
/** A road that has asked for patience so long without taking anything is down. */
const PATIENCE_MS = MINUTE;

/** A road that is not called now. */
export interface RoadPause {
  until: Date;
  /** False: the road is up and asked to be called less often. A mail's tries don't count then. */
  isOutage: boolean;
  /** What the road said last. */
  detail: string;
}

interface Trouble extends RoadPause {
  failures: number;
  /** Pauses of this outage so far. Mails that were under way when one began make it no longer. */
  pauses: number;
  since: number;
}

/**
 * What this process has seen of its roads: one that fails for every mail is left alone for a while, then one mail finds
 * out for all whether it is up again.
 */
export function createRoadPauses({ now, log, measures }: { now: Clock; log: Log; measures?: Measures | undefined }) {
  const troubles = new Map<MailTransportName, Trouble>();
  const begun = new Map<MailTransportName, number>();

  return {
    /** Undefined: the road may be called. Whoever is told so after an outage's pause is the only one until it has ended. */
    enter: (road: MailTransportName): RoadPause | undefined => {
      const trouble = troubles.get(road);
      if (trouble === undefined) return undefined;
      const at = now();
      if (at < trouble.until) return trouble;
      if (trouble.isOutage) {
        // Should this one fail too, the pause it begins here is the next longer one.
        trouble.pauses += 1;
        trouble.until = outagePause(trouble.pauses, at);
      }
      return undefined;
    },

    /** How many pauses of a road have begun: another number than before says that one began meanwhile. */
    begun: (road: MailTransportName): number => begun.get(road) ?? 0,

    succeeded: (road: MailTransportName): void => {
      if (troubles.get(road)?.isOutage) log.info({ road }, "a mail road is up again");
      troubles.delete(road);
    },

    /** @param retryAfterMs what the road asked for, when it did */
    failed: (road: MailTransportName, detail: string, retryAfterMs?: number): void => {
      const at = now();
      const before = troubles.get(road);
      const failures = (before?.failures ?? 0) + 1;
      const since = before?.since ?? at.getTime();
      const isTired = retryAfterMs !== undefined && at.getTime() - since < PATIENCE_MS;
      const isOutage = before?.isOutage || (!isTired && failures >= FAILURES);
      if (isOutage && !before?.isOutage) log.warn({ road, failures }, "a mail road fails for every mail: it is paused");
      const asked = new Date(at.getTime() + Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS));
      const own = isOutage ? (before?.isOutage ? before.until : outagePause(0, at)) : at;
      const pauses = isOutage ? (before?.pauses ?? 0) : 0;
      const until = [before?.until ?? at, own, asked].reduce((latest, time) => (time > latest ? time : latest));
      if (until > at) {
        begun.set(road, (begun.get(road) ?? 0) + 1);
        measures?.count("mail_road_pauses_total", { road, reason: isOutage ? "outage" : "asked" });
      }
      troubles.set(road, { failures, pauses, since, isOutage, detail, until });
    },
  };
}
function outagePause(pauses: number, at: Date): Date {
  return new Date(at.getTime() + (PAUSES_MS[Math.min(pauses, PAUSES_MS.length - 1)] ?? MINUTE));
}
