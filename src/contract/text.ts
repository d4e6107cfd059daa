// Control characters except line feed, and the bidirectional overrides that let a name rewrite the line around it.
const CONTROLS = /[[\p{Cc}--\n]\u202a-\u202e\u2066-\u2069\ufeff]/gv;

/** Matches most text: nothing in it can need cleaning. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Normalises text from outside: NFC, one kind of line end, no control characters, trimmed. */
export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text.trim();
  return text.replace(/\r\n?/g, "\n").toWellFormed().normalize("NFC").replace(CONTROLS, "").trim();
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
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}

export const EMAIL_MAX = 254;

// One @, a domain of non-empty labels, no white space, none of the characters with a meaning in a mail header or a list,
// and no `=?`, which starts an encoded word (RFC 2047): mail programs would show another address.
const EMAIL = /^(?!.*=\?)[^\s@<>()[\]\\,;:"]+@(?:[^\s@<>()[\]\\,;:".]+\.)+[^\s@<>()[\]\\,;:".]{2,}$/u;

/** Whether cleaned text is an e-mail address of at most 254 characters (RFC 5321). */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && EMAIL.test(text);
}
