import type { Database, Queryable, Transaction } from "./database.types.ts";
import { isUnclearCommit } from "./unclear-commit.ts";

/** `sessions`: ids of members who lost a session; `claims`: of orders whose claims changed. */
export type CommittedKind = "orders" | "sessions" | "claims";
type Listener = (kind: CommittedKind, ids: Iterable<number>) => void;

/** Collects what to do once a transaction has committed. */
interface Notes {
  changed: Listener;
  committed(work: () => void): void;
}

/** The notes of each database and transaction; only those from `createDatabase` have an entry. */
const notes = new WeakMap<object, Notes>();

/**
 * Notes that a statement changed these orders or rows that belong to them. Repositories call this after each write; it
 * costs no statement. The listener is called once the change is, or may be, committed: immediately outside a transaction,
 * never after a rollback.
 */
export function noteChangedOrders(db: Queryable, orderIds: Iterable<number>): void {
  notes.get(db)?.changed("orders", orderIds);
}

/** The same for members who lost at least one session before it expired. */
export function noteEndedSessions(db: Queryable, memberIds: Iterable<number>): void {
  notes.get(db)?.changed("sessions", memberIds);
}

/** The same for orders whose claims changed without an event in their timelines. */
export function noteChangedClaims(db: Queryable, orderIds: Iterable<number>): void {
  notes.get(db)?.changed("claims", orderIds);
}

/** Runs `work` after the commit, under the same rule. It must not throw. */
export function afterCommit(db: Queryable, work: () => void): void {
  notes.get(db)?.committed(work);
}

/** Makes each transaction pass its notes on when it commits: a nested one to its parent, the outermost to `listener`. */
export function listenToCommits(db: Database, listener: Listener): void {
  const outer: Notes = { changed: listener, committed: (work) => work() };
  notes.set(db, outer);
  const begin = db.transaction.bind(db);
  db.transaction = (work, config) => collected(outer, (inner) => begin((tx) => work(noted(tx, inner)), config));
}

function noted(tx: Transaction, own: Notes): Transaction {
  notes.set(tx, own);
  const begin = tx.transaction.bind(tx);
  tx.transaction = (work) => collected(own, (inner) => begin((nested) => work(noted(nested, inner))));
  return tx;
}

async function collected<T>(outer: Notes, run: (inner: Notes) => Promise<T>): Promise<T> {
  const changed = new Map<CommittedKind, Set<number>>();
  const works: (() => void)[] = [];
  const notify = () => {
    for (const [kind, ids] of changed) if (ids.size > 0) outer.changed(kind, ids);
    for (const work of works) outer.committed(work);
  };
  try {
    const result = await run({
      changed: (kind, ids) => {
        const known = changed.get(kind) ?? new Set();
        for (const id of ids) known.add(id);
        changed.set(kind, known);
      },
      committed: (work) => works.push(work),
    });
    notify();
    return result;
  } catch (error) {
    // It may have been committed: a superfluous hint costs one reload, a missing one leaves a stale screen.
    if (isUnclearCommit(error)) notify();
    throw error;
  }
}
