import type { Page } from "@playwright/test";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { boxOf } from "./support/looks.ts";
import { expect, test } from "./support/test.ts";

const WIDTHS = [360, 481, 768, 1024, 1100, 1366, 1440];
const FOUND = {
  en: "Your order was found.",
  si: "ඔබගේ ඇණවුම හමු විය.",
  ar: "تم العثور على طلبك.",
};

const language = (page: Page) => page.locator("header select");

async function track(page: Page, orderId: number, email: string): Promise<void> {
  await page.goto(`/track-order/${encodeOrderId(orderId)}`);
  await page.locator("input[type=email]").fill(email);
  await page.locator("main form button").click();
}

test("toasts of the visitor area are below the header on the right, at every width and in either direction", {
  tag: "@core",
}, async ({ page, desk }) => {
  const id = await desk.intake({ email: "below@example.com" });
  await track(page, id, "below@example.com");
  await expect(desk.toasts).toHaveText(FOUND.en);
  for (const chosen of ["en", "si", "ar"] as const) {
    await language(page).selectOption(chosen);
    await expect(desk.toasts).toHaveText(FOUND[chosen]);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const at = `${chosen} at ${width}`;
      const [header, toast, heading] = [
        await boxOf(page.locator("header")),
        await boxOf(desk.toasts),
        await boxOf(page.locator("h1")),
      ];
      expect(toast.y, at).toBeGreaterThanOrEqual(header.y + header.height);
      expect(toast.x, at).toBeGreaterThanOrEqual(0);
      expect(toast.x + toast.width, at).toBeLessThanOrEqual(width);
      expect(width - toast.x - toast.width, at).toBeLessThanOrEqual(toast.x + 1);
      const isBeside = toast.x >= heading.x + heading.width || toast.y + toast.height <= heading.y;
      expect(isBeside, `${at} clear of the heading`).toBe(true);
    }
    await expect(desk.toasts).toHaveCSS("direction", chosen === "ar" ? "rtl" : "ltr");
  }
});

test.describe("of a page", () => {
  test.use({ expectedErrors: ["404"] });

  test("a toast does not cover the menu and closes with its page", async ({ page, desk }) => {
    const id = await desk.intake({ email: "page@example.com" });
    await page.setViewportSize({ width: 600, height: 900 });
    await track(page, id, "else@example.com");
    await expect(desk.toasts).toHaveCount(1);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Home" }).click({ trial: true });
    await page.keyboard.press("Escape");

    await page.locator("input[type=email]").fill("page@example.com");
    await page.locator("main form button").click();
    await expect(desk.toasts).toHaveText(FOUND.en);
    await page.getByRole("link", { name: "Track another order" }).click();
    await expect(page).toHaveURL(/\/track-order$/);
    await expect(desk.toasts).toHaveCount(0);
    await page.goBack();
    await expect(page.locator("h1")).toContainText("Your");
    await expect(desk.toasts).toHaveCount(0);
  });
});

test("a sticky toast is visible at every scroll position", async ({ page, desk }) => {
  const id = await desk.intake({ email: "scroll@example.com" });
  await page.setViewportSize({ width: 360, height: 400 });
  await track(page, id, "scroll@example.com");
  await expect(desk.toasts).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(desk.toasts).toBeInViewport();
});
