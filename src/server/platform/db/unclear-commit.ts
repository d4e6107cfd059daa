import { causesOf } from "#server/platform/error-causes.ts";

/**
 * A change with an unknown outcome: the connection was lost before the answer to COMMIT, or the server stopped waiting for
 * its synchronous standby. Never treat it as a success, and never repeat the change without checking first.
 */
export class UnclearCommitError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = "UnclearCommitError";
  }
}

/** True when the error or one of its causes is an unclear commit. */
export function isUnclearCommit(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof UnclearCommitError);
}

/**
 * The PostgreSQL function (15 to 18) that warns when a commit's wait for its standby is cancelled. The commit is then
 * reported as done, although a server that never received it may be promoted. The warning has no code of its own and its
 * text is localized, so it is recognized by the function's name.
 */
const SYNCHRONOUS_WAIT = "SyncRepWaitForLSN";

export function isUnconfirmedByStandby(notice: { routine?: string | undefined }): boolean {
  return notice.routine === SYNCHRONOUS_WAIT;
}

const COMMIT = /^\s*(commit|end|prepare\s+transaction)\b/i;
const HARMLESS = /^\s*(show|set|reset|begin|start|rollback|abort|savepoint|release|listen|unlisten|explain)\b/i;
/** These only read unless a part of them writes. "for update" also matches WRITING and counts as a write. */
const READING = /^\s*(select|with|values|table)\b/i;
/** Includes the schema's functions that write; a test compares the list with the schema. */
const WRITING =
  /\b(?:(?:insert|update|delete|merge)\b|(?:change_order_statuses|record_order_events|begin_and_end_claims|note_status_mails|fold_order_tallies|prove_order_tallies|refresh_order_facets|prove_order_facets)\s*\()/i;

/** True when the statement may have been committed although its answer is missing. */
export function mayCommit(text: string, isInTransaction: boolean): boolean {
  if (isInTransaction) return COMMIT.test(text);
  return READING.test(text) ? WRITING.test(text) : !HARMLESS.test(text);
}

/** Connection, resource, shutdown, system and internal errors: they can occur between the commit and its answer. */
const NO_VERDICT = /^(08|53|57P|58|XX)/;
/** pg raises these before it sends anything. */
const NEVER_SENT = ["Client has encountered a connection error", "Client was closed"];

/** True when the error leaves open whether the statement was executed; a refusal by the server does not. */
export function leavesOpen(error: Error): boolean {
  if (NEVER_SENT.some((text) => error.message.startsWith(text))) return false;
  const { code, severity } = error as { code?: string; severity?: string };
  // Only server errors have a `severity`. ERROR rolls back; FATAL and PANIC can end the connection at any point.
  if (severity === undefined) return true;
  return severity !== "ERROR" && NO_VERDICT.test(code ?? "");
}
