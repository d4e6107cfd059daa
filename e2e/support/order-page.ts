import type { APIRequestContext, Page } from "@playwright/test";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { expect } from "./test.ts";

/** A section of an order's page. */
export const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

export async function openOrder(page: Page, id: number): Promise<void> {
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  await expect(region(page, "Order Details")).toBeVisible();
}

/** An order's details, from the API. */
export async function orderDetails(request: APIRequestContext, token: string, id: number) {
  const response = await request.get(`/api/admin/get-orders-details/${id}`, { headers: { authorization: token } });
  return (await response.json()).data;
}
