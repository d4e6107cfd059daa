import type { Database, Queryable, Transaction } from "./client.ts";
import { isUnclearCommit } from "./unclear-commit.ts";

type Listener = (orderIds: Iterable<number>) => void;

/** Where the notes of a database or transaction go; what is not in it was made past `createDatabase`. */
const listeners = new WeakMap<object, Listener>();

/**
 * Notes that a statement has changed these orders or what hangs on them. The listener of the database hears of it once
 * that is committed, or may be: at once outside of a transaction, never when the transaction is rolled back. To be called by the
 * repositories that write; it costs no statement.
 */
export function noteChangedOrders(db: Queryable, orderIds: Iterable<number>): void {
  listeners.get(db)?.(orderIds);
}

/** Makes the transactions of a database hand their notes on when they have committed, nested ones to the outer one. */
export function listenToCommits(db: Database, listener: Listener): void {
  listeners.set(db, listener);
  const begin = db.transaction.bind(db);
  db.transaction = (work, config) => collected(listener, (collect) => begin((tx) => work(noted(tx, collect)), config));
}

function noted(tx: Transaction, listener: Listener): Transaction {
  listeners.set(tx, listener);
  const begin = tx.transaction.bind(tx);
  tx.transaction = (work) => collected(listener, (collect) => begin((inner) => work(noted(inner, collect))));
  return tx;
}

async function collected<T>(listener: Listener, run: (collect: Listener) => Promise<T>): Promise<T> {
  const changed = new Set<number>();
  const tell = () => {
    if (changed.size > 0) listener(changed);
  };
  try {
    const result = await run((orderIds) => {
      for (const id of orderIds) changed.add(id);
    });
    tell();
    return result;
  } catch (error) {
    // It may stand: a hint too many costs a look, one too few leaves an old screen.
    if (isUnclearCommit(error)) tell();
    throw error;
  }
}
