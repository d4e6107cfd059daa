import type { OrderDetails } from "#contract/orders.ts";

/** Where a payment may be disputed: done or called about, and wherever a dispute is open (doubt D-29). */
export function hasDisputeTools({
  process_status,
  dispute,
}: Pick<OrderDetails, "process_status" | "dispute">): boolean {
  return process_status === "Completed" || process_status === "Customer Called" || dispute?.is_open === true;
}
