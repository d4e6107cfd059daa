import { foldedText, speltText } from "#contract/text.ts";

/** One character may decompose into 18: limits the growth of hostile text. */
const MAX_READING = 60_000;

/** Two comparison forms of a text, lower case without accents: with `u` for `ü`, and with `ue`. */
export function readings(text: string): readonly [string, string] {
  const limited = text.slice(0, MAX_READING);
  return [foldedText(limited).slice(0, MAX_READING), speltText(limited).slice(0, MAX_READING)];
}

/** Scripts without spaces: a word may start and end next to any letter. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD_LETTER = /[\p{L}\p{M}\p{N}]/u;
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u;

export function wordsOf(reading: string): string[] {
  return reading.split(BETWEEN_WORDS).filter((word) => word !== "");
}

/**
 * The letters and digits of a text without separators, and the positions of word boundaries among them. A word that was
 * broken or spaced out is several consecutive words here.
 */
export class WordIndex {
  readonly letters: string;
  /** The positions in `letters` where a word may start or end, ascending; `#isEdge` has the same by position. */
  readonly #edges: number[];
  readonly #isEdge: Uint8Array;

  constructor(reading: string) {
    const edges = [0];
    const letters: string[] = [];
    let length = 0;
    let isWordOpen = false;
    for (const letter of reading) {
      if (!WORD_LETTER.test(letter)) {
        isWordOpen = false;
        continue;
      }
      const isUnspaced = UNSPACED.test(letter);
      if (isUnspaced || !isWordOpen) edges.push(length);
      isWordOpen = !isUnspaced;
      letters.push(letter);
      length += letter.length;
    }
    this.letters = letters.join("");
    edges.push(length);
    this.#edges = edges;
    this.#isEdge = new Uint8Array(length + 1);
    for (const edge of edges) this.#isEdge[edge] = 1;
  }

  /** Whether this is a word of the text, or several whole consecutive ones. */
  has(word: string): boolean {
    for (const start of this.#edges) {
      if (this.#isEdge[start + word.length] === 1 && this.letters.startsWith(word, start)) return true;
    }
    return false;
  }
}

const SCRIPTS = [
  "Latin",
  "Han",
  "Hiragana",
  "Katakana",
  "Hangul",
  "Cyrillic",
  "Greek",
  "Arabic",
  "Hebrew",
  "Devanagari",
  "Bengali",
  "Tamil",
  "Telugu",
  "Sinhala",
  "Thai",
  "Thaana",
  "Armenian",
  "Georgian",
].map((name) => new RegExp(`\\p{Script=${name}}`, "u"));

/** Whether a text uses every script of this word; otherwise the word can't be looked for in it. */
export function sharesScript(word: string, reading: string): boolean {
  const own = SCRIPTS.filter((script) => script.test(word));
  const isKnown = own.length > 0 || !/\p{L}/u.test(word);
  return isKnown && own.every((script) => script.test(reading));
}
