import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { ARRIVAL_ZONE, addDays, dayIn } from "#contract/dates.ts";
import type { PerOrderResult } from "#contract/envelope.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { expect } from "./test.ts";

/** Moves orders through the API with a member's token. @returns the result of each order */
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

/** A word that occurs in no other order of this run, so that a search finds only a test's own orders. */
export function ownName(): string {
  return `Own${randomUUID().slice(0, 8)}`;
}

/** The day that many days from now where the traveller arrives. */
export const arrivalIn = (days: number): string => addDays(dayIn(ARRIVAL_ZONE, new Date()), days);
