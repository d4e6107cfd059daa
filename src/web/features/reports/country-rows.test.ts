import { describe, expect, it } from "vitest";
import type { CountryRow } from "#contract/reports/reports.ts";
import { matchingRows, pageOf, totalsOf } from "./country-rows.ts";

const row = (nationality: string, standard = 1, priority = 0, future = 0): CountryRow => ({
  nationality,
  count: standard + priority + future,
  standard_count: standard,
  priority_count: priority,
  future_count: future,
});
const rows = [row("United Kingdom", 5, 2, 1), row("Côte d’Ivoire", 3), row("United States of America"), row("Unknown")];
const names = (search: string) => matchingRows(rows, search).map(({ nationality }) => nationality);

describe("the search", () => {
  it("finds the text anywhere in a nationality, ignoring case and accents @2-114", () => {
    expect(names("united")).toEqual(["United Kingdom", "United States of America"]);
    expect(names("KINGDOM")).toEqual(["United Kingdom"]);
    expect(names("cote D")).toEqual(["Côte d’Ivoire"]);
    expect(names(" united  k")).toEqual(["United Kingdom"]);
    expect(names("dk")).toEqual([]);
    expect(names("  ")).toHaveLength(4);
    expect(names(".*")).toEqual([]);
  });

  it("ignores the other columns", () => {
    expect(names("8")).toEqual([]);
  });
});

describe("the totals", () => {
  it("are the sums of the given rows", () => {
    expect(totalsOf(matchingRows(rows, "united"))).toEqual({
      count: 9,
      standard_count: 6,
      priority_count: 2,
      future_count: 1,
    });
    expect(totalsOf([]).count).toBe(0);
  });
});

describe("a page", () => {
  const many = Array.from({ length: 23 }, (_, index) => row(`Country ${index + 1}`));

  it("contains its rows and the number of rows before them", () => {
    const { page, base, shown } = pageOf(many, 3, 10);
    expect([page, base, shown.map(({ nationality }) => nationality)]).toEqual([
      3,
      20,
      ["Country 21", "Country 22", "Country 23"],
    ]);
  });

  it("past the end is the last one, and All is one page", () => {
    expect(pageOf(many, 9, 10).page).toBe(3);
    expect(pageOf([], 9, 10)).toEqual({ page: 1, base: 0, shown: [] });
    expect(pageOf(many, 9, "all").shown).toHaveLength(23);
  });
});
