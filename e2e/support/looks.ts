import type { Locator, Page } from "@playwright/test";
import { MESSAGES } from "#contract/messages.ts";
import { expect } from "./test.ts";

type ExpectAccessible = (part?: "colours") => Promise<void>;

/** The widths that the product names, down to the smallest telephone; axe looks at the desk and at a telephone. */
const WIDTHS = [1440, 991, 767, 390, 320];
const AXE_WIDTHS = new Set([1440, 390]);

/**
 * Looks at a page as it stands, without loading it anew: at every width nothing scrolls sideways and `shown` is there,
 * and axe finds nothing in either theme. The dark theme has the same elements, so only its colours are looked at.
 */
export async function lookAround(page: Page, shown: Locator, expectAccessible: ExpectAccessible): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await drawn(page);
    await expect(shown.first(), `at ${width}`).toBeVisible();
    expect(await sidewaysExcess(page), `sideways at ${width}`).toBe(0);
    if (!AXE_WIDTHS.has(width)) continue;
    await expectAccessible();
    const light = await ground(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => ground(page)).not.toBe(light);
    await drawn(page);
    await expectAccessible("colours");
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(() => ground(page)).toBe(light);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** The colour that everything stands on. */
function ground(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

/** By how many pixels the page is wider than its window. */
function sidewaysExcess(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Waits until the browser has drawn what the last change of window or theme leads to. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

/** Holds every answer to a call until it is let go. */
export async function holdAnswers(page: Page, call: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(call, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

/** Answers every call to it with the refusal of a server that broke; unlike a lost connection nothing tries again by itself. */
export async function breakAnswers(page: Page, call: string): Promise<void> {
  const refusal = { status: 0, message: MESSAGES.internal, code: "internal", requestId: "broken" };
  await page.route(call, (route) => route.fulfill({ status: 500, json: refusal }));
}
