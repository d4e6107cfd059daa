import bidiModule from "bidi-js";
import { codePointName } from "./plain-characters.ts";
import { faceFor, isPlainLatin, latinFace, type Shaped, type Typeface } from "./typefaces.ts";

/** Neighbouring characters of one typeface and one direction, shaped as one. */
export interface Piece {
  face: Typeface;
  /** In reading order. */
  text: string;
  /** Embedding level of the bidirectional algorithm; odd levels run from right to left. */
  level: number;
  shaped: Shaped;
}

/** An unbreakable unit: a word, or a Chinese character with its punctuation. Widths in thousandths of the font size. */
export interface Atom {
  pieces: Piece[];
  width: number;
  /** The following space, which is dropped at the end of a line. */
  space: Piece | null;
}

interface Unit {
  character: string;
  face: Typeface;
  level: number;
  /** A line may end before it. */
  mayStart: boolean;
}

// The types declare a default export, but the CommonJS module is the function itself.
const bidi = (bidiModule as unknown as typeof bidiModule.default)();
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const ISOLATES = /[\u2066-\u2069]/;
const MARK = /\p{M}/u;
const JOINER = /[\u200c\u200d]/;

const IDEOGRAPH =
  /[\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3040-\u30ff\u3105-\u318f\u31a0-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u;
const NOT_AT_START = /[!%),.:;?\]}’”…、。〃々〉》」』】〕〗〞！％），．：；？］｝～ー]/;
const NOT_AT_END = /[([{‘“〈《「『【〔〖（［｛]/;
const THAI = /[\u0e01-\u0e5b]/;
const thaiWords = new Intl.Segmenter("th", { granularity: "word" });

/** The atoms of a paragraph in reading order. The text is clean (`plainCharacters`) except for our own isolates. */
export function atomsOf(text: string, isBold: boolean): Atom[] {
  if (isPlainLatin(text)) {
    const face = latinFace(isBold);
    return text
      .split(" ")
      .map((word, index, words) =>
        atom(word === "" ? [] : [pieceOf(face, word, 0)], index < words.length - 1 ? pieceOf(face, " ", 0) : null),
      );
  }
  return gather(unitsOf(text, isBold));
}

function atom(pieces: Piece[], space: Piece | null): Atom {
  return { pieces, space, width: pieces.reduce((sum, { shaped }) => sum + shaped.width, 0) };
}

function pieceOf(face: Typeface, text: string, level: number): Piece {
  if (level % 2 === 0) return { face, text, level, shaped: face.shape(text, "ltr") };
  const mirrored = [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join("");
  return { face, text, level, shaped: face.shape(mirrored, "rtl") };
}

function unitsOf(text: string, isBold: boolean): Unit[] {
  const { levels } = RIGHT_TO_LEFT.test(text) ? bidi.getEmbeddingLevels(text, "ltr") : { levels: null };
  const starts = wordStarts(text);
  const units: Unit[] = [];
  let index = 0;
  for (const character of text) {
    const at = index;
    index += character.length;
    if (ISOLATES.test(character)) continue;
    const level = levels?.[at] ?? 0;
    const previous = units.at(-1);
    const codePoint = character.codePointAt(0) ?? 0;
    // Joiners only work between characters of their script, marks only on a character of the same font.
    if (JOINER.test(character)) {
      if (previous?.face.isComplex && previous.face.covers(codePoint)) {
        units.push({ ...previous, character, mayStart: false });
      }
      continue;
    }
    const mayStart = starts.has(at) || mayBreak(previous?.character, character);
    const isMark = MARK.test(character);
    const kept = previous !== undefined && (isMark || previous.face.isComplex) && character !== " ";
    const own = kept && previous.face.covers(codePoint) ? previous.face : null;
    const face =
      own ?? (isMark && previous !== undefined && previous.character !== " " ? null : faceFor(codePoint, isBold));
    if (face !== null) units.push({ character, face, level, mayStart });
    else units.push(...named(codePoint, level, isBold));
  }
  return units;
}

/** The code point of a character without a glyph. On an even level, because an odd one would reverse its digits. */
function named(codePoint: number, level: number, isBold: boolean): Unit[] {
  const even = level + (level % 2);
  return [...codePointName(codePoint)].map((character) => ({
    character,
    face: latinFace(isBold),
    level: even,
    mayStart: character === "[",
  }));
}

/** Start positions of words in scripts without spaces that may only break between words. */
function wordStarts(text: string): Set<number> {
  if (!THAI.test(text)) return new Set();
  const words = [...thaiWords.segment(text)].filter(({ index, segment }) => index > 0 && THAI.test(segment));
  return new Set(words.map(({ index }) => index).filter((index) => THAI.test(text[index - 1] ?? "")));
}

function mayBreak(previous: string | undefined, next: string): boolean {
  if (previous === undefined || previous === " ") return true;
  if (NOT_AT_START.test(next) || NOT_AT_END.test(previous) || MARK.test(next)) return false;
  return IDEOGRAPH.test(next) || IDEOGRAPH.test(previous);
}

function gather(units: Unit[]): Atom[] {
  const atoms: Atom[] = [];
  let word: Unit[] = [];
  const end = (space: Unit | null) => {
    if (word.length === 0 && space === null) return;
    atoms.push(atom(piecesOf(word), space === null ? null : pieceOf(space.face, " ", space.level)));
    word = [];
  };
  for (const unit of units) {
    if (unit.character === " ") end(unit);
    else {
      if (unit.mayStart) end(null);
      word.push(unit);
    }
  }
  end(null);
  return atoms;
}

function piecesOf(units: Unit[]): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (let index = 1; index <= units.length; index += 1) {
    const first = units[from];
    const unit = units[index];
    if (first === undefined || (unit !== undefined && unit.face === first.face && unit.level === first.level)) continue;
    const text = units.slice(from, index).map(({ character }) => character);
    pieces.push(pieceOf(first.face, text.join(""), first.level));
    from = index;
  }
  return pieces;
}

const CUT_AFTER = /[-:@./_,;=&?+]/;
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Splits an atom wider than a line: after a punctuation mark if one is near, otherwise between graphemes. */
export function cutAtom(whole: Atom, width: number): Atom[] {
  const parts: Atom[] = [];
  let pieces: Piece[] = [];
  let used = 0;
  const end = () => {
    if (pieces.length > 0) parts.push(atom(pieces, null));
    pieces = [];
    used = 0;
  };
  for (const piece of whole.pieces) {
    let rest = [...segmenter.segment(piece.text)].map(({ segment }) => segment);
    while (rest.length > 0) {
      const count = countFitting(piece, rest, width - used);
      if (count === 0 && used > 0) {
        end();
        continue;
      }
      const taken = rest.slice(0, Math.max(count, 1));
      rest = rest.slice(taken.length);
      const part = pieceOf(piece.face, taken.join(""), piece.level);
      pieces.push(part);
      used += part.shaped.width;
      if (rest.length > 0) end();
    }
  }
  end();
  const last = parts.at(-1);
  if (last !== undefined) last.space = whole.space;
  return parts;
}

/** How many graphemes fit; fewer if there is a natural break in the second half. */
function countFitting(piece: Piece, graphemes: string[], width: number): number {
  const most = piece.face.isComplex ? mostJoined(piece, graphemes, width) : mostSingle(piece, graphemes, width);
  if (most === graphemes.length) return most;
  for (let count = most; count > most / 2; count -= 1) if (CUT_AFTER.test(graphemes[count - 1] ?? "")) return count;
  return most;
}

/** For simple scripts: the widths of single graphemes add up. */
function mostSingle({ face, level }: Piece, graphemes: string[], width: number): number {
  let used = 0;
  const first = graphemes.findIndex((grapheme) => {
    used += pieceOf(face, grapheme, level).shaped.width;
    return used > width;
  });
  return first === -1 ? graphemes.length : first;
}

/** For complex scripts, whose glyphs depend on their neighbours: measures whole prefixes. */
function mostJoined({ face, level }: Piece, graphemes: string[], width: number): number {
  let low = 0;
  let high = graphemes.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const fits = pieceOf(face, graphemes.slice(0, middle).join(""), level).shaped.width <= width;
    if (fits) low = middle;
    else high = middle - 1;
  }
  return low;
}
