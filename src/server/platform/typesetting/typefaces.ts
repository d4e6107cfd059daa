import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type OpenFont, openFont } from "./pdfkit-fonts.ts";
import { woffToOpenType } from "./woff.ts";

/** A positioned glyph; all lengths in thousandths of the font size. */
export interface Glyph {
  id: number;
  /** Width according to the font. */
  width: number;
  /** Pen advance after shaping. */
  advance: number;
  xOffset: number;
  yOffset: number;
  codePoints: number[];
}
export interface Shaped {
  glyphs: Glyph[];
  width: number;
}
export type Direction = "ltr" | "rtl";

export interface Typeface {
  name: string;
  /** Glyphs do not map one to one to characters, so the text is written as ActualText. */
  isComplex: boolean;
  /** Marks extend further up and down than in Latin. */
  isTall: boolean;
  covers: (codePoint: number) => boolean;
  font: () => OpenFont;
  shape: (text: string, direction: Direction) => Shaped;
}

/** Size of the cache of shaped words, which most documents share. About 1 kB each. */
const WORDS_KEPT = 4000;

const require = createRequire(import.meta.url);

interface FaceOptions {
  script?: "complex";
  tall?: boolean;
}

/** A font that is loaded when the first character within `range` needs it. */
function typeface(name: string, file: string, range: RegExp, { script, tall = false }: FaceOptions = {}): Typeface {
  let opened: OpenFont | undefined;
  const open = () => {
    opened ??= openFont(woffToOpenType(readFileSync(file)), name);
    return opened;
  };
  const words = new Map<string, Shaped>();
  return {
    name,
    isComplex: script === "complex",
    isTall: tall,
    font: open,
    covers: (codePoint) => range.test(String.fromCodePoint(codePoint)) && open().hasGlyphForCodePoint(codePoint),
    shape(text, direction) {
      const key = direction + text;
      let shaped = words.get(key);
      if (shaped === undefined) {
        if (words.size >= WORDS_KEPT) words.clear();
        shaped = shapeWith(open(), text, direction);
        words.set(key, shaped);
      }
      return shaped;
    },
  };
}

function shapeWith(font: OpenFont, text: string, direction: Direction): Shaped {
  const { glyphs, positions } = font.layout(text, [], undefined, undefined, direction);
  const scale = 1000 / font.unitsPerEm;
  let width = 0;
  const placed = glyphs.map((glyph, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    width += xAdvance * scale;
    return {
      id: glyph.id,
      width: glyph.advanceWidth * scale,
      advance: xAdvance * scale,
      xOffset: xOffset * scale,
      yOffset: yOffset * scale,
      codePoints: glyph.codePoints,
    };
  });
  return { glyphs: placed, width };
}

const LATIN =
  /[\u0304\u0308\u0329]|[ -~\u00a0-\u00ff\u0131\u0152\u0153\u02bb\u02bc\u02c6\u02da\u02dc\u2010-\u205e\u20ac\u2122\u2191\u2193\u2212\u2215]/;
const LATIN_EXTENDED = /[\u0100-\u02ff\u1d00-\u1dbf\u1e00-\u1eff\u20a0-\u20c0\u2113\u2c60-\u2c7f\ua720-\ua7ff]/;

const latin = typeface(
  "NotoSans-Latin",
  require.resolve("@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff"),
  LATIN,
);
const latinBold = typeface(
  "NotoSans-Latin-Bold",
  require.resolve("@fontsource/noto-sans/files/noto-sans-latin-700-normal.woff"),
  LATIN,
);

/** Latin first: the other fonts have neither digits nor punctuation. The largest file is last. */
const REGULAR = [
  latin,
  typeface(
    "NotoSans-LatinExt",
    require.resolve("@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff"),
    LATIN_EXTENDED,
  ),
  typeface(
    "NotoSans-Vietnamese",
    require.resolve("@fontsource/noto-sans/files/noto-sans-vietnamese-400-normal.woff"),
    /[\u0102-\u01b0\u1ea0-\u1ef9\u20ab]/,
  ),
  typeface(
    "NotoSans-Cyrillic",
    require.resolve("@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff"),
    /[\u0400-\u04ff\u2116]/,
  ),
  typeface(
    "NotoSans-CyrillicExt",
    require.resolve("@fontsource/noto-sans/files/noto-sans-cyrillic-ext-400-normal.woff"),
    /[\u0460-\u052f\u1c80-\u1c8a\u2de0-\u2dff\ua640-\ua69f]/,
  ),
  typeface(
    "NotoSans-Greek",
    require.resolve("@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff"),
    /[\u0370-\u03ff]/,
  ),
  typeface(
    "NotoSans-GreekExt",
    require.resolve("@fontsource/noto-sans/files/noto-sans-greek-ext-400-normal.woff"),
    /[\u1f00-\u1fff]/,
  ),
  typeface(
    "NotoSans-Devanagari",
    require.resolve("@fontsource/noto-sans/files/noto-sans-devanagari-400-normal.woff"),
    /[\u0900-\u097f\u1cd0-\u1cf9\u20b9\ua830-\ua839\ua8e0-\ua8ff]|\u200c|\u200d/,
    { script: "complex", tall: true },
  ),
  typeface(
    "NotoSans-Sinhala",
    require.resolve("@fontsource/noto-sans-sinhala/files/noto-sans-sinhala-sinhala-400-normal.woff"),
    /[\u0d81-\u0df4]|\u200c|\u200d/,
    { script: "complex", tall: true },
  ),
  typeface(
    "NotoSans-Tamil",
    require.resolve("@fontsource/noto-sans-tamil/files/noto-sans-tamil-tamil-400-normal.woff"),
    /[\u0b82-\u0bfa]|\u200c|\u200d/,
    { script: "complex", tall: true },
  ),
  typeface(
    "NotoSans-Arabic",
    require.resolve("@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff"),
    /[\u0600-\u06ff\u0750-\u077f\u0870-\u08ff\ufb50-\ufdff\ufe70-\ufefc]|\u200c|\u200d/,
    { script: "complex", tall: true },
  ),
  typeface(
    "NotoSans-Hebrew",
    require.resolve("@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff"),
    /[\u0591-\u05f4\u20aa\ufb1d-\ufb4f]/,
    { script: "complex", tall: true },
  ),
  typeface(
    "NotoSans-Thai",
    require.resolve("@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff"),
    /[\u0e01-\u0e5b]/,
    { script: "complex", tall: true },
  ),
  typeface(
    "NotoSans-SC",
    require.resolve("@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-400-normal.woff"),
    /[\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uffee\u{20000}-\u{3ffff}]/u,
  ),
];

/** The Latin typeface, regular or bold. */
export const latinFace = (isBold: boolean): Typeface => (isBold ? latinBold : latin);

/** True when the Latin typeface covers all of `text`, as it does for most texts. */
export const isPlainLatin = (text: string): boolean =>
  /^[ -~\u00a1-\u00ac\u00ae-\u00ff\u2013\u2014\u2018-\u201d\u2022\u2026]*$/.test(text);

const chosen = new Map<number, Typeface | null>();

/** The first typeface with a glyph for the code point, or null. Only Latin has a bold one. */
export function faceFor(codePoint: number, isBold: boolean): Typeface | null {
  if (isBold && latinBold.covers(codePoint)) return latinBold;
  let face = chosen.get(codePoint);
  if (face === undefined) {
    face = REGULAR.find((each) => each.covers(codePoint)) ?? null;
    chosen.set(codePoint, face);
  }
  return face;
}
