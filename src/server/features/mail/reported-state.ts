import type { MailEventType } from "#contract/mail/mail.ts";
import type { MailState } from "#contract/mail/mail-state.ts";

/** The parts of a report that decide a mail's state. */
export interface Reported {
  type: MailEventType;
  isPermanent: boolean;
}

/**
 * Precedence of a report. The highest report on an attempt decides the mail's state, so the sequence of reports doesn't
 * matter. A temporary bounce ranks below a delivery, because "out of office" replies are reported as one; a permanent
 * bounce ranks above it, because a server may accept a mail and bounce it later.
 */
function precedenceOf({ type, isPermanent }: Reported): number {
  switch (type) {
    case "accepted":
    case "deferred":
      return 0;
    case "bounced":
      return isPermanent ? 4 : 1;
    case "rejected":
      return 2;
    case "delivered":
      return 3;
    case "complained":
      return 5;
  }
}

const STATES: Record<MailEventType, MailState> = {
  accepted: "sent",
  deferred: "sent",
  delivered: "delivered",
  bounced: "bounced",
  rejected: "failed",
  complained: "complained",
};

/** A mail's state by the reports on its attempt, and the deciding report; undefined without any. */
export function reportedState<R extends Reported>(reports: readonly R[]): { state: MailState; by: R } | undefined {
  let by: R | undefined;
  for (const report of reports) if (by === undefined || precedenceOf(report) > precedenceOf(by)) by = report;
  return by && { state: STATES[by.type], by };
}
