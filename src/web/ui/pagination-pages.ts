/** A page number, or a gap between two. */
export type PageItem = number | "gap";

/** Up to this many pages all are shown (specification section 9). */
const COLLAPSE_BEYOND = 5;
const NEIGHBOURS = 1;

/**
 * How many pages a list of `total` rows has; an empty list has one. A list that is longer than `total` has the page
 * that begins there too: whoever goes on reaches it.
 */
export function pageCount(total: number, size: number, isLonger = false): number {
  return Math.max(1, Math.ceil((total + (isLonger ? 1 : 0)) / size));
}

/**
 * The pages to draw: first, last, the current one with one neighbour on each side, and a gap for what lies between.
 * A gap never stands for a single page; that page is shown instead.
 */
export function pageItems(current: number, count: number): PageItem[] {
  if (count <= COLLAPSE_BEYOND) return Array.from({ length: count }, (_, index) => index + 1);
  const shown = new Set([1, count]);
  for (let page = current - NEIGHBOURS; page <= current + NEIGHBOURS; page++) {
    if (page >= 1 && page <= count) shown.add(page);
  }
  const items: PageItem[] = [];
  let previous = 0;
  for (const page of [...shown].sort((a, b) => a - b)) {
    if (page - previous === 2) items.push(page - 1);
    else if (page - previous > 2) items.push("gap");
    items.push(page);
    previous = page;
  }
  return items;
}
