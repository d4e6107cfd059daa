import { NO_SLOT } from "#server/platform/batching.ts";
import { causesOf, hasCode } from "#server/platform/error-causes.ts";
import { UnclearCommitError } from "./unclear-commit.ts";

// Class 08: connection; 53: out of disk, memory or connections; 57P01-03: shutting down or starting; 25006: standby or
// fenced; 28P01, 28000: authentication refused; 55P03, 57014: lock or statement timeout, for instance behind a commit that
// waits for a lost standby; 58030: I/O error.
const DOWN_CLASSES = /^(?:08|53)/;
const DOWN_STATES = new Set(["57P01", "57P02", "57P03", "25006", "28P01", "28000", "55P03", "57014", "58030"]);
const DOWN_ERRNOS = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENOTFOUND",
]);
// Errors of pg that have no code.
const DOWN_MESSAGES = [
  "Connection terminated",
  "timeout exceeded when trying to connect",
  "Client has encountered a connection error",
  "Client was closed",
  "Query read timeout",
  "timeout expired",
  "Cannot use a pool after calling end",
  // All slots wait for the database.
  NO_SLOT,
];

/**
 * True when the database is unreachable or the connection was lost, and the caller should retry later. Also true for an
 * unclear commit; check `isUnclearCommit` first.
 */
export function isDatabaseDown(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    if (cause instanceof UnclearCommitError) return true;
    const { code, syscall } = cause as { code?: string; syscall?: string };
    if (code !== undefined && (DOWN_CLASSES.test(code) || DOWN_STATES.has(code))) return true;
    if (code !== undefined && DOWN_ERRNOS.has(code) && syscall !== undefined && syscall !== "open") return true;
    if (DOWN_MESSAGES.some((text) => cause.message.startsWith(text))) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseDown)) return true;
  }
  return false;
}

/** True when the server is a standby or fenced, so its connections must be discarded. */
export function takesNoWrites(error: unknown): boolean {
  return hasCode(error, "25006");
}

/** True when a row lock could not be acquired in time. */
export function isLockTimeout(error: unknown): boolean {
  return hasCode(error, "55P03");
}
