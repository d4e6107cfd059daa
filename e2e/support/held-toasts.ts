import type { Page } from "@playwright/test";

/**
 * Stops the clock of the toasts on this page, which close after five seconds, until the returned function is called. For
 * tests that press a toast's button or look at two pages: on a busy machine the steps before may take longer. A reload
 * ends it too.
 */
export async function holdToasts(page: Page): Promise<() => Promise<void>> {
  const sheet = await page.evaluateHandle(() => {
    const paused = new CSSStyleSheet();
    // The end of the bar's animation closes the toast.
    paused.replaceSync(".Toastify__progress-bar { animation-play-state: paused !important }");
    document.adoptedStyleSheets.push(paused);
    return paused;
  });
  return async () => {
    await sheet.evaluate((paused) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== paused);
    });
    await sheet.dispose();
  };
}
