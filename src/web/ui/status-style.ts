import {
  type Icon,
  IconBuildingBank,
  IconCalendarTime,
  IconCircleCheck,
  IconCoins,
  IconFlag,
  IconHourglass,
  IconInbox,
  IconMessageCircle,
  IconPhoneCheck,
  IconPhoneOutgoing,
  IconTrash,
} from "@tabler/icons-react";
import type { OrderStatus } from "#contract/order-status.ts";

/** One colour and one icon for each status, everywhere the same; the colours are in theme/status-colors.css. */
export const STATUS_STYLES: Record<OrderStatus, { hue: string; icon: Icon }> = {
  New: { hue: "new", icon: IconInbox },
  Priority: { hue: "priority", icon: IconFlag },
  Pending: { hue: "pending", icon: IconHourglass },
  Future: { hue: "future", icon: IconCalendarTime },
  Awaiting: { hue: "awaiting", icon: IconMessageCircle },
  AwaitingGovt: { hue: "awaiting-govt", icon: IconBuildingBank },
  "Contact Customer": { hue: "contact-customer", icon: IconPhoneOutgoing },
  "Customer Called": { hue: "customer-called", icon: IconPhoneCheck },
  Completed: { hue: "completed", icon: IconCircleCheck },
  Refunds: { hue: "refunds", icon: IconCoins },
  Deleted: { hue: "deleted", icon: IconTrash },
};

/** The status's text colour, as a CSS value. */
export function statusColor(status: OrderStatus): string {
  return `var(--ad-status-${STATUS_STYLES[status].hue})`;
}

/** The background for the status's text colour, as a CSS value. */
export function statusTint(status: OrderStatus): string {
  return `var(--ad-status-${STATUS_STYLES[status].hue}-tint)`;
}
