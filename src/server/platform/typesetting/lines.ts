import { type Atom, atomsOf, cutAtom, type Piece } from "./pieces.ts";

/** A piece at its place in a line; `x` in thousandths of the font size. */
export interface PlacedPiece extends Piece {
  x: number;
  /** Its place in the order of reading. */
  order: number;
}

/** One line of text, its pieces from left to right. */
export interface Line {
  pieces: PlacedPiece[];
  /** In thousandths of the font size. */
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
        lines.push(lineOf(atoms));
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

function lineOf(atoms: Atom[]): Line {
  const logical = atoms.flatMap(({ pieces, space }, index) =>
    space === null || index === atoms.length - 1 ? pieces : [...pieces, space],
  );
  let x = 0;
  const pieces = inVisualOrder(logical.map((piece, order) => ({ ...piece, order, x: 0 })));
  for (const piece of pieces) {
    piece.x = x;
    x += piece.shaped.width;
  }
  return { pieces, width: x, isTall: pieces.some(({ face }) => face.isTall) };
}

/** Rule L2 of the bidirectional algorithm: from the highest level down to the lowest odd one, turn what lies on it. */
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
