import type { OrderDetails } from "#contract/order-detail/order-detail.ts";

type Facts = Pick<OrderDetails, "email" | "email_change" | "mailHistory" | "process_status" | "timeline" | "uploadDoc">;

/** True when the customer's confirmed new address has not been sent the card that the order has. */
export function hasUnsentCard(order: Facts): boolean {
  if (order.uploadDoc.length === 0 || order.email_change !== null || order.process_status === "Deleted") return false;
  const last = order.timeline.findLast(({ type }) => type === "email-changed" || type === "email-change-resolved");
  const isNew =
    last?.type === "email-changed" || (last?.type === "email-change-resolved" && last.data.outcome === "kept");
  return isNew && !order.mailHistory.some((mail) => isCardTo(order.email, mail));
}

function isCardTo(email: string | null, { kind, state, ...mail }: Facts["mailHistory"][number]): boolean {
  return (
    kind === "document" &&
    state !== "failed" &&
    state !== "cancelled" &&
    mail.email.toLowerCase() === email?.toLowerCase()
  );
}
