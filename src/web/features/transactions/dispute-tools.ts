import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { PACK_STATUSES } from "#contract/packs/packs.ts";

/** Orders whose payment may be disputed: completed or called, and those with an open dispute (decision record 0044). */
export function hasDisputeTools({
  process_status,
  dispute,
}: Pick<OrderDetails, "process_status" | "dispute">): boolean {
  return PACK_STATUSES.includes(process_status) || dispute?.is_open === true;
}
