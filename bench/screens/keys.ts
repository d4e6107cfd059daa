import type { Page } from "@playwright/test";
import { median } from "../measure.ts";

export interface KeyFigure {
  name: string;
  count: number;
  p50: number;
  p95: number;
  /** The same answer fetched and parsed by the page without any screen. */
  floor: number;
}

interface Step {
  name: string;
  /** Presses the key; afterwards other rows stand in the table. */
  press(page: Page, round: number): Promise<void>;
  call(round: number): { path: string; body?: unknown };
  /** Waited on purpose before the call: taken off the figure. */
  pause: number;
  rounds: number;
}

/** Each last letter changes the rows; otherwise there would be nothing to wait for. */
const word = (round: number) => `traveller${round + 11}`;
/** Each press asks for an order that was not asked for before: ascending, then descending. */
const COLUMNS = ["Email", "Name", "Order Id", "Telephone", "Status"].flatMap((column) => [column, column]);

const STEPS: Step[] = [
  {
    name: "last letter of a search (without its pause of 500 ms)",
    pause: 500,
    rounds: 20,
    press: async (page, round) => {
      const box = page.getByRole("searchbox");
      await box.fill(word(round).slice(0, -1));
      await page.waitForURL((url) => url.searchParams.get("search") === word(round).slice(0, -1));
      await settled(page);
      await box.press("End");
      await box.press(word(round).at(-1) ?? "");
    },
    call: (round) => ({
      path: "/api/admin/search-order",
      body: { start: 0, end: 10, searchVal: word(round), folderName: "allOrder" },
    }),
  },
  {
    name: "Enter on a column's head",
    pause: 0,
    rounds: COLUMNS.length,
    press: async (page, round) => {
      await page
        .getByRole("columnheader", { name: COLUMNS[round] ?? "" })
        .getByRole("button")
        .press("Enter");
    },
    call: () => ({ path: "/api/admin/get-orders-list/allOrder?page=1&limit=10&delay=1&sort=email&dir=asc" }),
  },
  {
    name: "Enter on the next page",
    pause: 0,
    rounds: 20,
    press: async (page) => {
      await page.getByRole("button", { name: /next page/i }).press("Enter");
    },
    call: (round) => ({ path: `/api/admin/get-orders-list/allOrder?page=${round + 2}&limit=10&delay=1` }),
  },
];

/** From a key press to the painted rows of its answer, each step so many times, the page's own clock. */
export async function measureKeys(page: Page): Promise<KeyFigure[]> {
  const address = page.url();
  const figures: KeyFigure[] = [];
  for (const step of STEPS) {
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
    figures.push({
      name: step.name,
      count: step.rounds,
      p50: Math.round(median(times)),
      p95: Math.round(sorted[Math.floor(step.rounds * 0.95)] ?? Number.NaN),
      floor: Math.max(1, Math.round(median(floors))),
    });
  }
  return figures;
}

/** Every row is there and nothing is being fetched. */
async function settled(page: Page): Promise<void> {
  await page.locator('table[aria-busy="false"]').waitFor();
  await page.getByRole("link", { name: /^View/ }).first().waitFor();
}

/** From the last key on, notes when the first paint after a change of the first row's order has come. */
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
        // Two frames: the first runs before the paint of this change, the second after it.
        requestAnimationFrame(() =>
          requestAnimationFrame((now) => {
            if (state.keyAt !== keyAt) return;
            observer.disconnect();
            removeEventListener("keydown", arm, { capture: true });
            resolve(now - keyAt);
          }),
        );
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
