import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.ts";

const KB = 1000;

/** Gzipped bytes of the scripts that a page loads until the network is idle. */
async function scriptBytes(page: Page, path: string): Promise<number> {
  const bodies: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") bodies.push(response.body());
  });
  // With a live stream the network is never idle.
  await page.route("**/api/admin/events*", (route) => route.fulfill({ status: 204 }));
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body, { level: 9 }).length);
  expect(sizes.length).toBeGreaterThan(0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

for (const locale of ["en", "ar", "si"]) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("a visitor loads at most 100 kB of script", { tag: "@core" }, async ({ page }) => {
      const bytes = await scriptBytes(page, "/track-order");
      test.info().annotations.push({ type: "visitor script, gzipped", description: `${bytes} bytes` });
      expect(bytes).toBeLessThanOrEqual(100 * KB);
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
    });
  });
}

test("the console's first list loads at most 350 kB of script", { tag: "@core" }, async ({ page, desk }) => {
  await desk.signIn("Team");
  // Other pages are loaded ahead when the browser is idle.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const bytes = await scriptBytes(page, "/admin/recent-order");
  test.info().annotations.push({ type: "list script, gzipped", description: `${bytes} bytes` });
  expect(bytes).toBeLessThanOrEqual(350 * KB);
});

test("the console's first list and the pages loaded ahead are at most 392 kB of script", async ({ page, desk }) => {
  await desk.signIn("Team");
  expect(await scriptBytes(page, "/admin/recent-order")).toBeLessThanOrEqual(392 * KB);
});

test("built files are sent compressed and stay in the browser's cache", async ({ page, request }) => {
  await page.goto("/track-order");
  const script = await page.locator("script[type=module]").first().getAttribute("src");
  const response = await request.get(script ?? "", { headers: { "accept-encoding": "gzip, br" } });
  expect(response.headers()["content-encoding"]).toBe("br");
  expect(response.headers()["cache-control"]).toContain("immutable");
});
