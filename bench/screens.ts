// npm run bench:screens [-- --rows 100000]: waiting times in the browser on a list of this many orders.
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { openInstallation } from "./installation.ts";
import { startServer } from "./processes.ts";
import { AHEAD_STEPS, type KeyMeasurement, METERED_STEPS, measureKeys } from "./screens/keys.ts";
import { pageMemory } from "./screens/memory.ts";
import { measureOrders } from "./screens/orders.ts";
import { scrollToEnd } from "./screens/scroll.ts";

const { values } = parseArgs({ options: { rows: { type: "string", default: "100000" } } });
const rows = Number(values.rows);
/** Order History excludes deleted orders, 3 % of the data set. */
const installation = await openInstallation({ orders: Math.ceil((rows / 97) * 100), members: 1 });
const child = { environment: installation.environment, work: false, pages: true };
const program = await startServer("../test/support/child-program.ts", JSON.stringify(child));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: [
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    "--disable-gpu",
    "--disable-background-networking",
    "--enable-precise-memory-info",
  ],
});

try {
  const page = await openPage();
  await keys(page);
  await everything(page);
} finally {
  await browser.close();
  await program.stop();
  await installation.close();
}

async function openPage({ isMetered = false } = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(60_000);
  if (isMetered) {
    await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  }
  await page.goto(`${program.address}/healthz`);
  await page.evaluate(
    (token) => localStorage.setItem("user", JSON.stringify({ accessToken: token })),
    installation.tokens[0],
  );
  return page;
}

async function keys(page: Page): Promise<void> {
  const history = `${program.address}/admin/order-history?size=100`;
  console.log(
    "\n| key | n | p50, ms | p95, ms | same call without screen, p50, ms | ratio |\n|---|---|---|---|---|---|",
  );
  const metered = await openPage({ isMetered: true });
  await metered.goto(history);
  printMeasurements(await measureKeys(metered, METERED_STEPS));
  await metered.close();
  await page.goto(history);
  printMeasurements(await measureKeys(page, AHEAD_STEPS));
  printMeasurements(await measureOrders(page));
}

function printMeasurements(measurements: KeyMeasurement[]): void {
  for (const { name, count, p50, p95, floor } of measurements) {
    console.log(`| ${name} | ${count} | ${p50} | ${p95} | ${floor} | ${(p50 / floor).toFixed(1)} |`);
  }
}

async function everything(page: Page): Promise<void> {
  await page.goto(`${program.address}/admin/order-history?size=all`);
  const before = await pageMemory(page);
  const scroll = await scrollToEnd(page);
  const scrolled = await pageMemory(page);
  const began = performance.now();
  await page.getByRole("checkbox", { name: "Select all orders of this list" }).click();
  await page
    .getByText(`${scroll.rows.toLocaleString("en-US")} selected`, { exact: true })
    .waitFor({ timeout: 120_000 });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const selected = await pageMemory(page);
  console.log(`
| All of ${scroll.rows} rows | |
|---|---|
| scrolled to the end in | ${(scroll.milliseconds / 1000).toFixed(1)} s, ${scroll.frames} frames |
| frames over 50 ms | ${scroll.longFrames} (longest ${Math.round(scroll.longest)} ms) |
| selected whole in | ${seconds} s |
| page memory: opened, scrolled, selected (script heap / process) | ${[before, scrolled, selected].join(", ")} |`);
}
