import { describe, expect, it } from "vitest";
import { pageCount, pageItems } from "./pagination-pages.ts";

describe("pageItems", () => {
  it("shows every page up to five @9-008", () => {
    expect(pageItems(1, 1)).toEqual([1]);
    expect(pageItems(3, 5)).toEqual([1, 2, 3, 4, 5]);
  });

  it("collapses beyond five, with one neighbour on each side of the current page @2-083 @9-007 @9-008", () => {
    expect(pageItems(1, 6)).toEqual([1, 2, "gap", 6]);
    expect(pageItems(10, 20)).toEqual([1, "gap", 9, 10, 11, "gap", 20]);
    expect(pageItems(20, 20)).toEqual([1, "gap", 19, 20]);
  });

  it("never replaces a single page by a gap", () => {
    expect(pageItems(4, 20)).toEqual([1, 2, 3, 4, 5, "gap", 20]);
    expect(pageItems(17, 20)).toEqual([1, "gap", 16, 17, 18, 19, 20]);
  });

  it("is ordered and within range for every current page", () => {
    for (let count = 1; count <= 40; count++) {
      for (let page = 1; page <= count; page++) {
        const pages = pageItems(page, count).filter((item) => item !== "gap");
        expect(pages).toContain(page);
        expect(pages).toEqual([...new Set(pages)].sort((a, b) => a - b));
        expect(pages.at(0)).toBe(1);
        expect(pages.at(-1)).toBe(count);
      }
    }
  });
});

describe("pageCount", () => {
  it("counts an incomplete page, and one page for an empty list", () => {
    expect(pageCount(0, 10)).toBe(1);
    expect(pageCount(10, 10)).toBe(1);
    expect(pageCount(11, 10)).toBe(2);
  });

  it("includes the page after the counted rows when the list is longer", () => {
    expect(pageCount(10_000, 10, true)).toBe(1001);
    expect(pageCount(10_000, 75, true)).toBe(134);
  });
});
