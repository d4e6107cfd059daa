import { expect, it } from "vitest";
import { countingWork, densityOf, hitsAtCostOf, isScanCheaper } from "./cost-rule.ts";

it.each([
  { scannedRows: 4, readHits: 3, isCheaper: true },
  { scannedRows: 5, readHits: 3, isCheaper: false },
  { scannedRows: 1000, readHits: 0, isCheaper: false },
  { scannedRows: 0, readHits: 0, isCheaper: true },
  { scannedRows: 100, listedHits: 1200, readHits: 0, isCheaper: true },
  { scannedRows: 100, listedHits: 1196, readHits: 0, isCheaper: false },
  { scannedRows: 100, listedHits: 400, readHits: 50, isCheaper: true },
  { scannedRows: 101, listedHits: 400, readHits: 50, isCheaper: false },
  { scannedRows: 1_000_000, readHits: Infinity, isCheaper: true },
])("a scan of $scannedRows rows beside $listedHits listed and $readHits read hits: $isCheaper", (row) => {
  const { isCheaper, ...work } = row;
  expect(isScanCheaper(work)).toBe(isCheaper);
});

it.each([
  { rows: 0, isOfTags: false, hits: 0 },
  { rows: 1, isOfTags: false, hits: 1 },
  { rows: 8000, isOfTags: false, hits: 5648 },
  { rows: 8000, isOfTags: true, hits: 17_143 },
])("an index yields $hits hits at the cost of $rows scanned rows (of tags: $isOfTags)", ({ rows, isOfTags, hits }) => {
  expect(hitsAtCostOf(rows, isOfTags)).toBe(hits);
});

it.each([
  ["dense hits", { enough: 100, density: 0.5, isByRange: false }, { scannedRows: 200, listedHits: 500, readHits: 200 }],
  ["hits by range", { enough: 100, density: 0.5, isByRange: true }, { scannedRows: 200, listedHits: 0, readHits: 200 }],
  ["rare hits", { enough: 100, density: 0.01, isByRange: true }, { scannedRows: 500, listedHits: 0, readHits: 10 }],
])("the work of counting %s in half of 1000 orders", (_hits, estimate, work) => {
  expect(countingWork(estimate, { all: 1000, list: 500 })).toEqual(work);
});

it.each([
  { positions: [1, 2, 3, 4], last: 4, density: 1 },
  { positions: [2, 4, 6, 8], last: 4, density: 0.5 },
  { positions: [101, 102, 103, 104], last: 4, density: 0.75 },
  { positions: [80], last: 20, density: 0.25 },
])("the density of hits at $positions, to the $last. hit of the list, is $density", ({ positions, last, density }) => {
  expect(
    densityOf(
      positions.map((position) => ({ position })),
      last,
    ),
  ).toBe(density);
});
