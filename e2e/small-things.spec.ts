import { encodeOrderId } from "#contract/orders/order-id.ts";
import { inDays } from "./support/orders.ts";
import { expect, test } from "./support/test.ts";

test.describe.configure({ timeout: 120_000 });

test.describe("a page whose first script fails to load", () => {
  test.use({ expectedErrors: ["ERR_FAILED"] });

  test("says so and offers a reload", async ({ page }) => {
    const scripts = /\/assets\/.*\.js$/;
    await page.route(scripts, (route) => route.abort());
    await page.goto("/");
    const sentence = page.getByText("a part of it did not arrive");
    await sentence.evaluate((element) => {
      for (const animation of element.getAnimations()) animation.finish();
    });
    await expect(sentence).toBeVisible();
    await page.unroute(scripts);
    await page.getByRole("link", { name: "Reload the page" }).click();
    await expect(page.getByRole("heading", { level: 1, name: /Sri Lanka Arrival Card/ })).toBeVisible();
  });

  test("is not missed in the visitor area", async ({ page, desk }) => {
    const id = await desk.intake({ email: "broken@example.com" });
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
    await page.goto(`/track-order/${encodeOrderId(id)}`);
    await page.getByLabel("Email ID").fill("broken@example.com");
    await page.getByRole("button", { name: "TRACK ORDER" }).click();
    await expect(page.getByText("We have received your application")).toBeVisible();
  });
});

test.describe("a document's address", () => {
  test.use({ expectedErrors: ["404"] });

  test("without a grant leads to the tracking form", async ({ page }) => {
    const response = await page.goto("/uploads/docs/100001_card.pdf");
    expect(response?.status()).toBe(404);
    await expect(page).toHaveURL(`/track-order/${encodeOrderId(100_001)}`);
    await expect(page.getByLabel("Order ID")).toHaveValue("100001");
    await expect(page.getByRole("button", { name: "TRACK ORDER" })).toBeVisible();
  });

  test("a newer version makes Download reload the history and continue by itself", { tag: "@core" }, async ({
    page,
    desk,
  }) => {
    const email = "newer@example.com";
    const id = await desk.intake({ email });
    const team = await desk.signIn("Team");
    await team.upload(id, email);
    await page.goto(`/track-order/${encodeOrderId(id)}`);
    await page.getByLabel("Email ID").fill(email);
    await page.getByRole("button", { name: "TRACK ORDER" }).click();
    const button = page.getByRole("button", { name: "Download Now" });
    await expect(button).toBeEnabled();
    await team.upload(id, email);
    const file = page.waitForEvent("download");
    await button.click();
    expect((await file).suggestedFilename()).toContain(String(id));
    await expect(page.getByText("Your download has started.")).toBeVisible();
    await expect(page.getByRole("table", { name: "Downloaded History" })).toContainText(/\d\d \w{3} 20\d\d/);
  });
});

test("Active Gateway is disabled while the active one is chosen", async ({ page, desk }) => {
  await desk.signIn("Manager", "/admin/gateway-setting");
  const button = page.getByRole("button", { name: "Active Gateway" });
  const gateways = page.getByLabel("Gateway").and(page.locator("select"));
  await expect(button).toBeEnabled();
  const active = await gateways.locator("option", { hasText: "(active now)" }).getAttribute("value");
  await gateways.selectOption(active);
  await expect(button).toBeDisabled();
});

test("on a phone the country report is shown as cards without sideways scrolling", async ({ page, desk }) => {
  await desk.intake();
  await desk.signIn("Team");
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto("/admin/country-order-list");
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "United Kingdom" }) });
  await expect(row).toBeVisible();
  const cells = await row.getByRole("cell").evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().right));
  expect(Math.max(...cells)).toBeLessThanOrEqual(360);
  const frame = desk.section("Country Order Details, table");
  expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test("a printed list and a printed report show the rows and no controls", async ({ page, desk }) => {
  for (let count = 0; count < 11; count += 1) await desk.intake();
  await desk.signIn("Manager", "/admin/recent-order?size=25");
  await expect(desk.list.rows.first()).toBeVisible();
  await expect(page.getByText(/^Printed /)).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(/^Printed \d\d-\d\d-\d{4} .* UTC$/)).toBeVisible();
  const main = desk.main;
  await expect(main.getByRole("button", { name: /Refresh|Export|Move selected|Delete/ })).toHaveCount(0);
  await expect(main.getByRole("searchbox")).toHaveCount(0);
  await expect(main.getByRole("checkbox")).toHaveCount(0);
  await expect(main.getByText(/^1–\d+ of \d+$/)).toBeVisible();
  const table = desk.section("New Order, table");
  await expect.poll(() => table.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);

  await page.emulateMedia({ media: "screen" });
  await page.goto("/admin/country-order-list");
  await expect(page.getByRole("rowheader", { name: "United Kingdom" })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(main.getByRole("button")).toHaveCount(0);
  await expect(main.getByRole("searchbox")).toHaveCount(0);
  await expect(page.getByRole("rowheader", { name: "United Kingdom" })).toBeVisible();
});

test("words about days follow the server's clock where the computer's is wrong", async ({ page, desk }) => {
  const id = await desk.intake({ arrival_date: inDays(3) });
  await desk.signIn("Team");
  await page.clock.setSystemTime(Date.now() + 4 * 86_400_000);
  await desk.openOrder(id);
  await expect(page.getByText(/^Arrival .*, in (2|3) days$/)).toBeVisible();
  const due = page.locator("time[data-urgency]").first();
  await expect(due).toBeVisible();
  await expect(due).not.toHaveAttribute("data-urgency", "late");
});
