import PDFDocument from "pdfkit";
import type { Section } from "./blocks.ts";
import { breakLines, fitLine, type Line, type PlacedPiece } from "./lines.ts";
import { type Paginated, paginate } from "./pages.ts";
import { type EmbeddedFont, embedFont } from "./pdfkit-fonts.ts";
import { type Item, stripsOf, TABLE_SIZE } from "./strips.ts";
import type { Glyph, Shaped, Typeface } from "./typefaces.ts";

/** A4 upright, in points. */
const SHEET = { width: 595.28, height: 841.89 };
const MARGIN = { side: 48, bottom: 36 };
const HEADER = { baseline: 40, rule: 46, content: 60 };
/** What the header's first part keeps at the least, in thousandths of the size: some eight letters. */
const SHORTEST_HEAD = 5000;
const WIDTH = SHEET.width - 2 * MARGIN.side;
const HEIGHT = SHEET.height - HEADER.content - MARGIN.bottom;

export interface Sheet {
  title: string;
  author: string;
  creator: string;
  madeAt: Date;
  /** What stands at the head of every page: the first is shortened when they do not fit. The page's number follows. */
  header: { first: string; rest: string };
}

/** Sections set on A4 pages, ready to be printed. */
export function typeset(sections: Section[]): Paginated {
  return paginate(stripsOf(sections, WIDTH), HEIGHT);
}

/** The pages as a PDF: the same pages and sheet give the same bytes. Black and grey alone, no annotation of any kind. */
export function print({ pages, sections }: Paginated, { title, author, creator, madeAt, header }: Sheet): Buffer {
  const document = new PDFDocument({
    autoFirstPage: false,
    font: "",
    size: "A4",
    margin: 0,
    pdfVersion: "1.7",
    lang: "en",
    displayTitle: true,
    info: { Title: title, Author: author, Creator: creator, Producer: "pdfkit", CreationDate: madeAt },
  });
  const pen = createPen(document);
  for (const [index, { strips }] of pages.entries()) {
    document.addPage();
    for (const item of headerItems(header, index + 1, pages.length)) pen.draw(item, MARGIN.side, 0);
    for (const { strip, y } of strips) {
      for (const item of strip.items) {
        pen.draw(resolvePage(item, sections), MARGIN.side, HEADER.content + y);
      }
    }
    pen.endPage();
  }
  document.end();
  // Everything is written by now: the stream hands it over at once, without waiting for a turn.
  return document.read() as Buffer;
}

/** The page's number stands whole; of a header that is too long the first part is shortened, then the rest. */
function headerItems({ first, rest }: Sheet["header"], page: number, pages: number): Item[] {
  const room = (WIDTH / TABLE_SIZE) * 1000;
  const tail = fitLine(` · page ${page} of ${pages}`, false, room);
  const middle = fitLine(` · ${rest}`, false, room - tail.width - SHORTEST_HEAD);
  const head = fitLine(first, false, room - tail.width - middle.width);
  let x = 0;
  const lines = [head, middle, tail].map((line): Item => {
    const item: Item = { kind: "line", line, x, baseline: HEADER.baseline, size: TABLE_SIZE };
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
  endPage: () => void;
}

const number = (value: number) => String(Math.round(value * 100) / 100);

/** Writes the operators of one page after the other. pdfkit has turned the page so that `y` counts down. */
function createPen(document: PDFKit.PDFDocument): Pen {
  const fonts = new Map<Typeface, EmbeddedFont>();
  const written = new Map<Shaped, string>();
  let operators: string[] = [];
  let used = new Set<EmbeddedFont>();

  function fontOf(face: Typeface): EmbeddedFont {
    let font = fonts.get(face);
    if (font === undefined) {
      font = embedFont(document, face.font());
      fonts.set(face, font);
    }
    used.add(font);
    return font;
  }

  /** The glyphs of a piece as operators; those that stand above or below the line are lifted by Ts, in points of `size`. */
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
      const silent = all.filter(({ glyph }) => glyph.codePoints.length === 0);
      for (const each of all) {
        const { codePoints } = each.glyph;
        if (codePoints.length === 0) continue;
        if (says(font, each.glyph)) put(each);
        else within(String.fromCodePoint(...codePoints), [each]);
      }
      if (silent.length > 0) within("", silent);
    }
    moveTo(shaped.width);
    flush();
    if (rise !== 0) text += " 0 Ts";
    if (isFlat) written.set(shaped, text);
    return text;
  }

  /** In the order of reading, so that a reader which follows the file reads right-to-left words in theirs. */
  function drawLine(line: Line, x: number, y: number, size: number): void {
    let text = "BT";
    let current: EmbeddedFont | undefined;
    let pen: number | null = null;
    const inOrder = line.pieces.toSorted((one, other) => one.order - other.order);
    for (const { pieces, actual } of spoken(inOrder)) {
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
    if (pen !== null) operators.push(`${text} ET`);
  }

  return {
    draw(item, left, top) {
      if (item.kind === "line") drawLine(item.line, left + item.x, top + item.baseline, item.size);
      else if (item.kind === "rule") {
        const y = number(top + item.y);
        const [from, to] = [number(left + item.x), number(left + item.x + item.width)];
        operators.push(`${item.grey} G ${item.weight} w ${from} ${y} m ${to} ${y} l S`);
      } else if (item.kind === "fill") {
        const corner = `${number(left + item.x)} ${number(top + item.y)}`;
        operators.push(`${item.grey} g ${corner} ${number(item.width)} ${number(item.height)} re f 0 g`);
      }
    },
    endPage() {
      for (const font of used) document.page.fonts[font.id] = font.ref();
      document.addContent(operators.join("\n"));
      operators = [];
      used = new Set();
    },
  };
}

interface PlacedGlyph {
  glyph: Glyph;
  /** Where the pen stands for it, from the piece's left edge. */
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

/** Whether a reader copies from the glyph what it says here; in the file it stands for what it said first. */
function says(font: EmbeddedFont, { id, codePoints }: Glyph): boolean {
  const known = font.unicode[font.subset.includeGlyph(id)] ?? codePoints;
  return known.length === 1 && codePoints.length === 1 && known[0] === codePoints[0];
}

/** Begins a span that reads as `text`. */
function spanOf(text: string): string {
  return `/Span <</ActualText <${utf16(text)}>>> BDC`;
}

/** The glyph's code in the file, as four hexadecimal digits. */
function include(font: EmbeddedFont, { id, width, codePoints }: Glyph): string {
  const code = font.subset.includeGlyph(id);
  font.widths[code] ??= width;
  font.unicode[code] ??= codePoints;
  return code.toString(16).padStart(4, "0");
}

/**
 * Pieces whose glyphs do not stand one for one for letters are put together with what they say, so that a reader copies
 * words and not their drawing. Not so those that run from right to left: readers turn what they find by themselves.
 */
function spoken(pieces: PlacedPiece[]): { pieces: PlacedPiece[]; actual: string | null }[] {
  const groups: { pieces: PlacedPiece[]; actual: string | null }[] = [];
  for (const piece of pieces) {
    const isSpoken = piece.face.isComplex && piece.level % 2 === 0;
    const last = groups.at(-1);
    if (last === undefined || (last.actual !== null) !== isSpoken) {
      groups.push({ pieces: [piece], actual: isSpoken ? piece.text : null });
    } else {
      last.pieces.push(piece);
      if (last.actual !== null) last.actual += piece.text;
    }
  }
  return groups;
}

/** Big-endian UTF-16 with its mark, in hexadecimal digits: how a PDF writes text. */
function utf16(text: string): string {
  return `FEFF${Buffer.from(text, "utf16le").swap16().toString("hex").toUpperCase()}`;
}
