import { Skeleton } from "@mantine/core";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { LoadedPart } from "#web/ui/loaded-part.tsx";

const loadNotice = async () => (await import("./blocked-notice.tsx")).BlockedNotice;

/** The order's blocked addresses; few orders have one. */
export function BlockedAddresses({ order }: { order: OrderDetails }) {
  return order.blocked_addresses.map((block) => (
    <LoadedPart key={block.email} load={loadNotice} props={{ order, block }} skeleton={<Skeleton height={110} />} />
  ));
}
