import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { expect } from "./test.ts";

export const orderPath = (id: number) => `/admin/view-order/${encodeOrderId(id)}`;
/** A section of an order's page. */
export const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
export const history = (page: Page) => region(page, "History");
export const personal = (page: Page) => region(page, "Personal Information");
export const moveButtons = (page: Page) => region(page, "Move order").getByRole("button");
export const headerStatus = (page: Page) => page.locator("header [data-status]");
/** The form that corrects an order's fields. */
export const drawer = (page: Page) => page.getByRole("dialog", { name: /^Correct order/ });

export async function openOrder(page: Page, id: number): Promise<void> {
  await page.goto(orderPath(id));
  await expect(region(page, "Order Details")).toBeVisible();
}

/** An order's details, from the API. */
export async function orderDetails(request: APIRequestContext, token: string, id: number) {
  const response = await request.get(`/api/admin/get-orders-details/${id}`, { headers: { authorization: token } });
  return (await response.json()).data;
}

/** Chooses the mail provider of a form, which shows only the present one at first. */
export async function chooseProvider(form: Locator, name: string): Promise<void> {
  await form.getByRole("button", { name: "Change the mail provider" }).click();
  await form.getByRole("radio", { name }).check();
}
