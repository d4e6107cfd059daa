import * as z from "zod";

const TYPES: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  date: "a date",
};
const FORMATS: Record<string, string> = {
  date: "a date, YYYY-MM-DD",
  datetime: "an ISO 8601 instant with its time zone",
  email: "an email address",
  ipv4: "an IP address",
  ipv6: "an IP address",
  url: "an address of the web",
};
/** So many allowed values fit into a sentence. */
const MAX_NAMED = 12;

type Issue = Parameters<NonNullable<NonNullable<Parameters<typeof z.config>[0]>["customError"]>>[0];

/** The field that an issue is about, for a sentence. */
function nameOf(path: readonly PropertyKey[] | undefined): string {
  const name = path?.findLast((part) => typeof part === "string");
  return name === undefined ? "This" : String(name).slice(0, 50);
}

const amount = (count: number | bigint, word: string) =>
  `${count.toLocaleString("en-US")} ${word}${count === 1 ? "" : "s"}`;

function sizeOf(origin: string, limit: number | bigint, least: "At least" | "At most", name: string): string {
  if (origin === "string") return `${least} ${amount(limit, "character")}.`;
  if (origin === "array" || origin === "set" || origin === "map")
    return `${name}: ${least.toLowerCase()} ${limit} entries.`;
  return `${name} must be ${least.toLowerCase()} ${limit.toLocaleString("en-US")}.`;
}

function sentenceOf(issue: Issue): string {
  const name = nameOf(issue.path);
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? `${name} is missing.`
        : `${name} must be ${TYPES[issue.expected] ?? "of another type"}.`;
    case "invalid_value": {
      const values = issue.values.map(String);
      return values.length > MAX_NAMED
        ? `${name} is not one of the allowed values.`
        : `${name} must be ${values.length === 1 ? "" : "one of "}${values.join(", ")}.`;
    }
    case "invalid_format":
      return FORMATS[issue.format] === undefined
        ? `${name} has the wrong form.`
        : `${name} must be ${FORMATS[issue.format]}.`;
    case "too_big":
      return sizeOf(issue.origin, issue.maximum, "At most", name);
    case "too_small":
      return sizeOf(issue.origin, issue.minimum, "At least", name);
    case "unrecognized_keys":
      // One field is named: a body may hold thousands.
      return `Unknown field: ${String(issue.keys[0]).slice(0, 50)}.`;
    default:
      return `${name} has the wrong form.`;
  }
}

/**
 * Our sentences for what a schema refuses without one of its own: the validator's texts speak of patterns and types that a
 * caller doesn't know. Where the specification has words, the schema has them, and they win.
 */
z.config({ customError: sentenceOf });
