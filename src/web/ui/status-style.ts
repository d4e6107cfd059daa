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
  IconReceiptRefund,
  IconTrash,
} from "@tabler/icons-react";
import type { OrderStatus } from "#contract/orders/order-status.ts";

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

/** A refund that was made, apart from one that is due. */
const REFUNDED = { hue: "refunded", icon: IconReceiptRefund };

export const ALL_STYLES = [...Object.values(STATUS_STYLES), REFUNDED];

/** Of an order: Refunds has two, as it has two labels (`statusLabel`). */
export function styleOf(status: OrderStatus, refundDate: string | null = null): { hue: string; icon: Icon } {
  return status === "Refunds" && refundDate !== null ? REFUNDED : STATUS_STYLES[status];
}

/** The status's text colour, as a CSS value. */
export function statusColor(status: OrderStatus, refundDate?: string | null): string {
  return `var(--ad-status-${styleOf(status, refundDate).hue})`;
}

/** The background for the status's text colour, as a CSS value. */
export function statusTint(status: OrderStatus, refundDate?: string | null): string {
  return `var(--ad-status-${styleOf(status, refundDate).hue}-tint)`;
}
