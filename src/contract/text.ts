// In Node and in browsers; the contract is compiled without either's types.
declare const URL: { new (url: string): { hostname: string }; canParse(url: string): boolean };

// What nobody sees: control and format characters, fillers that count as letters, and the bidirectional overrides that let
// a name rewrite the line around it. Joiners and variation selectors have a meaning in some scripts and in emoji.
const INVISIBLE = /[[[\p{Cc}\p{Cf}]--[\n\u200c\u200d]]\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/gv;
/** Joiners that join nothing: beside Latin letters, digits, punctuation or white space. */
const IDLE_JOINER =
  /(?<![[\p{L}\p{M}\p{Emoji}\ufe0f]--[\p{Script=Latin}0-9#*]])[\u200c\u200d]+|[\u200c\u200d]+(?![[\p{L}\p{M}\p{Emoji}]--[\p{Script=Latin}0-9#*]])/gv;

// Letters and digits in a compatibility form that no form of an authority takes: full and half width, ligatures, letters as
// Arabic fonts join them, mathematical alphabets. Punctuation of full width is proper Chinese and Japanese.
const COMPATIBILITY =
  /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uff9f\uffa1-\uffdc\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufb4f\ufb50-\ufdf9\ufe70-\ufefc\u{1d400}-\u{1d7ff}]+/gu;

/** Matches most text: nothing in it can need cleaning. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Normalises text from outside: NFC, letters and digits in their common form, one kind of line end and of space, nothing invisible, trimmed. */
export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text.trim();
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(/[\t\v\f\p{Zs}]/gu, " ")
    .replace(INVISIBLE, "")
    .replace(IDLE_JOINER, "")
    .replace(COMPATIBILITY, (letters) => letters.normalize("NFKC"))
    .normalize("NFC")
    .trim();
}

/** The same on one line: line ends become spaces. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s*\n\s*/g, " ");
}

/**
 * Marks that are optional in writing: accents, and the vowel signs of Arabic and Hebrew. The vowel signs of Indic scripts and
 * of Thai are proper letters and stay.
 */
const LOOSE_MARKS =
  /[\p{M}&&[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Cyrillic}\p{Script=Greek}]]/gv;
/** Soft hyphens, joiners, and the tatweel, which only stretches an Arabic word. */
const UNSEEN = /[\p{Cf}\u0640]/gu;
const APOSTROPHES = /[\u0060\u00b4\u02b9-\u02bf\u02c8\u02ca\u02cb\u2018-\u201b\u2032\u2035\u05f3\ua78c]/gu;
/** Letters that Unicode doesn't decompose into a base letter and a mark. */
const UNDECOMPOSED = replacing({
  ł: "l",
  đ: "d",
  ð: "d",
  ø: "o",
  ı: "i",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ĸ: "k",
  ɓ: "b",
  ɗ: "d",
  ƙ: "k",
  ƴ: "y",
  ə: "e",
  ς: "σ",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
});
/** Transliterations in passports (ICAO document 9303, part 3, section 6). */
const SPELT = replacing({ ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe", ñ: "nxx" });

function replacing(letters: Record<string, string>): (text: string) => string {
  const any = new RegExp(`[${Object.keys(letters).join("")}]`, "gu");
  return (text) => text.replace(any, (letter) => letters[letter] ?? letter);
}

const small = (text: string) => text.normalize("NFC").toLowerCase().normalize("NFC");

function folded(lower: string): string {
  const bare = lower
    .normalize("NFKD")
    .toLowerCase()
    .replace(UNSEEN, "")
    .replace(APOSTROPHES, "'")
    .replace(/\p{Pd}/gu, "-");
  return UNDECOMPOSED(bare.replace(LOOSE_MARKS, "")).normalize("NFC");
}

/**
 * Text folded for comparison: lower case, compatibility form, no accents, letters of the alphabet for their variants, one kind
 * of apostrophe and of hyphen.
 */
export function foldedText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase().replaceAll("`", "'");
  return folded(small(text));
}

/** The same with the spellings of passports: `ue` for `ü`. */
export function speltText(text: string): string {
  return PLAIN.test(text) ? foldedText(text) : folded(SPELT(small(text)));
}

/** The form in which text is searched: folded, without spaces, apostrophes and hyphens. */
export function searchKey(text: string): string {
  return withoutGaps(foldedText(text));
}

/** Folded text without spaces, apostrophes and hyphens. */
export function withoutGaps(text: string): string {
  return text.replace(/[\s'-]+/gu, "");
}

/** The form in which text is sorted, the same on every database: no accents, lower case, no spaces. */
export function sortKey(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/gu, "");
}

/** Digits of any script as 0 to 9. Unicode has the ten digits of a script in a row. */
export function westernDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });
}

/** `j***@example.com`: enough to recognize one's own address, too little to learn another's. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [first = ""] = email;
  return `${first}***${email.slice(at)}`;
}

/** Whether a name has a letter that can be seen: the tatweel only stretches an Arabic word. */
export const hasLetter = (text: string): boolean => /[\p{L}--\u0640]/v.test(text);

export const EMAIL_MAX = 254;

/** An address from outside: one line, in compatibility form, without what nobody sees. */
export function cleanEmail(text: string): string {
  return cleanLine(text.normalize("NFKC")).replace(/[\p{Cf}\p{Variation_Selector}]/gu, "");
}

// One @ and a domain of labels. In front of it up to 64 characters, none of them with a meaning in a mail header or a list or
// left over from a quotation or a URL, as are `*` around it, `?` before it and `%20`, and no `=?`, which starts an encoded
// word (RFC 2047): mail programs would show another address.
const LOCAL = String.raw`(?![?\/#&=*']|(?:e?mail|to|cc)=)(?!\S*%(?:0[9AaDd]|2[02-9C-Fc-f]|3[A-Fa-f]|40|5[BbDd]))[^\s@<>\(\)\[\]\\,;:"“”‘’«»\p{C}\ufffd]{1,64}(?<![?\/#&=*'])`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\-]*[\p{L}\p{M}\p{N}])?`;
const EMAIL = new RegExp(`^(?!.*=\\?)${LOCAL}@(?:${LABEL}\\.)+(?=.{2})${LABEL}$`, "v");

/** Whether cleaned text is an e-mail address of at most 254 characters (RFC 5321). */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && EMAIL.test(text);
}

/** The form in which addresses are compared: lower case, an international domain in ASCII, as browsers send it. */
export function emailKey(email: string): string {
  const lower = email.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  const at = lower.lastIndexOf("@");
  const host = `http://${lower.slice(at + 1)}`;
  return URL.canParse(host) ? lower.slice(0, at + 1) + new URL(host).hostname : lower;
}
