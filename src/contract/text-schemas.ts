import "./plain-errors.ts";
import * as z from "zod";
import { cleanEmail, cleanLine, cleanText, EMAIL_MAX, isEmail } from "./text.ts";

const tooLong = (max: number) => `At most ${max} characters.`;

/** Text as sent: characters that cleaning removes are accepted, and the documented limit applies to the cleaned text. */
function sentText(message: string, max: number, minLength: number, examples?: string[]) {
  return z
    .string({ error: message })
    .max(max * 4, tooLong(max))
    .meta({ minLength, maxLength: max, ...(examples && { examples }) });
}

/** A required line of text with the specification's message when it is missing, empty or of the wrong type. */
export function requiredLine(message: string, max = 200, examples?: string[]) {
  return sentText(message, max, 1, examples)
    .transform(cleanLine)
    .pipe(z.string().min(1, message).max(max, tooLong(max)));
}

/** Required text that may have several lines. */
export function requiredText(message: string, max: number) {
  return sentText(message, max, 1)
    .transform(cleanText)
    .pipe(z.string().min(1, message).max(max, tooLong(max)));
}

/** Optional text that may have several lines; absent and empty are both "". */
export function optionalText(max: number) {
  return sentText("Text is expected.", max, 0)
    .transform(cleanText)
    .pipe(z.string().max(max, tooLong(max)))
    .default("");
}

/** An optional line: absent, null and empty are all null. */
export function optionalLine(max = 200) {
  return sentText("Text is expected.", max, 0)
    .transform(cleanLine)
    .pipe(z.string().max(max, tooLong(max)))
    .nullish()
    .transform((value) => (value ? value : null));
}

/** An e-mail address (`isEmail`); `missing` and `malformed` are the specification's messages. */
export function emailText(missing: string, malformed = missing) {
  return z
    .string({ error: missing })
    .max(1000, malformed)
    .meta({ format: "email", minLength: 1, maxLength: EMAIL_MAX, examples: ["traveller@example.com"] })
    .transform(cleanEmail)
    .pipe(z.string().min(1, { error: missing, abort: true }).refine(isEmail, malformed));
}

/** A version, in JSON or in a form, whose fields are text. */
export function formVersion(error: string) {
  return z
    .union([z.int(), z.string().regex(/^[0-9]{1,9}$/, error)], { error })
    .meta({ examples: [1] })
    .transform(Number)
    .pipe(z.int().min(1, error));
}

/** Some of these words in a field of a form, with commas between them. */
export function formWords<const T extends readonly [string, ...string[]]>(words: T, error: string) {
  return z
    .string({ error })
    .meta({ examples: [words.join(",")] })
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(words, { error })));
}
