import { encodeOrderId } from "#contract/orders/order-id.ts";
import { expect, test } from "./support/test.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("automated downloads are collapsed below those of people @2-137", { tag: "@core" }, async ({
  page,
  desk,
  request,
}) => {
  const email = "programs@example.com";
  const id = await desk.intake({ email });
  await (await desk.signIn("Team")).upload(id, email);
  expect((await request.post("/api/front/track-order", { data: { orderId: id, email } })).status()).toBe(200);
  const file = `/uploads/docs/${id}_arrival-card-v1.pdf`;
  const person = (await page.evaluate(() => navigator.userAgent)).replace("Headless", "");
  for (const userAgent of ["curl/8.5.0", person]) {
    expect((await request.get(file, { headers: { "user-agent": userAgent } })).status()).toBe(200);
  }
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  const history = desk.section("Download History");
  const rows = history.getByRole("table").locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Chrome");
  await expect(rows).not.toContainText("Automated");
  await expect(rows).toContainText("Finished");
  await expect(rows).toContainText("127.0.0.1Unknown place");
  const source = history.getByRole("link", { name: "IP geolocation by DB-IP" });
  await expect(source).toHaveAttribute("href", "https://db-ip.com");
  await history.getByRole("button", { name: "Show 1 automated" }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: "Automated" })).toHaveCount(1);
  await expect(rows.filter({ hasText: "A program, no browser" })).toHaveCount(1);
  await desk.expectAccessible();
  await history.getByRole("button", { name: "Hide 1 automated" }).click();
  await expect(rows).toHaveCount(1);
});

test("the timeline ends with the digest that covers all of it", async ({ page, desk }) => {
  await desk.signIn("Team");
  const id = await desk.intake({ email: "digest@example.com" });
  await page.goto(`/admin/view-order/${encodeOrderId(id)}`);
  const history = desk.section("History");
  await history.getByRole("button", { name: "Everything" }).click();
  await expect(history).toContainText(/Event \d+, digest [0-9a-f]{12}…/);
  await history.getByRole("button", { name: "Copy digest" }).click();
  const copied = await desk.clipboard();
  expect(copied).toMatch(/^[0-9a-f]{64}$/);
  await expect(history.getByTitle(copied)).toBeVisible();
});
