import { readFile } from "node:fs/promises";
import type { CDPSession } from "@playwright/test";

const MIB = 1024 * 1024;

/** The page's memory after a collection, "script heap / whole process" in MB; the process's own pages, not shared ones. */
export async function pageMemory(devtools: CDPSession): Promise<string> {
  await devtools.send("HeapProfiler.collectGarbage");
  await devtools.send("Performance.enable");
  const { metrics } = await devtools.send("Performance.getMetrics");
  const heap = metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN;
  const { processInfo } = await browserOf(devtools);
  const own = await Promise.all(
    processInfo.filter(({ type }) => type === "renderer").map(({ id }) => privateBytes(id)),
  );
  return `${Math.round(heap / MIB)} / ${Math.round(Math.max(...own) / MIB)} MB`;
}

async function browserOf(devtools: CDPSession) {
  return await devtools.send("SystemInfo.getProcessInfo");
}

async function privateBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}
