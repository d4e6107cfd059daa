import { drizzle } from "drizzle-orm/node-postgres";
import type { Pool } from "pg";
import type { Database } from "./database.types.ts";
import { DatabaseClient } from "./database-client.ts";
import { takesNoWrites } from "./failures.ts";

/**
 * Drizzle's transactions with two fixes: a connection is always released (Drizzle leaks it when BEGIN fails), and the
 * original error is thrown (Drizzle throws the failed ROLLBACK of a broken connection instead, which hides whether a
 * COMMIT was in flight).
 */
export function transactionsOn(pool: Pool): Database["transaction"] {
  return async (work, config) => {
    const client = await pool.connect();
    let failure: { error: unknown } | undefined;
    let isBroken = true;
    try {
      const result = await drizzle(client).transaction(async (tx) => {
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
