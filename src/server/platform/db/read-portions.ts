import type { Pool } from "pg";

export interface PortionOptions {
  /** Rows handed on at once; no more are in memory. */
  size: number;
  /** Longest time that one portion may take the database. */
  timeoutMs: number;
  /** Ends the reading at once, whether the database is at work or the reader is. */
  signal: AbortSignal;
}

/**
 * The rows of a query in portions, as arrays in the order of its columns, all of one moment: from a cursor of the
 * database in a transaction that only reads. Ends with the reader: whoever stops asking frees cursor and connection.
 * @throws the signal's reason once it is aborted
 */
export async function* readPortions(
  pool: Pool,
  query: { sql: string; params: unknown[] },
  { size, timeoutMs, signal }: PortionOptions,
): AsyncGenerator<unknown[][]> {
  signal.throwIfAborted();
  const client = await pool.connect();
  if (signal.aborted) {
    client.release();
    signal.throwIfAborted();
  }
  let isHeld = true;
  const release = (isSpoilt: boolean) => {
    if (isHeld) client.release(isSpoilt);
    isHeld = false;
  };
  let backend: number | undefined;
  const leave = () => {
    // Closed and not used again: the word that ends its statement may arrive when the statement is over.
    const ended = pool.query("select pg_cancel_backend($1)", [backend]);
    ended.catch(() => undefined).finally(() => release(true));
  };
  signal.addEventListener("abort", leave, { once: true });
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query(`set local statement_timeout = ${Math.trunc(timeoutMs)}`);
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    backend = rows[0]?.pid;
    signal.throwIfAborted();
    await client.query(`declare portions no scroll cursor for ${query.sql}`, query.params);
    while (true) {
      const portion = await client.query<unknown[]>({
        text: `fetch ${Math.trunc(size)} from portions`,
        rowMode: "array",
      });
      if (portion.rows.length > 0) yield portion.rows;
      signal.throwIfAborted();
      if (portion.rows.length < size) break;
    }
    await client.query("commit");
    // `leave` has the connection then, and closes it: its word to end the statement may still be on the way.
    signal.throwIfAborted();
    release(false);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", leave);
    // Also when the reader left in the middle: the transaction goes with the connection.
    if (!signal.aborted) release(true);
  }
}
