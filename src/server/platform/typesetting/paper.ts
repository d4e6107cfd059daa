import PDFDocument from "pdfkit";
import type { Section } from "./blocks.ts";
import { breakLines, fitLine, type Line, type PlacedPiece } from "./lines.ts";
import { type Paginated, paginate } from "./pages.ts";
import { type EmbeddedFont, embedFont } from "./pdfkit-fonts.ts";
import { type Item, type Strip, stripsOf, TABLE_SIZE } from "./strips.ts";
import { createTagWriter } from "./tags.ts";
import type { Glyph, Shaped, Typeface } from "./typefaces.ts";

/** A4 upright, in points. */
const SHEET = { width: 595.28, height: 841.89 };
const MARGIN = { side: 48, bottom: 36 };
const HEADER = { baseline: 40, rule: 46, content: 60 };
/** Minimum width of the header's first part, in thousandths of the font size: about eight characters. */
const MIN_HEAD_WIDTH = 5000;
const WIDTH = SHEET.width - 2 * MARGIN.side;
const HEIGHT = SHEET.height - HEADER.content - MARGIN.bottom;

export interface Sheet {
  title: string;
  author: string;
  creator: string;
  madeAt: Date;
  /** Header of every page, followed by the page number. `first` is shortened first if the line is too long. */
  header: { first: string; rest: string };
}

/** Lays out sections on A4 pages. */
export function typeset(sections: Section[]): Paginated {
  return paginate(stripsOf(sections, WIDTH), HEIGHT);
}

/** Writes the pages as a PDF. Deterministic: the same input gives the same bytes. Black and grey only, no annotations. */
export function print({ pages, sections }: Paginated, { title, author, creator, madeAt, header }: Sheet): Buffer {
  const document = new PDFDocument({
    autoFirstPage: false,
    font: "",
    size: "A4",
    margin: 0,
    pdfVersion: "1.7",
    // PDF/UA-1, which the types of pdfkit don't name yet.
    subset: "PDF/UA" as string as PDFKit.Mixins.PDFSubsets,
    tagged: true,
    lang: "en",
    displayTitle: true,
    info: { Title: title, Author: author, Creator: creator, Producer: "pdfkit", CreationDate: madeAt },
  });
  const pen = createPen(document);
  const sectionTags = pages.flatMap((page) => page.strips.map(({ strip }) => strip.sectionTag));
  const tags = createTagWriter(document, new Set(sectionTags));
  const drawn = new Set<Strip>();
  for (const [index, { strips }] of pages.entries()) {
    document.addPage();
    tags.begin(null);
    for (const item of headerItems(header, index + 1, pages.length)) pen.draw(item, MARGIN.side, 0);
    for (const { strip, y } of strips) {
      // The head of a table that goes on from the page before has been read already.
      const isRepeated = drawn.has(strip);
      drawn.add(strip);
      for (const item of strip.items) {
        tags.begin("tag" in item && !isRepeated ? item.tag : null);
        pen.draw(resolvePage(item, sections), MARGIN.side, HEADER.content + y);
      }
    }
    tags.endPage();
  }
  tags.end();
  document.end();
  // Everything is already written, so the stream returns it synchronously.
  return document.read() as Buffer;
}

/** Never shortens the page number; a header that is too long loses its first part's end, then that of the rest. */
function headerItems({ first, rest }: Sheet["header"], page: number, pages: number): Item[] {
  const room = (WIDTH / TABLE_SIZE) * 1000;
  const tail = fitLine(` · page ${page} of ${pages}`, false, room);
  const middle = fitLine(` · ${rest}`, false, room - tail.width - MIN_HEAD_WIDTH);
  const head = fitLine(first, false, room - tail.width - middle.width);
  let x = 0;
  const lines = [head, middle, tail].map((line): Item => {
    const item: Item = { kind: "line", line, x, baseline: HEADER.baseline, size: TABLE_SIZE, tag: null };
    x += (line.width * TABLE_SIZE) / 1000;
    return item;
  });
  return [...lines, { kind: "rule", x: 0, y: HEADER.rule, width: WIDTH, weight: 0.5, grey: 0.62 }];
}

function resolvePage(item: Item, sections: Paginated["sections"]): Item {
  if (item.kind !== "page-of") return item;
  const [line] = breakLines(String(sections.get(item.section)?.page ?? ""), false, 10_000);
  return line === undefined ? item : { ...item, kind: "line", line };
}

interface Pen {
  draw: (item: Item, left: number, top: number) => void;
}

const number = (value: number) => String(Math.round(value * 100) / 100);

/** Writes the operators of one page after another. pdfkit has turned the page so that `y` counts down. */
function createPen(document: PDFKit.PDFDocument): Pen {
  const fonts = new Map<Typeface, EmbeddedFont>();
  const written = new Map<Shaped, string>();

  function fontOf(face: Typeface): EmbeddedFont {
    let font = fonts.get(face);
    if (font === undefined) {
      font = embedFont(document, face.font());
      fonts.set(face, font);
    }
    document.page.fonts[font.id] ??= font.ref();
    return font;
  }

  /** The operators of a piece's glyphs; vertical offsets are set by Ts. */
  function show({ shaped, level }: PlacedPiece, font: EmbeddedFont, size: number): string {
    const isFlat = shaped.glyphs.every(({ yOffset }) => yOffset === 0);
    const known = isFlat ? written.get(shaped) : undefined;
    if (known !== undefined) return known;
    let text = "";
    let array = "";
    let hex = "";
    let rise = 0;
    let pen = 0;
    const flush = () => {
      if (hex !== "") array += `<${hex}>`;
      if (array !== "") text += ` [${array}] TJ`;
      hex = "";
      array = "";
    };
    const moveTo = (x: number) => {
      if (Math.abs(x - pen) < 0.01) return;
      if (hex !== "") array += `<${hex}>`;
      hex = "";
      array += ` ${number(pen - x)} `;
      pen = x;
    };
    const put = ({ glyph, x }: PlacedGlyph) => {
      if (glyph.yOffset !== rise) {
        flush();
        rise = glyph.yOffset;
        text += ` ${number((rise * size) / 1000)} Ts`;
      }
      moveTo(x + glyph.xOffset);
      hex += include(font, glyph);
      pen += glyph.width;
    };
    const within = (actual: string, glyphs: PlacedGlyph[]) => {
      flush();
      text += ` ${spanOf(actual)}`;
      for (const glyph of glyphs) put(glyph);
      flush();
      text += " EMC";
    };
    const all = placed(shaped);
    if (level % 2 === 0) for (const glyph of all) put(glyph);
    else {
      const withoutCodePoints = all.filter(({ glyph }) => glyph.codePoints.length === 0);
      for (const each of all) {
        const { codePoints } = each.glyph;
        if (codePoints.length === 0) continue;
        if (isCopiedExactly(font, each.glyph)) put(each);
        else within(String.fromCodePoint(...codePoints), [each]);
      }
      if (withoutCodePoints.length > 0) within("", withoutCodePoints);
    }
    moveTo(shaped.width);
    flush();
    if (rise !== 0) text += " 0 Ts";
    if (isFlat) written.set(shaped, text);
    return text;
  }

  /** Writes pieces in reading order, so that text extraction yields right-to-left words in the right order. */
  function drawLine(line: Line, x: number, y: number, size: number): void {
    let text = "BT";
    let current: EmbeddedFont | undefined;
    let pen: number | null = null;
    const inOrder = line.pieces.toSorted((one, other) => one.order - other.order);
    for (const { pieces, actual } of withActualText(inOrder)) {
      if (actual !== null) text += ` ${spanOf(actual)}`;
      for (const piece of pieces) {
        if (piece.x !== pen) text += ` 1 0 0 -1 ${number(x + (piece.x * size) / 1000)} ${number(y)} Tm`;
        pen = piece.x + piece.shaped.width;
        const font = fontOf(piece.face);
        if (font !== current) text += ` /${font.id} ${number(size)} Tf`;
        current = font;
        text += show(piece, font, size);
      }
      if (actual !== null) text += " EMC";
    }
    if (pen !== null) document.addContent(`${text} ET`);
  }

  return {
    draw(item, left, top) {
      if (item.kind === "line") drawLine(item.line, left + item.x, top + item.baseline, item.size);
      else if (item.kind === "rule") {
        const y = number(top + item.y);
        const [from, to] = [number(left + item.x), number(left + item.x + item.width)];
        document.addContent(`${item.grey} G ${item.weight} w ${from} ${y} m ${to} ${y} l S`);
      } else if (item.kind === "fill") {
        const corner = `${number(left + item.x)} ${number(top + item.y)}`;
        document.addContent(`${item.grey} g ${corner} ${number(item.width)} ${number(item.height)} re f 0 g`);
      }
    },
  };
}

interface PlacedGlyph {
  glyph: Glyph;
  /** Pen position from the piece's left edge. */
  x: number;
}

function placed({ glyphs }: Shaped): PlacedGlyph[] {
  let x = 0;
  return glyphs.map((glyph) => {
    const at = { glyph, x };
    x += glyph.advance;
    return at;
  });
}

/** True when copying the glyph yields its code points here; the file stores only those of its first use. */
function isCopiedExactly(font: EmbeddedFont, { id, codePoints }: Glyph): boolean {
  const known = font.unicode[font.subset.includeGlyph(id)] ?? codePoints;
  return known.length === 1 && codePoints.length === 1 && known[0] === codePoints[0];
}

/** Begins a span whose copied text is `text`. */
function spanOf(text: string): string {
  return `/Span <</ActualText <${utf16(text)}>>> BDC`;
}

/** Adds the glyph to the subset. @returns its code as four hexadecimal digits */
function include(font: EmbeddedFont, { id, width, codePoints }: Glyph): string {
  const code = font.subset.includeGlyph(id);
  font.widths[code] ??= width;
  font.unicode[code] ??= codePoints;
  return code.toString(16).padStart(4, "0");
}

/**
 * Groups pieces of complex scripts, whose glyphs do not map one to one to characters, with their text, so that copying
 * yields words. Right-to-left pieces are excluded: PDF readers reorder those themselves.
 */
function withActualText(pieces: PlacedPiece[]): { pieces: PlacedPiece[]; actual: string | null }[] {
  const groups: { pieces: PlacedPiece[]; actual: string | null }[] = [];
  for (const piece of pieces) {
    const hasActualText = piece.face.isComplex && piece.level % 2 === 0;
    const last = groups.at(-1);
    if (last === undefined || (last.actual !== null) !== hasActualText) {
      groups.push({ pieces: [piece], actual: hasActualText ? piece.text : null });
    } else {
      last.pieces.push(piece);
      if (last.actual !== null) last.actual += piece.text;
    }
  }
  return groups;
}

/** Hexadecimal big-endian UTF-16 with byte order mark, a PDF text string. */
function utf16(text: string): string {
  return `FEFF${Buffer.from(text, "utf16le").swap16().toString("hex").toUpperCase()}`;
}
