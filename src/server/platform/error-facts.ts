import { AppError } from "./app-error.ts";

/** The parts of an error that may be logged or stored with a failed job: what failed and where, but no row values. */
export interface ErrorFacts {
  type: string;
  message?: string;
  /** SQLSTATE, or the system's or a library's own code. */
  code?: string;
  /** SQL with placeholders. */
  statement?: string;
  stack?: string;
  cause?: ErrorFacts;
  errors?: ErrorFacts[];
  [fact: string]: unknown;
}

const DEEPEST = 5;
const WIDEST = 3;
/** Properties that name parts of the schema, the system or the protocol, never data. */
const HARMLESS = [
  "code",
  "severity",
  "schema",
  "table",
  "column",
  "constraint",
  "routine",
  "errno",
  "syscall",
  "address",
  "port",
  "hostname",
  "responseCode",
  "queue",
  "worker",
] as const;
/**
 * SQLSTATE classes whose messages describe the server and never a row: connection, authentication, transactions,
 * resources, limits, locks, operator intervention, system errors, internal errors.
 */
const SAYS_NOTHING_OF_ROWS = /^(?:08|25|28|40|53|55|57|58|XX|3D)/;
const MAX_STATEMENT = 2000;

type Loose = Record<string, unknown>;

/**
 * Extracts the loggable facts. Messages of Drizzle (parameters), PostgreSQL (rows), mail servers and JSON.parse (input)
 * are dropped; quoted text, e-mail addresses and long numbers are masked in all others.
 */
export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (typeof error !== "object" || error === null) return { type: typeof error };
  const given = error as Loose;
  const facts: ErrorFacts = { type: typeName(given) };
  const message = harmlessMessage(given);
  if (message !== undefined) facts.message = message;
  for (const name of HARMLESS) {
    const value = given[name];
    if (typeof value === "number" || typeof value === "string") (facts as Record<string, unknown>)[name] = value;
  }
  if (isFailedQuery(given)) facts.statement = String(given.query).slice(0, MAX_STATEMENT);
  const routine = databaseFunction(given.where);
  if (routine !== undefined) facts.function = routine;
  const stack = framesOf(given);
  if (stack !== undefined) facts.stack = stack;
  if (depth >= DEEPEST) return facts;
  if (given.cause !== undefined && given.cause !== null) facts.cause = errorFacts(given.cause, depth + 1);
  if (error instanceof AggregateError) {
    facts.errors = error.errors.slice(0, WIDEST).map((each) => errorFacts(each, depth + 1));
  }
  return facts;
}

/** The same facts as one line. */
export function errorLine(error: unknown): string {
  const parts: string[] = [];
  for (let at: ErrorFacts | undefined = errorFacts(error); at !== undefined; at = at.cause) {
    const place = [at.code, at.table, at.constraint].filter((part) => part !== undefined).join(" ");
    parts.push([at.type, place && `(${place})`, at.message && `: ${at.message}`].filter(Boolean).join(" "));
  }
  return parts.join(" < ");
}

function typeName(given: Loose): string {
  const name = given.name ?? given.constructor?.name;
  return typeof name === "string" && /^\w{1,60}$/.test(name) ? name : "Error";
}

const isFailedQuery = (given: Loose) => "query" in given && "params" in given;
/** Checked by properties, not by pg's class: pg-boss passes on copies of its errors. */
const isFromDatabase = (given: Loose) => typeof given.severity === "string" && typeof given.code === "string";
/** Mail servers and providers repeat the address in their messages, parsers the text that they could not parse. */
const repeatsInput = (given: Loose) =>
  "response" in given ||
  "responseCode" in given ||
  "$metadata" in given ||
  "issues" in given ||
  given.name === "SyntaxError";

function harmlessMessage(given: Loose): string | undefined {
  if (typeof given.message !== "string" || isFailedQuery(given) || repeatsInput(given)) return undefined;
  if (given instanceof AppError) return given.message;
  if (isFromDatabase(given)) return SAYS_NOTHING_OF_ROWS.test(String(given.code)) ? given.message : undefined;
  return masked(given.message);
}

/** Keeps paths and identifiers; masks anything that may be personal data. */
function masked(text: string): string {
  return text
    .slice(0, 500)
    .replace(/\S+@\S+/g, "[address]")
    .replace(/"[^"]*"|'[^'\s][^']*'/g, (quoted) => (isOwnName(quoted.slice(1, -1)) ? quoted : "[text]"))
    .replace(/\d{7,}/g, "[number]");
}

/** A file path, or an identifier in lower case with underscores or dots. */
const isOwnName = (text: string) => /^\//.test(text) || /^[a-z][a-z0-9]*(?:[_.][a-z0-9]+)+$/.test(text);

/** The first `PL/pgSQL function name(…) line 3`; the rest of the context may contain a row. */
function databaseFunction(where: unknown): string | undefined {
  if (typeof where !== "string") return undefined;
  const found = /^PL\/pgSQL function (\w+)\([^)]*\) line (\d+)/m.exec(where);
  return found === null ? undefined : `${found[1]} line ${found[2]}`;
}

/** The stack frames without the message that precedes them. */
function framesOf(given: Loose): string | undefined {
  if (typeof given.stack !== "string") return undefined;
  const text = typeof given.message === "string" ? given.stack.replace(given.message, "") : given.stack;
  const frames = text.match(/^ {4}at .*(?::\d+:\d+\)?|\(<anonymous>\)|\(native\))$/gm);
  return frames === null ? undefined : frames.slice(0, 20).join("\n");
}
