import type { Page } from "@playwright/test";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { holdAnswers } from "./support/looks.ts";
import { expect, test } from "./support/test.ts";

/** Holds the scripts back until the returned function is called. */
const holdScripts = (page: Page) => holdAnswers(page, /\/assets\/.*\.js$/);

const isHydrated = (page: Page) =>
  page.evaluate(() => Object.keys(document.querySelector("form") ?? {}).some((key) => key.startsWith("__react")));

test("a page that is typed into before its script has loaded keeps its entries, focus and elements", {
  tag: "@core",
}, async ({ page, desk }) => {
  const email = "early@example.com";
  const id = await desk.intake({ email });
  const release = await holdScripts(page);
  await page.goto("/track-order", { waitUntil: "commit" });
  await page.getByLabel("Order ID").fill(String(id));
  await page.getByLabel("Email ID").pressSequentially("early@");
  const input = await page.getByLabel("Email ID").elementHandle();
  expect(await isHydrated(page)).toBe(false);
  release();
  await expect.poll(() => isHydrated(page)).toBe(true);
  await expect(page.getByLabel("Order ID")).toHaveValue(String(id));
  await expect(page.getByLabel("Email ID")).toHaveValue("early@");
  await expect(page.getByLabel("Email ID")).toBeFocused();
  // Taken over, not drawn anew.
  expect(await input?.evaluate((element) => element.isConnected)).toBe(true);
  await page.keyboard.type("example.com");
  const call = page.waitForRequest("**/api/front/track-order");
  await page.keyboard.press("Enter");
  expect((await call).postDataJSON()).toEqual({ orderId: String(id), email });
  await expect(page).toHaveURL(`/get-new-order-details/${encodeOrderId(id)}`);
});

test("a language chosen before the script has loaded is shown when it has", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/track-order", { waitUntil: "commit" });
  await page.getByRole("combobox", { name: "Language" }).selectOption("si");
  release();
  await expect(page.locator("html")).toHaveAttribute("lang", "si");
  await expect(page.locator("select")).toHaveValue("si");
});

test("a form sent before the script has loaded is answered with the order's page", async ({ page, desk }) => {
  const email = "hurry@example.com";
  const id = await desk.intake({ email });
  const release = await holdScripts(page);
  await page.goto("/track-order", { waitUntil: "commit" });
  await page.getByLabel("Order ID").fill(String(id));
  await page.getByLabel("Email ID").fill(email);
  await page.getByRole("button", { name: "TRACK ORDER" }).click({ noWaitAfter: true });
  await expect(page).toHaveURL(`/get-new-order-details/${encodeOrderId(id)}`);
  await expect(page.getByText("We have received your application")).toBeVisible();
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  release();
  await expect.poll(() => isHydrated(page)).toBe(true);
  // The page brought the order: its script asks for nothing.
  await page.getByRole("link", { name: "Track another order" }).click();
  await expect(page.getByLabel("Email ID")).toBeVisible();
  expect(calls.filter((path) => path.startsWith("/api"))).toEqual([]);
});
