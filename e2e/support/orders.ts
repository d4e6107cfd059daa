import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import type { PerOrderResult } from "#contract/envelope.ts";
import type { OrderStatus } from "#contract/order-status.ts";
import { expect } from "./test.ts";

/** Moves orders over the wire, as a member whose token is given. @returns the answer of each order */
export async function changeStatus(
  request: APIRequestContext,
  token: string,
  orderId: readonly number[],
  updatingStatus: OrderStatus,
): Promise<PerOrderResult[]> {
  const response = await request.put("/api/admin/change-order-status", {
    headers: { authorization: token },
    data: { orderId, updatingStatus },
  });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()).data;
}

/** A word that stands in no other order of this run, so that a search finds a test's own orders only. */
export function ownName(): string {
  return `Own${randomUUID().slice(0, 8)}`;
}
