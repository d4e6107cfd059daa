import type { Page } from "@playwright/test";
import { orderDetails } from "#contract/order-detail/order-detail.ts";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import { expect, test } from "./support/test.ts";

const TABS = ["Audit log", "Views", "Mails to other addresses"] as const;
const WIDTHS = [360, 768, 1024, 1366, 1440];
const WAIT = { timeout: 15_000 };

const table = (page: Page, name: string) => page.getByRole("table", { name, exact: true });
const filter = (page: Page) => page.getByRole("form", { name: "Narrow the list" });

test("an Admin opens the sign-ins from the user menu, filters the log and goes back", { tag: "@core" }, async ({
  page,
  desk,
}) => {
  await desk.signIn("Team");
  await desk.signIn("Admin", "/admin");
  await page.getByRole("button", { name: /^Welcome/ }).click();
  await desk.menuItem("Security").click();
  await expect(page).toHaveURL(/\/admin\/security$/);
  await expect(page.getByRole("heading", { level: 1, name: "Security" })).toBeFocused();
  const log = table(page, "Audit log");
  await expect(log.getByRole("row").filter({ hasText: "Signed in from 127.0.0.1" }).first()).toBeVisible(WAIT);
  await filter(page).getByLabel("Event").selectOption({ label: "Failed sign-in" });
  await filter(page).getByRole("button", { name: "Show" }).press("Enter");
  await expect(page).toHaveURL(/type=sign-in-failed/);
  // The URL changes before the page does.
  await expect(log.getByRole("row").filter({ hasText: "Signed in from 127.0.0.1" })).toHaveCount(0);
  await page.goBack();
  await expect(filter(page).getByLabel("Event")).toHaveValue("");
  await log
    .getByRole("link", { name: /^Only Team/ })
    .first()
    .click();
  await expect(page).toHaveURL(/member=\d+/);
  await expect(log.getByRole("link", { name: /^Only Admin/ })).toHaveCount(0);
});

test("an order that a member opened is listed under Views and found by its id", async ({ page, desk }) => {
  const orderId = await desk.intake();
  const telecaller = await desk.signIn("Telecaller");
  await telecaller.call(orderDetails, { orderId });
  await desk.signIn("Admin", `/admin/security?tab=views&order=${orderId}`);
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(table(page, "Views").getByRole("link", { name: /^Only Telecaller/ })).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  await table(page, "Views").locator("summary").press("Enter");
  await table(page, "Views")
    .getByRole("link", { name: String(orderId), exact: true })
    .click();
  await expect(page).toHaveURL(`/admin/view-order/${encodeOrderId(orderId)}`);
});

test("an invalid order id and a reversed date range show errors at their fields", async ({ page, desk }) => {
  await desk.signIn("Admin", "/admin/security");
  await filter(page).getByLabel("Order").fill("x1");
  await filter(page).getByLabel("From").fill("2026-03-02");
  await filter(page).getByLabel("To").fill("2026-03-01");
  await filter(page).getByRole("button", { name: "Show" }).click();
  await expect(filter(page).getByText("This is not an order id.")).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/security$/);
  await filter(page).getByRole("button", { name: "Clear" }).click();
  await expect(filter(page).getByLabel("Order")).toHaveValue("");
});

test("only Admins are offered the page; others who open its URL read why not", async ({ page, desk }) => {
  await desk.signIn("Manager", "/admin/security");
  await expect(page.getByText("Only Admins see this page")).toBeVisible(WAIT);
  await page.getByRole("button", { name: /^Welcome/ }).click();
  await expect(desk.menuItem("Logout")).toBeVisible();
  await expect(desk.menuItem("Security")).toHaveCount(0);
});

test("each list is accessible in both themes and fits every width", async ({ page, desk }) => {
  await desk.signIn("Admin");
  for (const [index, name] of TABS.entries()) {
    await page.goto("/admin/security");
    await page.getByRole("navigation", { name: "Which list" }).getByRole("link", { name }).click();
    await expect(page.getByText(/of \d/)).toBeVisible(WAIT);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0);
    }
    await desk.expectAccessible();
    if (index > 0) continue;
    await page.getByRole("button", { name: "Use the dark theme" }).click();
    await desk.expectAccessible("colours");
    await page.getByRole("button", { name: "Use the light theme" }).click();
  }
});
