import type { NodePgDatabase } from "drizzle-orm/node-postgres";

/** The database handle of services and repositories. */
export type Database = NodePgDatabase;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** Repositories take this type to work inside and outside a transaction. */
export type Queryable = Database | Transaction;
