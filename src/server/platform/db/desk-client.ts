import { Client, type ClientConfig, type QueryConfig } from "pg";
import type { DatabaseAddress } from "./database-url.ts";
import { suspect, watchConnection } from "./host-watch.ts";
import { type Hosts, hostsOf, readState } from "./hosts.ts";
import { isUnconfirmedByStandby, leavesOpen, mayCommit, UnclearCommitError } from "./unclear-commit.ts";

export interface DeskClientConfig extends ClientConfig {
  /** May name several servers, see `parseDatabaseUrl`. */
  connectionString: string;
}

type Answer = (error: Error | null | undefined, result?: unknown) => void;
const READ_ONLY_TRANSACTION = "25006";

/**
 * A connection to the server that takes writes. It differs from pg's own in three ways: it finds the server among
 * several and refuses one that takes no writes; what may have been committed without an answer fails with
 * `UnclearCommitError`; and it does not wait for a server that has gone without a word (`host-watch.ts`).
 */
export class DeskClient extends Client {
  readonly hosts: Hosts;
  /** Of the server it belongs to; null where the address says it. */
  address: DatabaseAddress | null = null;
  /** Answers that are awaited, to the connecting itself as well. */
  awaited = 0;
  /** Grows with each answer. */
  answers = 0;
  /** Backend of the server, as pg_stat_activity names it. */
  declare readonly processID: number | null;
  /** The last change of which nobody knows whether it stands. */
  unclear: UnclearCommitError | undefined;
  #isUnconfirmed = false;
  #isCommitting = false;

  constructor(config: DeskClientConfig) {
    const hosts = hostsOf(config.connectionString);
    super({ ...config, connectionString: hosts.connectionString });
    this.hosts = hosts;
    // A connection may break while nobody listens; whoever awaits an answer of it learns of it there.
    this.on("error", () => this.hosts.forget(this.address));
    this.on("notice", (notice) => {
      if (isUnconfirmedByStandby(notice)) this.#isUnconfirmed = true;
    });
  }

  override connect(): Promise<DeskClient>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: Client) => void)): void;
  override connect(callback?: (error: never, client: never) => void): Promise<DeskClient> | undefined {
    const opened = this.#open();
    if (callback === undefined) return opened;
    const answer = callback as unknown as Answer;
    opened.then(
      () => answer(null, this),
      (error: Error) => answer(error),
    );
    return undefined;
  }

  async #open(): Promise<this> {
    this.address = await this.hosts.choose();
    if (this.address !== null) Object.assign(this, this.address);
    this.awaited += 1;
    const unwatch = watchConnection(this);
    this.once("end", unwatch);
    try {
      await super.connect();
      this.#answered();
      this.hosts.accept(this.address, await readState(this, this.hosts));
      return this;
    } catch (error) {
      unwatch();
      this.hosts.forget(this.address);
      void this.end().catch(() => undefined);
      throw error;
    }
  }

  /** Every form of pg's: the statements of a pool come with a callback, those of transactions without. */
  // biome-ignore lint/suspicious/noExplicitAny: pg declares eight forms of one method
  override query(...given: any[]): any {
    const [statement] = given as [string | QueryConfig | { submit: unknown }];
    const ask = super.query.bind(this) as (...args: unknown[]) => unknown;
    // A copy brings its own protocol and stands inside a transaction.
    if (typeof statement !== "string" && "submit" in statement) return ask(...given);
    const text = typeof statement === "string" ? statement : statement.text;
    const isCommit = mayCommit(text, this.getTransactionStatus() === "T" || this.getTransactionStatus() === "E");
    this.#isUnconfirmed = false;
    this.#isCommitting = isCommit;
    this.awaited += 1;
    const callback = given.at(-1);
    if (typeof callback === "function") {
      const judged: Answer = (error, result) => callback(this.#judge(error ?? undefined, isCommit), result);
      return ask(...given.slice(0, -1), judged);
    }
    return (ask(...given) as Promise<unknown>).then(
      (result) => {
        const error = this.#judge(undefined, isCommit);
        if (error !== undefined) throw error;
        return result;
      },
      (error: Error) => {
        throw this.#judge(error, isCommit) ?? error;
      },
    );
  }

  /** A pool tells whoever awaits an answer of the break itself, before the statement's own failure comes. */
  override emit(event: string | symbol, ...given: unknown[]): boolean {
    const [error] = given;
    if (event !== "error" || !this.#isCommitting || !(error instanceof Error) || !leavesOpen(error)) {
      return super.emit(event, ...given);
    }
    return super.emit(event, this.#lost(error));
  }

  #judge(error: Error | undefined, isCommit: boolean): Error | undefined {
    this.#answered();
    this.#isCommitting = false;
    if (error === undefined) {
      // Whatever the statement was: its change is done here and may be nowhere else.
      if (!this.#isUnconfirmed) return undefined;
      this.unclear = new UnclearCommitError("the standby has not confirmed the commit");
      return this.unclear;
    }
    if ((error as { code?: string }).code === READ_ONLY_TRANSACTION) {
      this.hosts.forget(this.address);
      suspect(this);
    }
    return isCommit && leavesOpen(error) ? this.#lost(error) : error;
  }

  #lost(error: Error): UnclearCommitError {
    this.unclear ??= new UnclearCommitError("the connection was lost before the database answered", error);
    return this.unclear;
  }

  #answered(): void {
    this.awaited -= 1;
    this.answers += 1;
  }

  /** Ends it at once; what is awaited fails. */
  cut(reason: string): void {
    this.connection.stream.destroy(new Error(`Connection terminated: ${reason}`));
  }
}
