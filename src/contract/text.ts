// In Node and in browsers; the contract is compiled without either's types.
declare const URL: { new (url: string): { hostname: string }; canParse(url: string): boolean };

// What nobody sees: control and format characters, fillers that count as letters, and the bidirectional overrides that let
// a name rewrite the line around it. Joiners and variation selectors have a meaning in some scripts and in emoji.
const INVISIBLE = /[[[\p{Cc}\p{Cf}]--[\n\u200c\u200d]]\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/gv;
/** Joiners that join nothing: beside Latin letters, digits, punctuation or white space. */
const IDLE_JOINER =
  /(?<![[\p{L}\p{M}\p{Emoji}\ufe0f]--[\p{Script=Latin}0-9#*]])[\u200c\u200d]+|[\u200c\u200d]+(?![[\p{L}\p{M}\p{Emoji}]--[\p{Script=Latin}0-9#*]])/gv;

/** Matches most text: nothing in it can need cleaning. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Normalises text from outside: NFC, one kind of line end and of space, nothing invisible, trimmed. */
export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text.trim();
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(/[\t\v\f\p{Zs}]/gu, " ")
    .replace(INVISIBLE, "")
    .replace(IDLE_JOINER, "")
    .normalize("NFC")
    .trim();
}

/** The same on one line: line ends become spaces. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s*\n\s*/g, " ");
}

/** Text folded for comparison: compatibility form, no accents, lower case. */
export function foldedText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The form in which text is searched and sorted, the same on every database: folded, no spaces. */
export function searchKey(text: string): string {
  return foldedText(text).replace(/\s+/gu, "");
}

/** `j***@example.com`: enough to recognize one's own address, too little to learn another's. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [first = ""] = email;
  return `${first}***${email.slice(at)}`;
}

export const EMAIL_MAX = 254;

/** An address from outside: one line, in compatibility form, without what nobody sees. */
export function cleanEmail(text: string): string {
  return cleanLine(text.normalize("NFKC")).replace(/[\p{Cf}\p{Variation_Selector}]/gu, "");
}

// One @ and a domain of labels. In front of it up to 64 characters, none of them with a meaning in a mail header or a list or
// left over from a quotation, and no `=?`, which starts an encoded word (RFC 2047): mail programs would show another address.
const LOCAL = String.raw`(?!')[^\s@<>\(\)\[\]\\,;:"“”‘’«»\p{C}\ufffd]{1,64}(?<!')`;
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
