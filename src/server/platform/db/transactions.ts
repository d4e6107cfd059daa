import { drizzle } from "drizzle-orm/node-postgres";
import type { Pool, PoolClient } from "pg";
import type { Database } from "./database.types.ts";
import { DatabaseClient } from "./database-client.ts";
import { takesNoWrites } from "./failures.ts";
import * as schema from "./schema.ts";

/**
 * Drizzle's transactions with two fixes: a connection is always released (Drizzle leaks it when BEGIN fails), and the
 * original error is thrown (Drizzle throws the failed ROLLBACK of a broken connection instead, which hides whether a
 * COMMIT was in flight).
 */
export function transactionsOn(pool: Pool): Database["transaction"] {
  /** One instance per connection, not per transaction: Drizzle processes the whole schema for each instance. */
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
      isBroken = client.getTransactionStatus() !== "I" || takesNoWrites(error);
      if (client instanceof DatabaseClient && client.unclear !== undefined) {
        isBroken = true;
        throw client.unclear;
      }
      throw failure === undefined ? error : failure.error;
    } finally {
      client.release(isBroken);
    }
  };
}
