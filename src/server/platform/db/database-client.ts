import { Client, type ClientConfig, type QueryConfig } from "pg";
import { isUnconfirmedByStandby, leavesOpen, mayCommit, UnclearCommitError } from "./unclear-commit.ts";

type Answer = (error: Error | null | undefined, result?: unknown) => void;

/*
 * PostgreSQL waits for a synchronous standby without limit, and no server timeout covers that wait: neither at COMMIT nor
 * at the end of an autocommit statement, which may run for 30 s before.
 */
const COMMIT_LIMIT_MS = 10_000;
const CHANGE_LIMIT_MS = 35_000;
/** Row changes only; creating an index has no limit. */
const CHANGE = /^\s*(insert|update|delete|merge|select|with)\b/i;

/**
 * A pg client with two differences: a statement that may have committed without an answer fails with
 * `UnclearCommitError`, and the wait for a commit's answer is limited.
 */
export class DatabaseClient extends Client {
  /** The last change with an unknown outcome. */
  unclear: UnclearCommitError | undefined;
  #isUnconfirmed = false;
  #isCommitting = false;

  constructor(config: ClientConfig) {
    super(config);
    // The connection may break while no query runs; a running query rejects by itself.
    this.on("error", () => undefined);
    this.on("notice", (notice) => {
      if (isUnconfirmedByStandby(notice)) this.#isUnconfirmed = true;
    });
  }

  /** All of pg's overloads: a pool passes a callback, transactions do not. */
  // biome-ignore lint/suspicious/noExplicitAny: pg declares eight forms of one method
  override query(...args: any[]): any {
    const [statement] = args as [string | QueryConfig | { submit: unknown }];
    const ask = super.query.bind(this) as (...args: unknown[]) => unknown;
    // COPY has its own protocol and runs inside a transaction.
    if (typeof statement !== "string" && "submit" in statement) return ask(...args);
    const text = typeof statement === "string" ? statement : statement.text;
    const isInTransaction = this.getTransactionStatus() === "T" || this.getTransactionStatus() === "E";
    const isCommit = mayCommit(text, isInTransaction);
    this.#isUnconfirmed = false;
    this.#isCommitting = isCommit;
    const endLimit = isCommit ? this.#startLimit(text, isInTransaction) : undefined;
    const judge = (error: Error | undefined) => {
      endLimit?.();
      return this.#judge(error, isCommit);
    };
    const callback = args.at(-1);
    if (typeof callback === "function") {
      const judged: Answer = (error, result) => callback(judge(error ?? undefined), result);
      return ask(...args.slice(0, -1), judged);
    }
    return (ask(...args) as Promise<unknown>).then(
      (result) => {
        const error = judge(undefined);
        if (error !== undefined) throw error;
        return result;
      },
      (error: Error) => {
        throw judge(error) ?? error;
      },
    );
  }

  /** A pool reports a broken connection to the waiting caller before the statement itself fails. */
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    const [error] = args;
    if (event !== "error" || !this.#isCommitting || !(error instanceof Error) || !leavesOpen(error)) {
      return super.emit(event, ...args);
    }
    return super.emit(event, this.#lost(error));
  }

  /** Cuts the connection when a commit is not answered in time. @returns a function that cancels this */
  #startLimit(text: string, isInTransaction: boolean): () => void {
    if (!isInTransaction && !CHANGE.test(text)) return () => undefined;
    const ms = isInTransaction ? COMMIT_LIMIT_MS : CHANGE_LIMIT_MS;
    let isAnswered = false;
    const cut = () => {
      if (!isAnswered) this.connection.stream.destroy(new Error(`Connection terminated: no answer within ${ms} ms`));
    };
    // setImmediate: a busy process first reads the answers that have already arrived.
    const limit = setTimeout(() => setImmediate(cut), ms).unref();
    return () => {
      isAnswered = true;
      clearTimeout(limit);
    };
  }

  #judge(error: Error | undefined, isCommit: boolean): Error | undefined {
    this.#isCommitting = false;
    if (error === undefined) {
      // For any statement: the change is committed on this server but possibly on no other.
      if (!this.#isUnconfirmed) return undefined;
      this.unclear = new UnclearCommitError("the standby has not confirmed the commit");
      return this.unclear;
    }
    return isCommit && leavesOpen(error) ? this.#lost(error) : error;
  }

  #lost(error: Error): UnclearCommitError {
    this.unclear ??= new UnclearCommitError("the connection was lost before the database answered", error);
    return this.unclear;
  }
}
