import { Skeleton } from "@mantine/core";
import type { OrderDetails } from "#contract/order-detail.ts";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { openChange } from "./open-change.ts";

const loadNotice = async () => (await import("./open-change-notice.tsx")).OpenChangeNotice;

/** A pending or contested change of the order's address; members with the permission decide it. */
export function EmailChangeNotice({ order }: { order: OrderDetails }) {
  const change = openChange(order);
  if (change === null) return null;
  const key = `${change.id} ${change.state}`;
  return <LoadedPart key={key} load={loadNotice} props={{ order, change }} skeleton={<Skeleton height={140} />} />;
}
