import type { Page } from "@playwright/test";
import { MESSAGES } from "#contract/messages.ts";
import { expect } from "./test.ts";

/** Where the console keeps the chosen theme. */
const SCHEME_KEY = "mantine-color-scheme-value";

type Step = () => Promise<void>;

/** Opens a page and looks at it in both themes, on the desk and on a telephone. */
export async function inEveryLook(page: Page, open: Step, look: Step): Promise<void> {
  for (const scheme of ["light", "dark"]) {
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [SCHEME_KEY, scheme] as const);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await open();
      await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", scheme);
      await look();
    }
  }
  await page.evaluate((key) => localStorage.removeItem(key), SCHEME_KEY);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Opens a page at every width that the product names, down to the smallest telephone, and finds nothing sideways. */
export async function expectNoSidewaysScroll(page: Page, open: Step): Promise<void> {
  for (const width of [1440, 991, 767, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await open();
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(excess, `at ${width}`).toBe(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
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
