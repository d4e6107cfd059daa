/** A page number, or a gap between two. */
export type PageItem = number | "gap";

/** Up to this number, all pages are shown. */
const COLLAPSE_BEYOND = 5;
const NEIGHBOURS = 1;

/**
 * The number of pages of a list of `total` rows; an empty list has one. A list that is longer than `total` also has the
 * page that starts there, so that users can go on.
 */
export function pageCount(total: number, size: number, isLonger = false): number {
  return Math.max(1, Math.ceil((total + (isLonger ? 1 : 0)) / size));
}

/**
 * The pages to show: first, last, the current one with one neighbour on each side, and gaps in between. A gap never
 * replaces a single page; that page is shown instead.
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
