import { NO_LANE } from "#server/platform/in-batches.ts";
import { UnclearCommitError } from "./unclear-commit.ts";

// Class 08: connection; 57P01-03: the server is going down or starting; 53300: no connection left; 25006: it is (now) a
// standby or fenced, and the one that takes writes is looked for. 55P03, 57014: a lock or an answer took too long, as
// behind a commit that waits for a lost standby.
const DOWN_STATES = new Set(["57P01", "57P02", "57P03", "53300", "25006", "55P03", "57014"]);
const DOWN_ERRNOS = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENOTFOUND",
]);
// pg speaks of these without a code.
const DOWN_MESSAGES = [
  "Connection terminated",
  "timeout exceeded when trying to connect",
  "Client has encountered a connection error",
  "Client was closed",
  "Query read timeout",
  "timeout expired",
  "Cannot use a pool after calling end",
  // Its lanes are held by what waits for the database.
  NO_LANE,
];

/**
 * True when the database could not be reached or went away: the caller should try again later. An unclear commit is
 * that too, see `isUnclearCommit`.
 */
export function isDatabaseDown(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof UnclearCommitError) return true;
    const { code, syscall } = cause as { code?: string; syscall?: string };
    if (code !== undefined && (code.startsWith("08") || DOWN_STATES.has(code))) return true;
    if (code !== undefined && DOWN_ERRNOS.has(code) && syscall !== undefined && syscall !== "open") return true;
    if (DOWN_MESSAGES.some((text) => cause instanceof Error && cause.message.startsWith(text))) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseDown)) return true;
  }
  return false;
}

/** True when a row was there already, by a unique index. */
export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, "23505");
}

/** True when somebody else held a row for too long. */
export function isLockTimeout(error: unknown): boolean {
  return hasCode(error, "55P03");
}

function hasCode(error: unknown, code: string): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ((cause as { code?: string }).code === code) return true;
  }
  return false;
}
