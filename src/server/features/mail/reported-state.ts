import type { MailEventType, MailState } from "#contract/mail.ts";

/** As much of a report as decides where a mail stands. */
export interface Reported {
  type: MailEventType;
  isPermanent: boolean;
}

/**
 * The weight of a report. A mail stands where the heaviest report on its try puts it, so the order in which they come
 * is of no effect. A bounce for now weighs less than a delivery, because an answer of "out of office" comes as one; a
 * bounce for good weighs more, because a server may take a mail and send it back later.
 */
function weightOf({ type, isPermanent }: Reported): number {
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

/** Where a mail stands by the reports on its try, and the report that says so; undefined without any. */
export function reportedState<R extends Reported>(reports: readonly R[]): { state: MailState; by: R } | undefined {
  let by: R | undefined;
  for (const report of reports) if (by === undefined || weightOf(report) > weightOf(by)) by = report;
  return by && { state: STATES[by.type], by };
}
