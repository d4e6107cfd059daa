import type { OrderStatus } from "#contract/orders/order-status.ts";
import { statusLabel } from "#contract/orders/status-labels.ts";
import classes from "./status-badge.module.css";
import { statusColor, statusTint, styleOf } from "./status-style.ts";

interface Props {
  status: OrderStatus;
  /** Distinguishes "Refund due" from "Refunded". */
  refundDate?: string | null;
  size?: "sm" | "lg";
}

/** A status as its label in its colour, with its icon. */
export function StatusBadge({ status, refundDate = null, size = "sm" }: Props) {
  const { icon: StatusIcon } = styleOf(status, refundDate);
  return (
    <span
      className={classes.badge}
      data-status={status}
      data-size={size}
      style={{ color: statusColor(status, refundDate), backgroundColor: statusTint(status, refundDate) }}
    >
      <StatusIcon size={size === "lg" ? 18 : 14} aria-hidden />
      <span>{statusLabel(status, refundDate)}</span>
    </span>
  );
}

const ANY_DAY = "2000-01-01";

/**
 * Every badge that orders of these statuses can have, invisible: it gives a column the width of the widest. The labels
 * are in the style, so that they are no text of the page.
 */
export function BadgeWidth({ statuses }: { statuses: readonly OrderStatus[] }) {
  const labels = new Set(statuses.flatMap((status) => [statusLabel(status), statusLabel(status, ANY_DAY)]));
  return (
    <span className={classes.width} aria-hidden>
      {[...labels].map((label) => (
        <span key={label} className={classes.badge} data-label={label} />
      ))}
    </span>
  );
}
