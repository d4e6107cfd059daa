import { expect, type Locator, type Page } from "@playwright/test";

/** More Tab presses than any page has tab stops. */
const LIMIT = 150;

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** The visible focus: which element has it, whether it is in view, and whether it has a focus ring. */
function focusOf(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return "nowhere";
    // A heading or region takes the focus only for screen readers and needs no ring.
    if (element.matches("h1, main")) return "shown";
    // A hidden file input and a row's link show their focus on an enclosing element.
    const drawn = [element, element.closest("label"), element.parentElement].filter((each) => each !== null);
    const focusColor = document.createElement("i");
    focusColor.style.color = "var(--ad-focus)";
    document.body.append(focusColor);
    const { color } = getComputedStyle(focusColor);
    focusColor.remove();
    const hasRing = drawn.some((each) => {
      const { outlineStyle, outlineWidth, borderTopColor } = getComputedStyle(each);
      return (outlineStyle !== "none" && outlineWidth !== "0px") || borderTopColor === color;
    });
    const box = (element.closest("label") ?? element).getBoundingClientRect();
    const isInSight = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    if (hasRing && isInSight) return "shown";
    return `${isInSight ? "without a ring" : "out of sight"}: ${element.outerHTML.slice(0, 200)}`;
  });
}

/** Expects that an element has the focus, visibly. */
export async function expectFocusShown(page: Page): Promise<void> {
  await expect.poll(() => focusOf(page), "the focus").toBe("shown");
}

/** Presses Tab, or Shift+Tab, until `target` has the focus. */
export async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(target).toBeVisible();
  for (let press = 0; press < LIMIT; press++) {
    await page.keyboard.press(key);
    if (await hasFocus(target)) return await expectFocusShown(page);
  }
  throw new Error(`${LIMIT} times ${key} did not reach ${target}`);
}

/** Tabs to `target` and presses Enter, or another key. */
export async function press(page: Page, target: Locator, how: { key?: string; back?: boolean } = {}): Promise<void> {
  await tabTo(page, target, how.back === true ? "Shift+Tab" : "Tab");
  await page.keyboard.press(how.key ?? "Enter");
}

/** Focuses the notifications by their shortcut and presses a toast's button. */
export async function pressInToast(page: Page, name: string): Promise<void> {
  const button = page.getByRole("region", { name: /^Notifications/ }).getByRole("button", { name, exact: true });
  await expect(button.first()).toBeVisible();
  await page.keyboard.press("Alt+t");
  await press(page, button.first());
}

/** Opens the palette, types and takes its first option. */
export async function jump(page: Page, text: string, offered: string | RegExp): Promise<void> {
  const palette = page.getByRole("dialog", { name: "Jump to a page or an order" });
  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type(text);
  await expect(palette.getByRole("option", { selected: true })).toHaveText(offered);
  await page.keyboard.press("Enter");
  await expect(palette).toBeHidden();
}
