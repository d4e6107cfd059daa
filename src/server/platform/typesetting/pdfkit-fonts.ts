import PDFDocument from "pdfkit";

/** The members of fontkit's fonts used here; fontkit is a dependency of pdfkit and has no types. */
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
  /** fontkit's glyph cache; a glyph keeps the code points of its first use. */
  _glyphs: Record<number, unknown>;
  /** The engine is null in a font without OpenType tables, its processor in a font without mark positions. */
  _layoutEngine: { engine: { GPOSProcessor: MarkPositioning | null } | null };
}

type Anchor = object | null;
interface MarkPositioning {
  applyAnchor: (mark: { markAnchor: Anchor }, base: Anchor, baseIndex: number) => void;
}

/** A font embedded in one PDF, subset to the glyphs in use. */
export interface EmbeddedFont {
  id: string;
  subset: { includeGlyph: (glyph: number) => number };
  /** By glyph of the subset, in thousandths of the size. */
  widths: number[];
  /** By glyph of the subset: the text it stands for when copied. */
  unicode: number[][];
  ref: () => PDFKit.PDFKitReference;
}

type WithFont<T> = { _font: T };

/** Reads an OpenType file. `name` distinguishes the files of one family, which all have the same PostScript name. */
export function openFont(openType: Buffer, name: string): OpenFont {
  const document = new PDFDocument({ autoFirstPage: false, font: "" }).font(openType);
  const { font } = (document as unknown as WithFont<{ font: OpenFont }>)._font;
  Object.defineProperty(font, "postscriptName", { value: name });
  // One glyph may serve several characters. Bypassing the cache while shaping gives each its own code points, so that text
  // copies correctly and the same text always gives the same bytes.
  const drawn = {};
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints) => {
    font._glyphs = codePoints === undefined ? drawn : {};
    return getGlyph(id, codePoints);
  };
  const positioning = font._layoutEngine.engine?.GPOSProcessor;
  if (positioning) skipMissingAnchors(positioning);
  return font;
}

/**
 * OpenType allows a base or a mark without an anchor, which leaves the mark where it is. fontkit 2.0 throws there
 * (foliojs/fontkit#367): U+06A2, for example, decomposes into a base without an anchor for its dot.
 */
function skipMissingAnchors(positioning: MarkPositioning): void {
  const applyAnchor = positioning.applyAnchor.bind(positioning);
  positioning.applyAnchor = (mark, base, baseIndex) => {
    if (base && mark.markAnchor) applyAnchor(mark, base, baseIndex);
  };
}

/**
 * Embeds `font` in `document`. pdfkit's `text()` shapes every word again for every document and writes nine operators per
 * run; writing cached glyphs directly is about ten times faster.
 */
export function embedFont(document: PDFKit.PDFDocument, font: OpenFont): EmbeddedFont {
  document.registerFont(font.postscriptName, font as unknown as Buffer);
  document.font(font.postscriptName);
  return (document as unknown as WithFont<EmbeddedFont>)._font;
}
