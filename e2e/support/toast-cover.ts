import { expect, type Locator, type Page } from "@playwright/test";

/** Names of the buttons and the title of a dialog or drawer that a toast covers. */
const coveredIn = (dialog: Locator) =>
  dialog.evaluate((element) => {
    const toasts = [...document.querySelectorAll(".Toastify__toast")].map((toast) => toast.getBoundingClientRect());
    return [...element.querySelectorAll("button, h2")].flatMap((each) => {
      const { left, top, right, bottom } = each.getBoundingClientRect();
      const isCovered = toasts.some(
        (toast) => left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top,
      );
      return isCovered ? [each.textContent || each.getAttribute("aria-label")] : [];
    });
  });

/** Shown toasts cover neither title nor button of the dialog, on a desktop, a tablet and a phone. */
export async function expectNothingCovered(page: Page, dialog: Locator): Promise<void> {
  const before = page.viewportSize();
  for (const [width, height] of [
    [1440, 900],
    [768, 1024],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => coveredIn(dialog), { message: `at ${width} px` }).toEqual([]);
    await expect(page.locator(".Toastify__toast").first()).toBeInViewport();
  }
  if (before !== null) await page.setViewportSize(before);
}
