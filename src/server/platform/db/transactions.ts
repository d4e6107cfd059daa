import { drizzle } from "drizzle-orm/node-postgres";
import type { Pool, PoolClient } from "pg";
import type { Database, Transaction } from "./client.ts";
import { DeskClient } from "./desk-client.ts";
import * as schema from "./schema.ts";

const connections = new WeakMap<Transaction, PoolClient>();

/** The connection of a transaction, for what Drizzle has no words for. @throws Error outside of `transactionsOn` */
export function connectionOf(tx: Transaction): PoolClient {
  const connection = connections.get(tx);
  if (connection === undefined) throw new Error("a transaction of another database");
  return connection;
}

/**
 * Drizzle's transactions on connections that are given back whatever happens. Drizzle's own keep a connection for good
 * whose BEGIN fails, and tell of the ROLLBACK that a broken connection refuses in place of what broke it: nobody could
 * say any more whether a COMMIT was on its way.
 */
export function transactionsOn(pool: Pool): Database["transaction"] {
  /** Drizzle reads the whole schema for each instance: one for each connection, not one for each transaction. */
  const instances = new WeakMap<PoolClient, Database>();

  function instanceOf(client: PoolClient): Database {
    const instance = instances.get(client) ?? (drizzle(client, { schema }) as unknown as Database);
    instances.set(client, instance);
    return instance;
  }

  return async (work, config) => {
    const client = await pool.connect();
    let failure: { error: unknown } | undefined;
    let isBroken = true;
    try {
      const result = await instanceOf(client).transaction(async (tx) => {
        connections.set(tx, client);
        try {
          return await work(tx);
        } catch (error) {
          failure = { error };
          throw error;
        }
      }, config);
      isBroken = false;
      return result;
    } catch (error) {
      isBroken = client.getTransactionStatus() !== "I";
      if (client instanceof DeskClient && client.unclear !== undefined) {
        isBroken = true;
        throw client.unclear;
      }
      throw failure === undefined ? error : failure.error;
    } finally {
      client.release(isBroken);
    }
  };
}
