/**
 * What a pack may not carry: the whole passport number (a document of the traveller's, which processors refuse) and card
 * numbers that somebody typed where they don't belong.
 */
export interface Masks {
  /** Text from outside that stands for itself, as a name or an identifier: without the passport number. */
  line<T extends string | null>(text: T): T;
  /** Text that people wrote: without the passport number and without card numbers. */
  prose<T extends string | null>(text: T): T;
}

const LETTERS_AND_DIGITS = /[\p{L}\p{N}]/gu;
/** Shorter numbers are found as whole words only: "AB1" would be found in half of all texts. */
const ANYWHERE_FROM = 6;
const SHORTEST = 3;

export function masksFor(passportNumber: string | null): Masks {
  const characters = passportNumber?.match(LETTERS_AND_DIGITS) ?? [];
  const pattern = passportPattern(characters);
  const shown = `***${lastOf(characters.join(""), 3)}`;
  const withoutPassport = (text: string) => (pattern === null ? text : text.replace(pattern, shown));
  return {
    line: <T extends string | null>(text: T) => (text === null ? text : withoutPassport(text)) as T,
    prose: <T extends string | null>(text: T) => (text === null ? text : maskCards(withoutPassport(text))) as T,
  };
}

/** The number however it is spaced: "N 778-8123" is N7788123 still. */
function passportPattern(characters: readonly string[]): RegExp | null {
  if (characters.length < SHORTEST) return null;
  const number = characters.join("[^\\p{L}\\p{N}]{0,2}");
  const isWord = characters.length < ANYWHERE_FROM;
  return new RegExp(isWord ? `(?<![\\p{L}\\p{N}])${number}(?![\\p{L}\\p{N}])` : number, "giu");
}

/** The last `count` letters and digits of a number, and never more than half of it; null for none. */
export function lastCharacters(text: string | null, count: number): string | null {
  const characters = text?.match(LETTERS_AND_DIGITS)?.join("") ?? "";
  const shown = lastOf(characters, count);
  return shown === "" ? null : shown;
}

function lastOf(text: string, count: number): string {
  const characters = [...text];
  const shown = Math.min(count, Math.floor(characters.length / 2));
  return characters.slice(characters.length - shown).join("");
}

/** Digits in groups, with at most one sign between two of them. */
const DIGIT_GROUPS = /\d+(?:[\s.\-\u2010-\u2015]\d+)*/g;
const CARD_DIGITS = { min: 13, max: 19 };

/** Card numbers (ISO/IEC 7812: 13 to 19 digits with a Luhn check digit), made of whole groups of digits, keep their last four. */
function maskCards(text: string): string {
  return text.replace(DIGIT_GROUPS, (run) => {
    const parts = run.split(/(\D)/);
    for (let first = 0; first < parts.length; first += 2) {
      const last = cardFrom(parts, first);
      if (last === null) continue;
      const digits = digitsOf(parts, first, last);
      parts.splice(first, last - first + 1, `****${digits.slice(-4)}`);
    }
    return parts.join("");
  });
}

/** The last part of the longest card number that begins with the part `first`; every other part is a sign between digits. */
function cardFrom(parts: readonly string[], first: number): number | null {
  let found: number | null = null;
  for (let last = first; last < parts.length; last += 2) {
    const digits = digitsOf(parts, first, last);
    if (digits.length > CARD_DIGITS.max) break;
    if (digits.length >= CARD_DIGITS.min && hasCheckDigit(digits)) found = last;
  }
  return found;
}

const digitsOf = (parts: readonly string[], first: number, last: number) =>
  parts
    .slice(first, last + 1)
    .filter((_, index) => index % 2 === 0)
    .join("");

function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
