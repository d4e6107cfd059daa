/**
 * A change was sent to the database and nobody can say whether it stands: the connection was lost before the answer to
 * COMMIT, or the server gave up waiting for its synchronous standby. Never to be taken for success, and never to be
 * repeated without a look.
 */
export class UnclearCommitError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = "UnclearCommitError";
  }
}

/** True when the error, or one that it was made of, is an unclear commit. */
export function isUnclearCommit(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof UnclearCommitError) return true;
  }
  return false;
}

/**
 * The function of PostgreSQL (15 to 18) that warns when a commit's wait for its standby is cancelled. The commit is
 * then reported as done, though another server may be promoted that has never seen it. The warning has no code of its
 * own and its text is in the server's language; the name of the function is in no language.
 */
const SYNCHRONOUS_WAIT = "SyncRepWaitForLSN";

export function isUnconfirmedByStandby(notice: { routine?: string | undefined }): boolean {
  return notice.routine === SYNCHRONOUS_WAIT;
}

const COMMIT = /^\s*(commit|end|prepare\s+transaction)\b/i;
const HARMLESS = /^\s*(show|set|reset|begin|start|rollback|abort|savepoint|release|listen|unlisten|explain)\b/i;
/** These read unless they hold a part that writes. "for update" locks and is taken for a write outside of a transaction. */
const READING = /^\s*(select|with|values|table)\b/i;
/** Functions of the schema that write; a test compares the list with the schema. */
const WRITING =
  /\b(?:(?:insert|update|delete|merge)\b|(?:receive_orders?|change_order_statuses|record_order_events|fold_order_tallies|prove_order_tallies)\s*\()/i;

/** True when the statement, once sent, may have changed the database for good although its answer is missing. */
export function mayCommit(text: string, isInTransaction: boolean): boolean {
  if (isInTransaction) return COMMIT.test(text);
  return READING.test(text) ? WRITING.test(text) : !HARMLESS.test(text);
}

/** Connection, resources, server going down, system and internal errors: they can strike between commit and answer. */
const NO_VERDICT = /^(08|53|57P|58|XX)/;
/** pg refuses these before it sends anything. */
const NEVER_SENT = ["Client has encountered a connection error", "Client was closed"];

/** True when the error leaves open whether the statement was carried out; a refusal by the server does not. */
export function leavesOpen(error: Error): boolean {
  if (NEVER_SENT.some((text) => error.message.startsWith(text))) return false;
  const { code, severity } = error as { code?: string; severity?: string };
  // With `severity` the server itself speaks; ERROR rolls back, FATAL and PANIC end the connection at any point.
  if (severity === undefined) return true;
  return severity !== "ERROR" && NO_VERDICT.test(code ?? "");
}
