import type { Page } from "@playwright/test";
import { median } from "../measure.ts";

export interface KeyMeasurement {
  name: string;
  count: number;
  p50: number;
  p95: number;
  /** The same response fetched and parsed by the page without rendering. */
  floor: number;
}

export interface Step {
  name: string;
  /** Presses a key that changes the table's rows. */
  press(page: Page, round: number): Promise<void>;
  call(round: number): { path: string; body?: unknown };
  /** Intended delay before the call; subtracted from the result. */
  pause: number;
  rounds: number;
}

/** Each last character changes the rows, so that there is a change to wait for. */
const word = (round: number) => `traveller${round + 11}`;
/** Each press requests a new sort: ascending, then descending. */
const SORTS = (
  [
    ["Email", "email"],
    ["Name", "full_name"],
    ["Order Id", "order_id"],
    ["Telephone", "telephone_number"],
    ["Status", "process_status"],
  ] as const
).flatMap(([head, sort]) => [
  { head, sort, dir: "asc" },
  { head, sort, dir: "desc" },
]);
const sortOf = (round: number) => SORTS[round % SORTS.length] as (typeof SORTS)[number];

/** Without neighbour pages, so that each key needs an answer: the connection is reported as metered. */
export const METERED_STEPS: Step[] = [
  {
    name: "last character of a search (without its pause of 500 ms)",
    pause: 500,
    rounds: 20,
    press: async (page, round) => {
      const box = page.getByRole("searchbox");
      await box.fill(word(round).slice(0, -1));
      // The search is in the state of the history entry, where React Router keeps it under "usr".
      await page.waitForFunction((text) => history.state?.usr?.search === text, word(round).slice(0, -1));
      await settled(page);
      await box.press("End");
      await box.press(word(round).at(-1) ?? "");
    },
    call: (round) => ({
      path: "/api/admin/search-order",
      body: { start: 0, end: 100, searchVal: word(round), folderName: "allOrder" },
    }),
  },
  {
    name: "Enter on a column's head",
    pause: 0,
    rounds: SORTS.length,
    press: async (page, round) => {
      await page
        .getByRole("columnheader", { name: sortOf(round).head })
        .getByRole("button")
        .press("Enter");
    },
    call: (round) => {
      const { sort, dir } = sortOf(round);
      return { path: `/api/admin/get-orders-list/allOrder?page=1&limit=100&delay=1&sort=${sort}&dir=${dir}` };
    },
  },
  nextPage("Enter on the next page", 0),
];

/** With the next page loaded while the previous one is read. */
export const AHEAD_STEPS: Step[] = [nextPage("Enter on the next page, loaded ahead", 500)];

function nextPage(name: string, readingMs: number): Step {
  return {
    name,
    pause: 0,
    rounds: 20,
    press: async (page) => {
      await page.waitForTimeout(readingMs);
      await page.getByRole("button", { name: /next page/i }).press("Enter");
    },
    call: (round) => ({ path: `/api/admin/get-orders-list/allOrder?page=${round + 2}&limit=100&delay=1` }),
  };
}

/** Time from a key press to the painted rows, for each step that many times, by the page's clock. */
export async function measureKeys(page: Page, steps: Step[]): Promise<KeyMeasurement[]> {
  const address = page.url();
  const measurements: KeyMeasurement[] = [];
  for (const step of steps) {
    await page.goto(address);
    await settled(page);
    const times: number[] = [];
    const floors: number[] = [];
    for (let round = 0; round < step.rounds; round += 1) {
      await watch(page);
      await step.press(page, round);
      times.push((await painted(page)) - step.pause);
      await settled(page);
      floors.push(await floorOf(page, step.call(round)));
    }
    const sorted = times.toSorted((a, b) => a - b);
    measurements.push({
      name: step.name,
      count: step.rounds,
      p50: Math.round(median(times)),
      p95: Math.round(sorted[Math.floor(step.rounds * 0.95)] ?? Number.NaN),
      floor: Math.max(1, Math.round(median(floors))),
    });
  }
  return measurements;
}

/** Waits until all rows are shown and no request is running. */
async function settled(page: Page): Promise<void> {
  await page.locator('table[aria-busy="false"]').waitFor();
  await page.getByRole("link", { name: /^View/ }).first().waitFor();
}

/** Records the first paint after the last key press in which the first row has changed. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const state = globalThis as unknown as { keyAt: number | undefined; painted: Promise<number> };
    state.keyAt = undefined;
    const body = document.querySelector("tbody");
    if (body === null) throw new Error("no table");
    const rows = () => [...body.querySelectorAll("tr")].map((row) => row.textContent).join("\n");
    let shown = rows();
    const arm = (event: KeyboardEvent) => {
      state.keyAt = event.timeStamp;
      shown = rows();
    };
    addEventListener("keydown", arm, { capture: true });
    state.painted = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        const isDone = body.querySelector('tr[data-loading="true"]') === null && rows() !== shown;
        if (state.keyAt === undefined || !isDone) return;
        const { keyAt } = state;
        // A message posted in a frame is handled after style, layout and paint of that frame.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            if (state.keyAt !== keyAt) return;
            observer.disconnect();
            removeEventListener("keydown", arm, { capture: true });
            resolve(performance.now() - keyAt);
          };
          port2.postMessage(null);
        });
      });
      observer.observe(body, { childList: true, subtree: true, characterData: true, attributes: true });
    });
  });
}

async function painted(page: Page): Promise<number> {
  return await page.evaluate(() => (globalThis as unknown as { painted: Promise<number> }).painted);
}

async function floorOf(page: Page, { path, body }: { path: string; body?: unknown }): Promise<number> {
  return await page.evaluate(
    async ({ path, body }) => {
      const { accessToken } = JSON.parse(localStorage.getItem("user") ?? "{}") as { accessToken: string };
      const began = performance.now();
      const response = await fetch(path, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: accessToken, ...(body !== undefined && { "content-type": "application/json" }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      await response.json();
      return performance.now() - began;
    },
    { path, body },
  );
}
