import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import type { CountryRow } from "#contract/reports/reports.ts";
import { countryCsv, countryCsvName } from "./country-csv.ts";

const row = (nationality: string, count = 1): CountryRow => ({
  nationality,
  count,
  standard_count: count,
  priority_count: 0,
  future_count: 0,
});
/** Parsed by an independent library. */
const cells = (text: string): string[][] => parse(text, { bom: true });

describe("the exported file", () => {
  it("contains headings, numbered rows and totals", () => {
    expect(cells(countryCsv([row("Côte d'Ivoire", 1234), row("Türkiye, Republic of", 2)]))).toEqual([
      [
        "S. No",
        "State/Territory",
        "Order Count",
        "Standard Processing",
        "Priority Processing",
        "Future Order Processing",
      ],
      ["1", "Côte d'Ivoire", "1234", "1234", "0", "0"],
      ["2", "Türkiye, Republic of", "2", "2", "0", "0"],
      ["", "Total", "1236", "1236", "0", "0"],
    ]);
  });

  it("starts with a UTF-8 byte order mark and ends lines as RFC 4180 requires", () => {
    const text = countryCsv([row("India")]);
    expect(text.charCodeAt(0)).toBe(0xfeff);
    expect(text.split("\r\n")).toHaveLength(4);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  it.each([
    '=HYPERLINK("http://evil.example","click")',
    "=1+1",
    "+1",
    "-1+1",
    "@SUM(A1)",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    " =1+1",
    "\u0000=1+1",
    "\ufeff=1+1",
    "\u202e=1+1",
    "＝1+1",
    "＋1",
    "－1",
    "＠SUM(A1)",
    'a"\r\n"=1+1',
    "x\r=1+1",
    '","=1+1',
    "'=1+1",
    "=cmd|' /C calc'!A0",
  ])("makes no formula and no further cell of %j", (nationality) => {
    const rows = cells(countryCsv([row(nationality)]));
    expect(rows.map((line) => line.length)).toEqual([6, 6, 6]);
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/);
    expect(rows[1]?.slice(2)).toEqual(["1", "1", "0", "0"]);
  });
});

describe("the file's name", () => {
  it.each([
    ["", "", "country-orders.csv"],
    ["2026-03-01", "2026-03-31", "country-orders-2026-03-01-to-2026-03-31.csv"],
    ["2026-03-01", "", "country-orders-from-2026-03-01.csv"],
    ["", "2026-03-31", "country-orders-until-2026-03-31.csv"],
  ])("of the dates %j and %j is %s", (fromDate, toDate, name) => {
    expect(countryCsvName({ fromDate, toDate })).toBe(name);
  });
});
