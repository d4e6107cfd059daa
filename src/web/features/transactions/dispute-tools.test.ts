import { expect, it } from "vitest";
import { ORDER_STATUSES } from "#contract/orders/order-status.ts";
import { hasDisputeTools } from "./dispute-tools.ts";

const dispute = (is_open: boolean) => ({
  id: 1,
  opened_at: "2026-03-01T00:00:00.000Z",
  opened_by: null,
  is_open,
  reason: null,
  stage: null,
  amount: null,
  currency: null,
  due_date: null,
  case_id: null,
  outcome: null,
  closed_at: null,
  closed_by: null,
  version: 1,
});

it("is shown for Completed and Customer Called orders and no others @2-144 @2-145", () => {
  const shown = ORDER_STATUSES.filter((process_status) => hasDisputeTools({ process_status, dispute: null }));
  expect(shown.toSorted()).toEqual(["Completed", "Customer Called"]);
});

it("is shown for every order with an open dispute, not with a closed one @2-145", () => {
  for (const process_status of ORDER_STATUSES) {
    expect(hasDisputeTools({ process_status, dispute: dispute(true) })).toBe(true);
  }
  expect(hasDisputeTools({ process_status: "Refunds", dispute: dispute(false) })).toBe(false);
});
