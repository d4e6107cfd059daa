import type { Page } from "@playwright/test";
import type { Language } from "#contract/tracking/visitor-languages.ts";
import { expect } from "./test.ts";
import { wordsOf } from "./visitor-words.ts";

/** Chromium without a window counts as a program. */
const USER_AGENT =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36";
export const CUSTOMER_EMAIL = "customer@example.com";

interface Visit {
  orderId: number;
  language: Language;
  hasScript?: boolean;
}

/** A customer's telephone of 320 px, where the order of `CUSTOMER_EMAIL` is open. */
export async function telephone(office: Page, baseURL: string | undefined, visit: Visit) {
  const { orderId, language, hasScript = true } = visit;
  const browser = office.context().browser();
  if (browser === null) throw new Error("the page has no browser");
  const context = await browser.newContext({
    baseURL: baseURL ?? "",
    locale: language,
    javaScriptEnabled: hasScript,
    viewport: { width: 320, height: 640 },
    userAgent: USER_AGENT,
  });
  const page = await context.newPage();
  const words = wordsOf(language);
  await page.goto("/track-order");
  await page.getByLabel(words.track.orderId).fill(String(orderId));
  await page.getByLabel(words.track.email).fill(CUSTOMER_EMAIL);
  await page.getByRole("button", { name: words.track.submit }).click();
  await expect(page.getByText(words.order.id.replace("{{orderId}}", String(orderId)))).toBeVisible();
  return { page, words };
}
