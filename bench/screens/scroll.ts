import type { Page } from "@playwright/test";

export interface Scroll {
  rows: number;
  frames: number;
  longFrames: number;
  longest: number;
  milliseconds: number;
}

/** A fast scroll: this many rows per frame, 40 px each. */
const ROWS_A_FRAME = 100;

/** Scrolls the table of All from the first to the last row and waits until that row is rendered. */
export async function scrollToEnd(page: Page): Promise<Scroll> {
  const table = page.getByRole("region", { name: /, table$/ });
  // Before the first response the table only estimates its length.
  await table.getByRole("link", { name: /^View/ }).first().waitFor();
  const rows = (await table.getByRole("table").getAttribute("aria-rowcount")) ?? "0";
  const frames = await table.evaluate(async (element, step) => {
    const durations: number[] = [];
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    let last = await frame();
    while (element.scrollTop + element.clientHeight < element.scrollHeight - 1) {
      element.scrollTop += step;
      const now = await frame();
      durations.push(now - last);
      last = now;
    }
    return durations;
  }, ROWS_A_FRAME * 40);
  await table.locator(`tr[aria-rowindex="${rows}"]`).getByRole("link", { name: /^View/ }).waitFor();
  return {
    rows: Number(rows) - 1,
    frames: frames.length,
    longFrames: frames.filter((duration) => duration > 50).length,
    longest: Math.max(...frames),
    milliseconds: frames.reduce((sum, duration) => sum + duration, 0),
  };
}
