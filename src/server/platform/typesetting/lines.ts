import { type Atom, atomsOf, cutAtom, type Piece } from "./pieces.ts";

/** A positioned piece of a line; `x` in thousandths of the font size. */
export interface PlacedPiece extends Piece {
  x: number;
  /** Index in reading order. */
  order: number;
}

/** One line of text, its pieces from left to right. */
export interface Line {
  pieces: PlacedPiece[];
  /** In thousandths of the font size, without the space at which it was broken. */
  width: number;
  isTall: boolean;
}

/** Breaks clean text into lines of at most `width` thousandths of the font size; at least one line. */
export function breakLines(text: string, isBold: boolean, width: number): Line[] {
  const lines: Line[] = [];
  let atoms: Atom[] = [];
  let used = 0;
  for (const whole of atomsOf(text, isBold)) {
    for (const atom of whole.width > width ? cutAtom(whole, width) : [whole]) {
      if (used + atom.width > width && atoms.length > 0) {
        lines.push(lineOf(atoms, true));
        atoms = [];
        used = 0;
      }
      atoms.push(atom);
      used += atom.width + (atom.space?.shaped.width ?? 0);
    }
  }
  lines.push(lineOf(atoms));
  return lines;
}

/** The first line that `text` fills, with an ellipsis when there is more. */
export function fitLine(text: string, isBold: boolean, width: number): Line {
  const whole = breakLines(text, isBold, Number.POSITIVE_INFINITY)[0];
  if (whole !== undefined && whole.width <= width) return whole;
  const characters = [...text];
  let low = 0;
  let high = characters.length;
  const cut = (count: number) => lineOf(atomsOf(`${characters.slice(0, count).join("").trimEnd()}…`, isBold));
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (cut(middle).width <= width) low = middle;
    else high = middle - 1;
  }
  return cut(low);
}

/** A space at which the line was broken stays at its end, so that a screen reader doesn't join two words. */
function lineOf(atoms: Atom[], isBroken = false): Line {
  const end = isBroken ? (atoms.at(-1)?.space ?? null) : null;
  const logical = atoms.flatMap(({ pieces, space }, index) =>
    space === null || index === atoms.length - 1 ? pieces : [...pieces, space],
  );
  if (end !== null) logical.push({ ...end, level: 0 });
  let x = 0;
  const pieces = inVisualOrder(logical.map((piece, order) => ({ ...piece, order, x: 0 })));
  for (const piece of pieces) {
    piece.x = x;
    x += piece.shaped.width;
  }
  return { pieces, width: x - (end?.shaped.width ?? 0), isTall: pieces.some(({ face }) => face.isTall) };
}

/** Rule L2 of the bidirectional algorithm: from the highest level down to the lowest odd one, reverse each run. */
function inVisualOrder(pieces: PlacedPiece[]): PlacedPiece[] {
  const highest = pieces.reduce((level, piece) => Math.max(level, piece.level), 0);
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < pieces.length; from += 1) {
      if ((pieces[from]?.level ?? 0) < level) continue;
      let to = from;
      while ((pieces[to]?.level ?? 0) >= level) to += 1;
      pieces.splice(from, to - from, ...pieces.slice(from, to).reverse());
      from = to;
    }
  }
  return pieces;
}
