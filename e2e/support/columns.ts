import type { Locator } from "@playwright/test";

/** A column of an order table, by its rows from the first to the last. */
interface MeasuredColumn {
  column: string;
  /** More than one if the column moves while the list scrolls. */
  widths: number[];
  /** What its widest cell needs, padding included. */
  widest: number;
}

/** Measures the data columns of the list on the screen while it scrolls, and finds the cells whose text is cut off or broken. */
export const measureColumns = (table: Locator) =>
  table.evaluate(async (element) => {
    const frame = element.parentElement;
    if (frame === null) throw new Error("no frame");
    const columns = new Map<string, { widths: Set<number>; widest: number }>();
    const rows = new Set<string>();
    const cut = new Map<string, string>();
    const range = document.createRange();
    const read = () => {
      for (const cell of element.querySelectorAll<HTMLElement>("[data-column]")) {
        const { column = "" } = cell.dataset;
        const order = cell.parentElement?.dataset.order;
        const known = columns.get(column) ?? { widths: new Set<number>(), widest: 0 };
        columns.set(column, known);
        known.widths.add(Math.round(cell.getBoundingClientRect().width));
        range.selectNodeContents(cell);
        const { width, height } = range.getBoundingClientRect();
        const { paddingLeft, paddingRight } = getComputedStyle(cell);
        known.widest = Math.max(known.widest, width + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight));
        if (order === undefined) continue;
        rows.add(order);
        const isBroken = height > 25 && cell.querySelector("[data-status], time") === null;
        if (isBroken || cell.scrollWidth > cell.clientWidth + 1) cut.set(`${order} ${column}`, cell.textContent);
      }
    };
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (let top = 0; top < frame.scrollHeight; top += 300) {
      frame.scrollTop = top;
      await nextFrame();
      read();
    }
    const measured: MeasuredColumn[] = [...columns].map(([column, { widths, widest }]) => ({
      column,
      widths: [...widths],
      widest,
    }));
    return { columns: measured, rows: rows.size, cut: [...cut.values()] };
  });
