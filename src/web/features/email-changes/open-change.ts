import type { EmailChange } from "#contract/email-changes/email-changes.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { serverNow } from "#web/platform/server-clock.ts";

/** The change that waits for its confirmation or a decision; null once its link has expired. */
export function openChange({ email_change: change }: OrderDetails, now = serverNow()): EmailChange | null {
  if (change === null || change.state === "contested") return change;
  return Date.parse(change.expires_at) > now ? change : null;
}
