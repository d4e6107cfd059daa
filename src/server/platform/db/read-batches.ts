import type { Pool } from "pg";

export interface CursorOptions {
  /** Rows per batch; only one batch is held in memory. */
  size: number;
  /** Database time limit for one batch. */
  timeoutMs: number;
  /** Stops reading immediately, even during a query. */
  signal: AbortSignal;
}

/**
 * Reads a query's rows in batches, as arrays in column order, from a cursor in a read-only transaction, so that all rows
 * come from one snapshot. Ending the iteration early releases the cursor and the connection.
 * @throws the signal's reason after an abort
 */
export async function* readBatches(
  pool: Pool,
  query: { sql: string; params: unknown[] },
  { size, timeoutMs, signal }: CursorOptions,
): AsyncGenerator<unknown[][]> {
  signal.throwIfAborted();
  const client = await pool.connect();
  if (signal.aborted) {
    client.release();
    signal.throwIfAborted();
  }
  let isHeld = true;
  const release = (isBroken: boolean) => {
    if (isHeld) client.release(isBroken);
    isHeld = false;
  };
  let backend: number | undefined;
  const cancel = () => {
    // The connection is closed afterwards: the cancel request may arrive when its statement is already over.
    const ended = pool.query("select pg_cancel_backend($1)", [backend]);
    ended.catch(() => undefined).finally(() => release(true));
  };
  signal.addEventListener("abort", cancel, { once: true });
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query(`set local statement_timeout = ${Math.trunc(timeoutMs)}`);
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    backend = rows[0]?.pid;
    signal.throwIfAborted();
    await client.query(`declare batches no scroll cursor for ${query.sql}`, query.params);
    while (true) {
      const batch = await client.query<unknown[]>({
        text: `fetch ${Math.trunc(size)} from batches`,
        rowMode: "array",
      });
      if (batch.rows.length > 0) yield batch.rows;
      signal.throwIfAborted();
      if (batch.rows.length < size) break;
    }
    await client.query("commit");
    // After an abort `cancel` closes the connection: its cancel request may still be in flight.
    signal.throwIfAborted();
    release(false);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", cancel);
    // Also when the iteration ended early: closing the connection ends the transaction.
    if (!signal.aborted) release(true);
  }
}
