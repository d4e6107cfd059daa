import { Skeleton } from "@mantine/core";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { openChange } from "./open-change.ts";
import { hasUnsentCard } from "./unsent-card.ts";

const loadNotice = async () => (await import("./open-change-notice.tsx")).OpenChangeNotice;
const loadUnsentCard = async () => (await import("./unsent-card-notice.tsx")).UnsentCardNotice;

/**
 * A pending or contested change of the order's address, which members with the permission decide, and what a settled
 * one leaves to do.
 */
export function EmailChangeNotice({ order }: { order: OrderDetails }) {
  const change = openChange(order);
  const skeleton = <Skeleton height={140} />;
  if (change !== null) {
    const key = `${change.id} ${change.state}`;
    return <LoadedPart key={key} load={loadNotice} props={{ order, change }} skeleton={skeleton} />;
  }
  if (!hasUnsentCard(order)) return null;
  return <LoadedPart load={loadUnsentCard} props={{ email: order.email ?? "" }} skeleton={skeleton} />;
}
