import { createSelector } from "@reduxjs/toolkit";
import { useSelector } from "react-redux";
import type { Claim, ClaimsOverview } from "#contract/claims/claims.ts";
import type { PlatformState } from "#web/platform/store-hooks.ts";
import { claimsApi } from "./claims.api.ts";

/** Who has an order, and who has it open. */
export interface OrderPeople {
  claim: Claim | undefined;
  viewers: readonly Claim["member"][];
}

const select = claimsApi.endpoints.claims.select();

const NOBODY: OrderPeople = { claim: undefined, viewers: [] };

export function byOrder({ claims, viewers }: ClaimsOverview): ReadonlyMap<number, OrderPeople> {
  const people = new Map<number, OrderPeople>();
  for (const claim of claims) people.set(claim.order_id, { claim, viewers: [] });
  for (const { order_id, member } of viewers) {
    const known = people.get(order_id) ?? NOBODY;
    people.set(order_id, { ...known, viewers: [...known.viewers, member] });
  }
  return people;
}

const selectPeople = createSelector(
  (state: PlatformState) => {
    const { error, data } = select(state);
    return error === undefined ? data?.data : undefined;
  },
  (known) => (known === undefined ? undefined : byOrder(known)),
);

/**
 * Undefined while the claims could not be read. It selects the claims of all orders: a selector of one order costs more
 * for each row of a page turn than drawing a mark again when another order is claimed.
 */
export function useOrderPeople(orderId: number): OrderPeople | undefined {
  const people = useSelector(selectPeople);
  return people === undefined ? undefined : (people.get(orderId) ?? NOBODY);
}
