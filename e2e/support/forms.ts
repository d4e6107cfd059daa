import type { Page } from "@playwright/test";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { STAFF_PASSWORD } from "./staff.ts";

/** Fills in the sign-in form and sends it. */
export async function submitSignIn(page: Page, email: string, password = STAFF_PASSWORD): Promise<void> {
  await page.getByLabel("Email ID").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** Fills in the visitor's form, whose order is in the address, and sends it. */
export async function submitTracking(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email ID").fill(email);
  await page.getByRole("button", { name: "TRACK ORDER" }).click();
}

export async function track(page: Page, orderId: number, email: string): Promise<void> {
  await page.goto(`/track-order/${encodeOrderId(orderId)}`);
  await submitTracking(page, email);
}
