import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type * as schema from "./schema.ts";

/** The database handle of services and repositories. */
export type Database = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** Repositories take this type to work inside and outside a transaction. */
export type Queryable = Database | Transaction;
