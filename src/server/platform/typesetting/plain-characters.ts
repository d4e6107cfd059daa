/** Replacement for a character that can't be printed, instead of an empty box or nothing. */
export function codePointName(codePoint: number): string {
  return `[U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}]`;
}

/** Invisible in print: soft hyphen, direction marks, zero-width space, word joiner, byte order mark, variation selectors. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064\ufeff]|\p{Variation_Selector}|\u034f/gu;
/** Controls, embeddings, overrides, isolates, lone surrogates and tags, which could change the text around them. */
const HOSTILE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u206f\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const NOTHING_TO_CLEAN = /^[ -~\u00a1-\u00ac\u00ae-\u00ff]*$/;

/** No language uses more; further marks would overlap the neighbouring lines. */
const MARKS_ON_ONE_LETTER = 4;
const TOO_MANY_MARKS = new RegExp(`(?<=\\p{Mn}{${MARKS_ON_ONE_LETTER}})\\p{Mn}`, "gu");

const name = (character: string) => codePointName(character.codePointAt(0) ?? 0);

/**
 * Cleans untrusted text for print: normalizes to NFC, collapses white space, removes invisible characters, and spells out
 * characters that could affect their surroundings as `[U+202E]`.
 */
export function plainCharacters(text: string): string {
  if (NOTHING_TO_CLEAN.test(text)) return text.replace(/ {2,}/g, " ").trim();
  return text
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, " ")
    .replace(INVISIBLE, "")
    .replace(HOSTILE, name)
    .normalize("NFC")
    .replace(/[\u2010\u2011]/g, "-")
    .replace(/\p{Zs}/gu, " ")
    .replace(TOO_MANY_MARKS, name)
    .replace(/ {2,}/g, " ")
    .trim();
}

const ISOLATE = { first: "\u2068", pop: "\u2069" };

/** Wraps right-to-left text in bidi isolates, so that it does not reorder the digits after it. */
export function isolated(clean: string): string {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(clean)
    ? ISOLATE.first + clean + ISOLATE.pop
    : clean;
}
