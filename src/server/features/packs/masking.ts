/**
 * Removes what a pack may not contain: the full passport number (processors refuse identity documents) and card numbers
 * that someone typed into free text.
 */
export interface Masks {
  /** Masks the passport number in a name or an identifier from outside. */
  line<T extends string | null>(text: T): T;
  /** Masks the passport number and card numbers in text written by people. */
  prose<T extends string | null>(text: T): T;
}

const LETTERS_AND_DIGITS = /[\p{L}\p{N}]/gu;
/** Shorter numbers are matched as whole words only: "AB1" occurs inside many words. */
const ANYWHERE_FROM = 6;
const SHORTEST = 3;

/** @param passportNumbers the order's, and those that it had before it was corrected */
export function masksFor(...passportNumbers: readonly (string | null)[]): Masks {
  const hidden = passportNumbers.flatMap((number) => {
    const characters = number?.match(LETTERS_AND_DIGITS) ?? [];
    const pattern = passportPattern(characters);
    return pattern === null ? [] : [{ pattern, shown: `***${lastOf(characters.join(""), 3)}` }];
  });
  const withoutPassport = (text: string) =>
    hidden.reduce((rest, { pattern, shown }) => rest.replace(pattern, shown), text);
  return {
    line: <T extends string | null>(text: T) => (text === null ? text : withoutPassport(text)) as T,
    prose: <T extends string | null>(text: T) => (text === null ? text : maskCards(withoutPassport(text))) as T,
  };
}

/** Matches the number with any spacing: "N 778-8123" is still N7788123. */
function passportPattern(characters: readonly string[]): RegExp | null {
  if (characters.length < SHORTEST) return null;
  const number = characters.join("[^\\p{L}\\p{N}]{0,2}");
  const isWord = characters.length < ANYWHERE_FROM;
  return new RegExp(isWord ? `(?<![\\p{L}\\p{N}])${number}(?![\\p{L}\\p{N}])` : number, "giu");
}

/** The last `count` letters and digits of a number, at most half of it; null if there are none. */
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

/** Groups of digits, separated by one character. */
const DIGIT_GROUPS = /\d+(?:[\s.\-\u2010-\u2015]\d+)*/g;
const CARD_DIGITS = { min: 13, max: 19 };

/** Masks card numbers (ISO/IEC 7812: 13 to 19 digits with a Luhn check digit, in whole groups) except the last four. */
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

/** The index of the last part of the longest card number starting at `first`; every second part is a separator. */
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
