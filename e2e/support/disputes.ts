import type { APIRequestContext } from "@playwright/test";
import type { Dispute, DisputeOutcome, UpdateDisputeInput } from "#contract/disputes/disputes.ts";
import { orderDetails } from "./order-page.ts";
import { expect } from "./test.ts";

/** Opens a dispute through the API, by a comment with the chargeback flag. */
export async function openDispute(request: APIRequestContext, token: string, orderId: number): Promise<Dispute> {
  const headers = { authorization: token };
  const data = { orderId, remark: "The bank wrote.", chargeBack: "Y" };
  const response = await request.post("/api/admin/add-new-remark", { headers, data });
  expect(response.status(), await response.text()).toBe(200);
  return (await orderDetails(request, token, orderId)).dispute;
}

type Details = Omit<UpdateDisputeInput, "disputeId" | "version">;

/** Enters details of a dispute through the API; omitted fields are cleared. */
export async function changeDispute(
  request: APIRequestContext,
  token: string,
  { id, version }: Pick<Dispute, "id" | "version">,
  details: Partial<Details>,
): Promise<Dispute> {
  const data = {
    disputeId: id,
    version,
    ...{ reason: null, amount: null, currency: null, dueDate: null, caseId: null },
    ...details,
  };
  const response = await request.post("/api/admin/update-dispute", { headers: { authorization: token }, data });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()).data;
}

/** Closes a dispute through the API. */
export async function closeDispute(
  request: APIRequestContext,
  token: string,
  { id, version }: Pick<Dispute, "id" | "version">,
  outcome: DisputeOutcome,
): Promise<void> {
  const data = { disputeId: id, version, outcome };
  const response = await request.post("/api/admin/close-dispute", { headers: { authorization: token }, data });
  expect(response.status(), await response.text()).toBe(200);
}
