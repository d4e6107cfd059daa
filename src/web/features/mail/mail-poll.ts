import type { MailEntry } from "#contract/mail/mail.ts";
import { isUnderWay } from "./mail-state.ts";

const SOON_MS = 2_000;
const LATER_MS = 20_000;
/** A working provider responds within seconds; afterwards the server's retry pauses grow for four hours. */
const SOON_WINDOW_MS = 60_000;

/** The polling interval of an order while one of its mails is being sent, in milliseconds; 0 for no polling. */
export function mailPollInterval(mails: readonly Pick<MailEntry, "state" | "create_ts">[], now: number): number {
  const underWay = mails.filter((mail) => isUnderWay(mail.state));
  if (underWay.length === 0) return 0;
  const youngest = Math.max(...underWay.map((mail) => Date.parse(mail.create_ts)));
  return now - youngest < SOON_WINDOW_MS ? SOON_MS : LATER_MS;
}
