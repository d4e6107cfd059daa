import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page } from "@playwright/test";
import { MESSAGES } from "#contract/messages.ts";

export interface Look {
  /** In its fullest state a screen is checked by axe at phone width too; the other states have the same elements or fewer. */
  isFullest?: boolean;
  widths?: readonly number[];
}

/** The supported widths, down to the smallest phone. */
const WIDTHS = [991, 767, 390, 320];
const DESK = 1440;
export const TELEPHONE = 390;
/** Set by the gate: a look in passing is one by axe at a desktop's and a telephone's width. The long run looks at all. */
const isGate = process.env.SHORT_LOOKS === "1";

/**
 * Checks a page in its present state, without a reload: at every width nothing scrolls sideways and `shown` is visible,
 * no icon lacks its drawing, and axe finds nothing in either theme. The dark theme has the same elements, so only its
 * colours are checked.
 */
export async function look(page: Page, shown: Locator, { isFullest = false, widths }: Look = {}): Promise<void> {
  const isShort = isGate && widths === undefined;
  await expectFits(page, shown, DESK);
  await expectNoAxeFindings(page);
  if (!isShort) {
    await changeTheme(page, "dark");
    await expectNoAxeFindings(page, "colours");
    await changeTheme(page, "light");
  }
  for (const width of widths ?? (isShort ? [TELEPHONE] : WIDTHS)) {
    await expectFits(page, shown, width);
    if (isFullest && width === TELEPHONE && !isShort) await expectNoAxeFindings(page);
  }
  await page.setViewportSize({ width: DESK, height: 900 });
}

async function expectFits(page: Page, shown: Locator, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await drawn(page);
  await expect(shown.first(), `at ${width}`).toBeVisible();
  // Parts that follow the window by script are drawn again after the resize.
  await expect.poll(() => sidewaysExcess(page), `sideways at ${width}`).toBe(0);
}

/** Changes the theme and waits for the page's background colour; a poll would check only every half second. */
async function changeTheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  const before = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((colour) => getComputedStyle(document.body).backgroundColor !== colour, before);
  await drawn(page);
}

/** By how many pixels the page overflows its window. */
function sidewaysExcess(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Waits until the browser has drawn the last change of window or theme. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

/** The axe rules whose findings depend on the theme. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

export async function expectNoAxeFindings(page: Page, part?: "colours"): Promise<void> {
  // Scrolled, axe takes a button that is half below a sticky head for a small target.
  await page.evaluate(() => scrollTo(0, 0));
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  // The other mode opens a second page for frames of other origins, which do not exist here.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (part === "colours" ? axe.withRules(COLOUR_RULES) : axe.withTags(tags)).analyze();
  const findings = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(" ")).join(" | ")}`,
  );
  expect(findings).toEqual([]);
}

/** Holds every answer to a call until it is released. */
export async function holdAnswers(page: Page, call: string | RegExp): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(call, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

/** Answers every call with a server error, which unlike a lost connection is not retried automatically. */
export async function breakAnswers(page: Page, call: string): Promise<void> {
  const refusal = { status: 0, message: MESSAGES.internal, code: "internal", requestId: "broken" };
  await page.route(call, (route) => route.fulfill({ status: 500, json: refusal }));
}

export async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error("The element has no box.");
  return box;
}

export const styleOf = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);
