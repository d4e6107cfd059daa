// npm run bench:packs [-- --packs 40]: time to create a defence pack, compared with the same page printed by headless Chromium.
import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import type { PackFacts } from "#server/features/packs/pack-facts.ts";
import { createPackRenderer } from "#server/features/packs/render/pack-renderer.ts";
import { LONG_NAMES, sampleDownloads, samplePackFacts } from "#test/support/sample-pack-facts.ts";
import { packPage } from "./packs/pack-page.ts";

const { values } = parseArgs({ options: { packs: { type: "string", default: "40" } } });
const packs = Number(values.packs);
/** Starting a browser takes about a second each. */
const freshBrowsers = Math.max(3, Math.ceil(packs / 4));

const kinds: [string, (index: number) => PackFacts][] = [
  ["Pack 1", (index) => distinct(samplePackFacts(1), index)],
  ["Pack 2", (index) => distinct(samplePackFacts(2), index)],
  ["Pack 2, 44 downloads", (index) => distinct(samplePackFacts(2, { downloads: sampleDownloads(44) }), index)],
];

const megabytes = () => Math.round(process.memoryUsage().rss / 1_000_000);
const memoryBefore = megabytes();
const renderer = createPackRenderer();
const firstTook = await milliseconds(() => renderer.render(samplePackFacts(1)));
for (let index = 0; index < packs; index += 1) for (const [, factsOf] of kinds) await renderer.render(factsOf(index));
const memoryLatin = megabytes();
for (const fullName of Object.values(LONG_NAMES)) {
  const facts = samplePackFacts(2);
  await renderer.render({ ...facts, order: { ...facts.order, fullName } });
}
const memoryAllScripts = megabytes();

const browser = await launch();
console.log("| pack | printed by | n | p50, ms | p95, ms | times ours |\n|---|---|---|---|---|---|");
for (const [name, factsOf] of kinds) {
  const took = { ours: [] as number[], page: [] as number[], browser: [] as number[] };
  await print(browser, factsOf(-1));
  for (let index = 0; index < packs; index += 1) {
    const facts = factsOf(packs + index);
    took.ours.push(await milliseconds(() => renderer.render(facts)));
    took.page.push(await milliseconds(() => print(browser, facts)));
    if (index < freshBrowsers) {
      took.browser.push(
        await milliseconds(async () => {
          const fresh = await launch();
          await print(fresh, facts);
          await fresh.close();
        }),
      );
    }
  }
  const floor = quantile(took.ours, 0.5);
  line(name, "the program's thread", took.ours, floor);
  line(name, "Chromium, a new page each", took.page, floor);
  line(name, "Chromium, a fresh browser each", took.browser, floor);
}
await browser.close();
await renderer.close();
console.log(`
The first pack of a process: ${Math.round(firstTook)} ms. Memory of the process, its thread included: ${memoryBefore} MB
before, ${memoryLatin} MB after ${packs * kinds.length} packs, ${memoryAllScripts} MB with the fonts of every script open.`);

/** Names and addresses differ, so that each pack needs text shaping, as in production. */
function distinct(facts: PackFacts, index: number): PackFacts {
  const email = `traveller.${index}@example.com`;
  const order = { ...facts.order, id: 200_000 + index, fullName: `Eleanor Vance ${index}`, email };
  return { ...facts, caseReference: `${order.id}-P${facts.type}-20260312`, order };
}

function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-gpu", "--disable-background-networking"],
  });
}

async function print(by: Browser, facts: PackFacts): Promise<Buffer> {
  const page = await by.newPage();
  await page.setContent(packPage(facts));
  const bytes = await page.pdf({ preferCSSPageSize: true });
  await page.close();
  return bytes;
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function quantile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function line(pack: string, by: string, took: number[], floor: number): void {
  const [p50, p95] = [quantile(took, 0.5), quantile(took, 0.95)];
  const cells = [pack, by, took.length, p50.toFixed(1), p95.toFixed(1), (p50 / floor).toFixed(1)];
  console.log(`| ${cells.join(" | ")} |`);
}
