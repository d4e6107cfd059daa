import * as z from "zod";

// Controls but line feed, and the bidirectional overrides that let a name rewrite the line around it.
const CONTROLS = /[[\p{Cc}--\n]\u202a-\u202e\u2066-\u2069\ufeff]/gv;

/** Most text: nothing in it can need cleaning. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Text from outside as we keep it: NFC, one kind of line end, no control characters, trimmed. */
export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text.trim();
  return text.replace(/\r\n?/g, "\n").toWellFormed().normalize("NFC").replace(CONTROLS, "").trim();
}

/** The same on one line: line ends become spaces. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s*\n\s*/g, " ");
}

/** Text as it is compared for the eye: compatibility form, no marks, lower case. */
export function foldedText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The form in which text is searched and sorted, the same on every database: folded, no spaces. */
export function searchKey(text: string): string {
  return foldedText(text).replace(/\s+/gu, "");
}

const tooLong = (max: number) => `At most ${max} characters.`;

/** Text as it is sent: what cleaning will take away is let in, the documented limit is that of the cleaned text. */
function sentText(message: string, max: number, minLength: number) {
  return z
    .string({ error: message })
    .max(max * 4, tooLong(max))
    .meta({ minLength, maxLength: max });
}

/** A required line of text with the specification's message for its absence (missing, empty and wrong type alike). */
export function requiredLine(message: string, max = 200) {
  return sentText(message, max, 1)
    .transform(cleanLine)
    .pipe(z.string().min(1, message).max(max, tooLong(max)));
}

/** Required text that may have several lines. */
export function requiredText(message: string, max: number) {
  return sentText(message, max, 1)
    .transform(cleanText)
    .pipe(z.string().min(1, message).max(max, tooLong(max)));
}

/** An optional line: absent, null and empty are all null. */
export function optionalLine(max = 200) {
  return sentText("Text is expected.", max, 0)
    .transform(cleanLine)
    .pipe(z.string().max(max, tooLong(max)))
    .nullish()
    .transform((value) => (value ? value : null));
}

// One @, a dotted domain, no white space and none of the characters that a mail header or a list gives a meaning to.
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/u;

/** An e-mail address of at most 254 characters (RFC 5321); `missing` and `malformed` are the specification's messages. */
export function emailText(missing: string, malformed = missing) {
  return z
    .string({ error: missing })
    .max(1000, malformed)
    .meta({ format: "email", minLength: 1, maxLength: 254, examples: ["traveller@example.com"] })
    .transform(cleanLine)
    .pipe(z.string().min(1, { error: missing, abort: true }).max(254, malformed).regex(EMAIL, malformed));
}
