import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";

const MIB = 1024 * 1024;

/** The page's memory after garbage collection, "script heap / private memory of the process" in MB. */
export async function pageMemory(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("HeapProfiler.collectGarbage");
  await devtools.send("Performance.enable");
  const { metrics } = await devtools.send("Performance.getMetrics");
  const heap = metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN;
  await devtools.detach();
  const renderers = await rendererIds(page);
  const own = await Promise.all(renderers.map(privateBytes));
  return `${Math.round(heap / MIB)} / ${Math.round(Math.max(...own) / MIB)} MB`;
}

async function rendererIds(page: Page): Promise<number[]> {
  const browser = await page.context().browser()?.newBrowserCDPSession();
  if (browser === undefined) return [];
  const { processInfo } = await browser.send("SystemInfo.getProcessInfo");
  await browser.detach();
  return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
}

async function privateBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}
