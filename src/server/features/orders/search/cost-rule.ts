import type { ListSize } from "../conditions/list-conditions.types.ts";

/** Relative times of a scanned row, a hit listed by an index, and a hit read: one measurement (decision record 0010). */
const COST = { scannedRow: 3, listedHit: 0.25, readHit: 4 };
/** The same for tags: 1.8, 0.25 and 0.6 µs (decision record 0095). */
const TAGS_COST: typeof COST = { scannedRow: 3, listedHit: 0.4, readHit: 1 };

interface ReadWork {
  /** Rows of the list that a scan reads. */
  scannedRows: number;
  /** Hits that the index lists before the first one is read; none where it is read by id range. */
  listedHits?: number;
  /** Hits of the index that are read. */
  readHits: number;
}

/** The cost rule: whether scanning a list costs no more than reading the same from an index. */
export function isScanCheaper({ scannedRows, listedHits = 0, readHits }: ReadWork): boolean {
  return COST.scannedRow * scannedRows <= COST.listedHit * listedHits + COST.readHit * readHits;
}

/** The hits that an index lists and reads at the cost of scanning these rows. */
export function hitsAtCostOf(scannedRows: number, isOfTags: boolean): number {
  const { scannedRow, listedHit, readHit } = isOfTags ? TAGS_COST : COST;
  return Math.ceil((scannedRow * scannedRows) / (listedHit + readHit));
}

/**
 * What counting up to `enough` hits reads.
 * @param density the share of hits in the rows of the list
 * @param isByRange whether the index lists the hits of one id range at a time, not all of them before the first
 */
export function countingWork(
  { enough, density, isByRange }: { enough: number; density: number; isByRange: boolean },
  { all, list }: ListSize,
): Required<ReadWork> {
  const hits = density * all;
  return {
    scannedRows: Math.min(list, enough / density),
    listedHits: isByRange ? 0 : hits,
    readHits: Math.min(hits, (enough * all) / list),
  };
}

/** The share of hits, from the first one of the window on where they begin far behind the list's first row. */
export function densityOf(window: readonly { position: number }[], last: number): number {
  const [start, end] = [window[0]?.position ?? 1, window.at(-1)?.position ?? last];
  return Math.max(last / end, (window.length - 1) / (end - start + 1));
}
