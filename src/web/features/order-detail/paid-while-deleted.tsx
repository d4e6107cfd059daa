import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { formatDateTimeUtc } from "#contract/dates.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";

/** A payment was received for a deleted order: someone has to decide what happens to it. */
export function PaidWhileDeleted({ order }: { order: OrderDetails }) {
  if (order.paid_while_deleted_at === null) return null;
  const money = [order.amount, order.currency].filter((part) => part !== null).join(" ");
  const what = [money, order.transaction_id === null ? "" : `transaction ${order.transaction_id}`].filter(
    (part) => part,
  );
  return (
    <Alert
      color="coral"
      variant="light"
      role="region"
      c="var(--ad-ink)"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title="Payment for a deleted order"
    >
      {`A payment was received on ${formatDateTimeUtc(order.paid_while_deleted_at)}${what.length === 0 ? "" : ` (${what.join(", ")})`}, after the order was deleted. Press "Undo last move" to work on it, or move it to Refunds.`}
    </Alert>
  );
}
