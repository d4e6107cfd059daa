import type { MailEntry } from "#contract/mail.ts";
import { isUnderWay } from "./mail-state.ts";

const SOON_MS = 2_000;
const LATER_MS = 20_000;
/** A provider that answers at all does so within seconds; after that the server's own pauses grow for four hours. */
const SOON_WINDOW_MS = 60_000;

/** How often an order is worth asking for again while one of its mails is under way, in milliseconds; 0 for not at all. */
export function mailPollInterval(mails: readonly Pick<MailEntry, "state" | "create_ts">[], now: number): number {
  const underWay = mails.filter((mail) => isUnderWay(mail.state));
  if (underWay.length === 0) return 0;
  const youngest = Math.max(...underWay.map((mail) => Date.parse(mail.create_ts)));
  return now - youngest < SOON_WINDOW_MS ? SOON_MS : LATER_MS;
}
