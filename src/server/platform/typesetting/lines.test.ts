import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LONG_NAMES } from "#test/support/sample-pack-facts.ts";
import { breakLines, fitLine, type Line } from "./lines.ts";
import { isolated, plainCharacters } from "./plain-characters.ts";

const EM = 1000;
/** The text of a line in visual order, piece by piece. */
const seen = (line: Line | undefined) => line?.pieces.map(({ text }) => text).join("") ?? "";
const readInOrder = (line: Line) =>
  line.pieces
    .toSorted((one, other) => one.order - other.order)
    .map(({ text }) => text)
    .join("");

describe("a line", () => {
  it("reverses right-to-left words but not numbers or the surrounding sentence", () => {
    const [line] = breakLines(`by ${isolated("أحمد بن 12 علي")} on 2026`, false, 100 * EM);
    expect(seen(line)).toBe("by علي 12 بن أحمد on 2026");
  });

  it("mirrors brackets inside right-to-left text", () => {
    const [line] = breakLines(isolated("שלום (עולם)"), false, 100 * EM);
    const [open, shut] = line?.pieces.filter(({ text }) => /[()]/.test(text)) ?? [];
    // The closing bracket is on the left and drawn as an opening one.
    expect([open?.text, shut?.text]).toEqual([")", "("]);
    expect(open?.shaped.glyphs[0]?.codePoints).toEqual([0x28]);
  });

  it("breaks Chinese between characters, never before its full stop", () => {
    const lines = breakLines("王小明今天到达。李", false, 4 * EM);
    expect(lines.map(seen)).toEqual(["王小明今", "天到达。", "李"]);
  });

  it("breaks Thai between words", () => {
    expect(
      breakLines("ยินดีต้อนรับสู่ประเทศไทย", false, 8 * EM)
        .map(seen)
        .join("|"),
    ).toMatch(/\|(สู่|ประเทศ|ไทย)/);
  });

  it("splits words wider than a line, after a colon if possible", () => {
    const lines = breakLines("2001:db8:85a3:8d3:1319:8a2e:370:7348", false, 11 * EM);
    expect(lines.map(seen)).toEqual(["2001:db8:85a3:8d3:", "1319:8a2e:370:7348"]);
  });

  it("shows characters without a glyph by their code points", () => {
    expect(seen(breakLines("ok 😀", false, 100 * EM)[0])).toBe("ok [U+1F600]");
    expect(seen(breakLines("한", false, 100 * EM)[0])).toBe("[U+D55C]");
  });

  it("shapes every character of the writing systems that need shaping", () => {
    // U+06A2 is drawn as a base without an anchor for its dot, at which fontkit throws.
    expect(seen(breakLines("ڢ", false, 5 * EM)[0])).toBe("ڢ");
    for (let codePoint = 0x590; codePoint < 0xe80; codePoint++) {
      const character = String.fromCodePoint(codePoint);
      expect(breakLines(`${character}${character}`, false, 100 * EM), codePoint.toString(16)).toHaveLength(1);
    }
  });

  it("is shortened with an ellipsis", () => {
    const line = fitLine("a merchant with a long name", false, 8 * EM);
    expect(seen(line)).toMatch(/^a merchant.*…$/);
    expect(line.width).toBeLessThanOrEqual(8 * EM);
  });
});

it("keeps every character, in order, within the width, for any text", () => {
  const words = [...Object.values(LONG_NAMES), "[U+0041] (a) \u{1F468}\u200d\u{1F469}", "x".repeat(90)];
  const text = fc.oneof(fc.string({ unit: "binary", maxLength: 60 }), fc.constantFrom(...words));
  const spelledOut = (line: string) =>
    line
      .replace(/[\s\u200c\u200d]/g, "")
      .replace(/\[U\+([0-9A-F]+)\]/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  // A line holds at least the name of the highest code point (5.4 em), which must not be split.
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), fc.integer({ min: 6, max: 40 }), (parts, ems) => {
      const clean = parts.map(plainCharacters).join(" ").replace(/ +/g, " ").trim();
      const lines = breakLines(isolated(clean), false, ems * EM);
      for (const line of lines) expect(line.width).toBeLessThanOrEqual(ems * EM + 1);
      const printed = lines.map(readInOrder).join("");
      expect(spelledOut(printed)).toBe(spelledOut(clean));
    }),
    { numRuns: 150 },
  );
});
