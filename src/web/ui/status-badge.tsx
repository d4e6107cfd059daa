import { type OrderStatus, statusLabel } from "#contract/order-status.ts";
import classes from "./status-badge.module.css";
import { STATUS_STYLES, statusColor, statusTint } from "./status-style.ts";

interface Props {
  status: OrderStatus;
  /** Tells "Refund due" and "Refunded" apart. */
  refundDate?: string | null;
  size?: "sm" | "lg";
}

/** A status as its words on its hue, with its icon. */
export function StatusBadge({ status, refundDate = null, size = "sm" }: Props) {
  const { icon: StatusIcon } = STATUS_STYLES[status];
  return (
    <span
      className={classes.badge}
      data-status={status}
      data-size={size}
      style={{ color: statusColor(status), backgroundColor: statusTint(status) }}
    >
      <StatusIcon size={size === "lg" ? 18 : 14} stroke={2} aria-hidden />
      {statusLabel(status, refundDate)}
    </span>
  );
}
