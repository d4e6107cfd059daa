import type { APIRequestContext } from "@playwright/test";
import type { Role } from "#contract/roles.ts";
import { tokenOf } from "./colleague.ts";
import { changeStatus } from "./orders.ts";

/** Returns whatever a member has, so that others' tests don't count towards the limit. */
export async function returnAll(request: APIRequestContext, role: Role): Promise<void> {
  const headers = { authorization: await tokenOf(request, role) };
  const { claims } = (await (await request.get("/api/admin/claims", { headers })).json()).data;
  for (const { order_id: orderId, member } of claims) {
    if (member.name === `${role} Member`) await request.post("/api/admin/return-order", { headers, data: { orderId } });
  }
}

/** Moves every order of a queue elsewhere. */
export async function emptyQueue(request: APIRequestContext, list: string): Promise<void> {
  const token = await tokenOf(request, "Admin");
  const headers = { authorization: token };
  for (;;) {
    const { data } = await (await request.get(`/api/admin/get-orders-list/${list}?limit=500`, { headers })).json();
    if (data.length === 0) return;
    const ids = data.map((row: { order_id: number }) => row.order_id);
    await changeStatus(request, token, ids, "AwaitingGovt");
  }
}
