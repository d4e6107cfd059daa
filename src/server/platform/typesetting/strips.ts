import type { Block, Cell, Section } from "./blocks.ts";
import { breakLines, type Line } from "./lines.ts";
import { type Tag, tag } from "./tags.ts";

/** All lengths in points; `y` is measured downwards from the strip's top. */
export type Item =
  | { kind: "line"; line: Line; x: number; baseline: number; size: number; tag: Tag | null }
  | { kind: "page-of"; section: string; x: number; baseline: number; size: number; tag: Tag | null }
  | { kind: "rule"; x: number; y: number; width: number; weight: number; grey: number }
  | { kind: "fill"; x: number; y: number; width: number; height: number; grey: number };

/** A unit that is never split across pages: lines that must stay together, or a table row. */
export interface Strip {
  section: string;
  sectionTag: Tag;
  items: Item[];
  height: number;
  /** Space above, except at the top of a page. */
  before: number;
  /** Keep with next: never the last strip on a page. */
  holdsNext: boolean;
  /** The table head, repeated above this strip at the top of a page. */
  heads: Strip[];
}

/** Font sizes of text and tables; payment processors require at least 12 and 10.5 points. */
export const TEXT_SIZE = 12;
export const TABLE_SIZE = 10.5;
const TITLE_SIZE = 14;
const SUBHEADING_SIZE = 12;

/** Line height relative to the font size. */
const PITCH = { text: 1.35, table: 1.3 };
/** Line height for scripts with marks above and below the characters. */
const TALL_PITCH = 1.66;
/** Position of the baseline from the top of a line, relative to the line height. */
const BASELINE = 0.77;
const CELL = { x: 5, y: 2.4 };
const GREY = { rule: 0.62, strong: 0, shade: 0.92 };
/** Rows with more lines may be split across pages, but never leave a single line alone. */
const LINES_TOGETHER = 8;

interface Built {
  items: Item[];
  height: number;
}

/** Splits sections into strips of the given width. */
export function stripsOf(sections: Section[], width: number): Strip[] {
  return sections.flatMap((section) => {
    const sectionTag = tag("Sect");
    const strip = (built: Built, rest: Partial<Strip> = {}): Strip => ({
      section: section.id,
      sectionTag,
      before: 0,
      holdsNext: false,
      heads: [],
      ...built,
      ...rest,
    });
    const title =
      section.title === null
        ? []
        : [strip(titleOf(section.title, width, tag("H1", sectionTag)), { before: 16, holdsNext: true })];
    return [...title, ...section.blocks.flatMap((block) => blockStrips(block, width, sectionTag, strip))];
  });
}

type MakeStrip = (built: Built, rest?: Partial<Strip>) => Strip;

function blockStrips(block: Block, width: number, parent: Tag, strip: MakeStrip): Strip[] {
  switch (block.kind) {
    case "subheading": {
      const heading = textOf(block.text, true, SUBHEADING_SIZE, 0, width, tag("H2", parent));
      return [strip(heading, { before: 11, holdsNext: true })];
    }
    case "paragraph": {
      const place = { x: 0, width, before: block.isTight ? 0 : 8, tag: tag("P", parent) };
      return paragraphStrips(block.text, block.isBold ?? false, place, strip);
    }
    case "numbered": {
      const list = tag("L", parent);
      return block.items.flatMap((item, index) => {
        const entry = tag("LI", list);
        const label = tag("Lbl", entry);
        const place = { x: 22, width: width - 22, before: 5, tag: tag("LBody", entry) };
        const strips = paragraphStrips(item, false, place, strip);
        const [line] = breakLines(`${index + 1}.`, false, 22_000);
        const first = strips[0]?.items[0];
        if (line !== undefined && first?.kind === "line") {
          strips[0]?.items.unshift({ ...first, line, x: 0, tag: label });
        }
        return strips;
      });
    }
    case "table":
      return tableStrips(block, width, tag("Table", parent), strip);
  }
}

function lineHeight(line: Line, size: number): number {
  return size * (line.isTall ? TALL_PITCH : size === TABLE_SIZE ? PITCH.table : PITCH.text);
}

function lineItem(line: Line, x: number, y: number, size: number, tag: Tag | null): Item {
  return { kind: "line", line, x, baseline: y + lineHeight(line, size) * BASELINE, size, tag };
}

function stack(lines: Line[], x: number, y: number, size: number, tag: Tag | null): Built {
  const items: Item[] = [];
  let height = 0;
  for (const line of lines) {
    items.push(lineItem(line, x, y + height, size, tag));
    height += lineHeight(line, size);
  }
  return { items, height };
}

function textOf(text: string, isBold: boolean, size: number, x: number, width: number, tag: Tag): Built {
  return stack(breakLines(text, isBold, (width / size) * 1000), x, 0, size, tag);
}

function titleOf(text: string, width: number, tag: Tag): Built {
  const { items, height } = textOf(text, true, TITLE_SIZE, 0, width, tag);
  const rule: Item = { kind: "rule", x: 0, y: height + 2, width, weight: 0.9, grey: GREY.strong };
  return { items: [...items, rule], height: height + 5 };
}

interface Place {
  x: number;
  width: number;
  before: number;
  tag: Tag;
}

/** The first two and the last two lines of a paragraph stay together. */
function paragraphStrips(text: string, isBold: boolean, { x, width, before, tag }: Place, strip: MakeStrip): Strip[] {
  const lines = breakLines(text, isBold, (width / TEXT_SIZE) * 1000);
  const groups =
    lines.length < 4 ? [lines] : [lines.slice(0, 2), ...lines.slice(2, -2).map((line) => [line]), lines.slice(-2)];
  return groups.map((group, index) => strip(stack(group, x, 0, TEXT_SIZE, tag), { before: index === 0 ? before : 0 }));
}

type Table = Extract<Block, { kind: "table" }>;

function tableStrips(
  { title, columns, isHeadless = false, isWhole = false, rows }: Table,
  width: number,
  table: Tag,
  strip: MakeStrip,
): Strip[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const widths = columns.map(({ share }) => (width * share) / shares);
  const heads: Strip[] = [];
  if (title !== undefined) heads.push(strip(shadedTitle(title, width, tag("Caption", table)), { holdsNext: true }));
  if (!isHeadless) heads.push(strip(headOf(columns, widths, width, table), { holdsNext: true }));
  const first = heads[0];
  if (first !== undefined) first.before = 9;
  const body = rows.flatMap((row, index) => {
    // Never a single row of a table alone on a page.
    const isEdge = index === 0 || index === rows.length - 2;
    const tags = cellTags(row, table, isHeadless && row.length > 1 ? "Row" : null);
    const parts = rowParts(row, widths, isHeadless, tags);
    return parts.map((part, number) => {
      const isEnd = number === parts.length - 1;
      const built = isEnd ? underlined(part, width, index === rows.length - 1 ? GREY.strong : GREY.rule) : part;
      return strip(built, {
        heads,
        holdsNext: index < rows.length - 1 && isEnd && (isEdge || isWhole),
        before: heads.length === 0 && index + number === 0 ? 9 : 0,
      });
    });
  });
  return [...heads, ...body];
}

/** One tag a cell; "Row" makes the first cell a header of its row, "Column" each cell one of its column. */
function cellTags(row: Cell[], table: Tag, headers: "Row" | "Column" | null): Tag[] {
  const parent = tag("TR", table);
  return row.map((_, index) =>
    headers === "Column" || (headers === "Row" && index === 0) ? tag("TH", parent, headers) : tag("TD", parent),
  );
}

function shadedTitle(title: string, width: number, tag: Tag): Built {
  const { items, height } = stack(
    breakLines(title, true, ((width - 2 * CELL.x) / TABLE_SIZE) * 1000),
    CELL.x,
    CELL.y + 1,
    TABLE_SIZE,
    tag,
  );
  const whole = height + 2 * CELL.y + 2;
  return {
    items: [
      { kind: "fill", x: 0, y: 0, width, height: whole, grey: GREY.shade },
      { kind: "rule", x: 0, y: 0, width, weight: 0.9, grey: GREY.strong },
      ...items,
    ],
    height: whole,
  };
}

function headOf(columns: Table["columns"], widths: number[], width: number, table: Tag): Built {
  const cells = columns.map(({ title }) => ({ text: title, isBold: true }));
  const tags = cellTags(cells, table, "Column");
  const [part = { items: [], height: 0 }] = rowParts(cells, widths, false, tags);
  const top: Item = { kind: "rule", x: 0, y: 0, width, weight: 0.9, grey: GREY.strong };
  return underlined({ items: [top, ...part.items], height: part.height }, width, GREY.strong);
}

function underlined({ items, height }: Built, width: number, grey: number): Built {
  return { items: [...items, { kind: "rule", x: 0, y: height, width, weight: 0.5, grey }], height };
}

/** A table row as one part, or several if it is long. */
function rowParts(row: Cell[], widths: number[], isFirstBold: boolean, tags: Tag[]): Built[] {
  let x = 0;
  const cells = row.map((cell, index) => {
    const left = x + CELL.x;
    const room = (widths[index] ?? 0) - 2 * CELL.x;
    x += widths[index] ?? 0;
    const tag = tags[index] ?? null;
    if (typeof cell === "object" && "pageOf" in cell) return { left, section: cell.pageOf, lines: [], tag };
    const text = typeof cell === "string" ? cell : cell.text;
    const isBold = typeof cell === "string" ? isFirstBold && index === 0 : cell.isBold;
    return { left, section: null, tag, lines: breakLines(text, isBold, (room / TABLE_SIZE) * 1000) };
  });
  const longest = Math.max(1, ...cells.map(({ lines }) => lines.length));
  const count = longest <= LINES_TOGETHER ? 1 : Math.ceil(longest / (LINES_TOGETHER - 2));
  const step = Math.ceil(longest / count);
  const parts: Built[] = [];
  for (let from = 0; from < longest; from += step) {
    const above = from === 0 ? CELL.y : 0;
    const items: Item[] = [];
    let height = TABLE_SIZE * PITCH.table;
    for (const { left, section, lines, tag } of cells) {
      const built = stack(lines.slice(from, from + step), left, above, TABLE_SIZE, tag);
      items.push(...built.items);
      height = Math.max(height, built.height);
      if (section !== null && from === 0) {
        const baseline = above + TABLE_SIZE * PITCH.table * BASELINE;
        items.push({ kind: "page-of", section, x: left, baseline, size: TABLE_SIZE, tag });
      }
    }
    parts.push({ items, height: above + height + (from + step >= longest ? CELL.y : 0) });
  }
  return parts;
}
