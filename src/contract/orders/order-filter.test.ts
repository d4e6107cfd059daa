import { describe, expect, it } from "vitest";
import { countFilters, FILTER_KEYS, FILTER_LABELS, orderFilterShape, readFilters } from "./order-filter.ts";

const read = (text: string) => readFilters((key) => new URLSearchParams(text).get(key));

describe("the filters of an address", () => {
  it("are kept as they are if they are valid, and left out otherwise", () => {
    expect(read("nat=DE,AT&doc=no&arrival=2026-11-27..2026-11-29&claim=7&page=2")).toEqual({
      nat: "DE,AT",
      doc: "no",
      arrival: "2026-11-27..2026-11-29",
      claim: "7",
    });
    expect(read("nat=de&doc=maybe&arrival=2026-02-30&claim=0&created=..&gateway=x&mark=&due=never")).toEqual({});
  });

  it("are at most six", () => {
    const many = read("nat=DE&doc=no&mode=Standard&gateway=1&flag=refund&claim=me&mail=none&due=late");
    expect(countFilters(many)).toBe(6);
  });
});

it("a day alone is a range of one, and values are named once", () => {
  expect(orderFilterShape.arrival.parse("2026-11-27")).toEqual({ from: "2026-11-27", to: "2026-11-27" });
  expect(orderFilterShape.nat.parse("DE,DE,AT")).toEqual(["DE", "AT"]);
  expect(orderFilterShape.claim.parse("12")).toBe(12);
  for (const text of ["..", "2026-11-27..2026-11-28..2026-11-29", "2026-11-27..2026-11-26", "tomorrow"]) {
    expect([text, orderFilterShape.arrival.safeParse(text).success]).toEqual([text, false]);
  }
});

it("every filter has a name", () => {
  expect(Object.keys(FILTER_LABELS)).toEqual(FILTER_KEYS);
});
