import PDFDocument from "pdfkit";

/** The members of fontkit's fonts that are used here; pdfkit brings fontkit along, without types. */
export interface OpenFont {
  unitsPerEm: number;
  postscriptName: string;
  hasGlyphForCodePoint: (codePoint: number) => boolean;
  layout: (
    text: string,
    features: string[],
    script: string | undefined,
    language: string | undefined,
    direction: "ltr" | "rtl",
  ) => {
    glyphs: { id: number; advanceWidth: number; codePoints: number[] }[];
    positions: { xAdvance: number; xOffset: number; yOffset: number }[];
  };
  getGlyph: (id: number, codePoints?: number[]) => unknown;
  /** Glyphs opened so far, each with the code points it was first used for. */
  _glyphs: Record<number, unknown>;
}

/** A font inside of one PDF: only the glyphs that were asked for go into the file. */
export interface EmbeddedFont {
  id: string;
  subset: { includeGlyph: (glyph: number) => number };
  /** By glyph of the subset, in thousandths of the size. */
  widths: number[];
  /** By glyph of the subset: what a reader copies from it. */
  unicode: number[][];
  ref: () => PDFKit.PDFKitReference;
}

type WithFont<T> = { _font: T };

/** Reads an OpenType file. `name` keeps the subsets of one family apart, which all call themselves the same. */
export function openFont(openType: Buffer, name: string): OpenFont {
  const document = new PDFDocument({ autoFirstPage: false, font: "" }).font(openType);
  const { font } = (document as unknown as WithFont<{ font: OpenFont }>)._font;
  Object.defineProperty(font, "postscriptName", { value: name });
  // One glyph may serve several letters. Each letter that is shaped gets a glyph with its own code points: text copies
  // right, and the same text gives the same bytes whatever was printed before.
  const drawn = {};
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints) => {
    font._glyphs = codePoints === undefined ? drawn : {};
    return getGlyph(id, codePoints);
  };
  return font;
}

/**
 * `font` as a part of `document`. pdfkit's `text()` shapes every word anew for every document and writes nine operators
 * a run; with the glyphs at hand a page is written about ten times faster.
 */
export function embedFont(document: PDFKit.PDFDocument, font: OpenFont): EmbeddedFont {
  document.registerFont(font.postscriptName, font as unknown as Buffer);
  document.font(font.postscriptName);
  return (document as unknown as WithFont<EmbeddedFont>)._font;
}
