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
  const thrown = error as Loose;
  const facts: ErrorFacts = { type: typeName(thrown) };
  const message = harmlessMessage(thrown);
  if (message !== undefined) facts.message = message;
  for (const name of HARMLESS) {
    const value = thrown[name];
    if (typeof value === "number" || typeof value === "string") (facts as Record<string, unknown>)[name] = value;
  }
  if (isFailedQuery(thrown)) facts.statement = String(thrown.query).slice(0, MAX_STATEMENT);
  const routine = databaseFunction(thrown.where);
  if (routine !== undefined) facts.function = routine;
  const stack = framesOf(thrown);
  if (stack !== undefined) facts.stack = stack;
  if (depth >= DEEPEST) return facts;
  if (thrown.cause !== undefined && thrown.cause !== null) facts.cause = errorFacts(thrown.cause, depth + 1);
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

function typeName(thrown: Loose): string {
  const name = thrown.name ?? thrown.constructor?.name;
  return typeof name === "string" && /^\w{1,60}$/.test(name) ? name : "Error";
}

const isFailedQuery = (thrown: Loose) => "query" in thrown && "params" in thrown;
/** Checked by properties, not by pg's class: pg-boss passes on copies of its errors. */
const isFromDatabase = (thrown: Loose) => typeof thrown.severity === "string" && typeof thrown.code === "string";
/** Mail servers and providers repeat the address in their messages, parsers the text that they could not parse. */
const repeatsInput = (thrown: Loose) =>
  "response" in thrown ||
  "responseCode" in thrown ||
  "$metadata" in thrown ||
  "issues" in thrown ||
  thrown.name === "SyntaxError";

function harmlessMessage(thrown: Loose): string | undefined {
  if (typeof thrown.message !== "string" || isFailedQuery(thrown) || repeatsInput(thrown)) return undefined;
  if (thrown instanceof AppError) return thrown.message;
  if (isFromDatabase(thrown)) return SAYS_NOTHING_OF_ROWS.test(String(thrown.code)) ? thrown.message : undefined;
  return masked(thrown.message);
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
function framesOf(thrown: Loose): string | undefined {
  if (typeof thrown.stack !== "string") return undefined;
  const text = typeof thrown.message === "string" ? thrown.stack.replace(thrown.message, "") : thrown.stack;
  const frames = text.match(/^ {4}at .*(?::\d+:\d+\)?|\(<anonymous>\)|\(native\))$/gm);
  return frames === null ? undefined : frames.slice(0, 20).join("\n");
}
