import { hostname } from "node:os";
import { Client } from "pg";
import { type EmbeddedServer, socketPort, superuser } from "./embedded-server.ts";
import { waitUntil } from "./wait-until.ts";

/** Proof that this process alone uses the data folder: an advisory lock on a connection of its own. */
export interface Ownership {
  /** Superuser connection to the database "postgres"; also used to make the program's database. */
  readonly client: Client;
  /** Settles when the connection, and with it the lock, is gone. */
  readonly lost: Promise<Error>;
  release(): Promise<void>;
}

/** Another Arrival Desk runs on this data folder. */
export class DataFolderHeldError extends Error {
  constructor(dataDir: string, holder: string) {
    super(
      `Another Arrival Desk is running on the data folder ${dataDir} (${holder}). Stop it first, or set DATA_DIR to another folder.`,
    );
    this.name = "DataFolderHeldError";
  }
}

/** "ArvD" in ASCII; advisory locks of the program itself live in another database. */
const lockKey = 0x41727644;
/** A killed program's connection ends within milliseconds; a held lock after this is a living program's. */
const lockWaitMs = 2_000;

/**
 * Connects to the running server and takes the lock. Throws `DataFolderHeldError` when somebody else keeps it,
 * and pg's errors when the server cannot be reached.
 */
export async function acquireOwnership(server: EmbeddedServer): Promise<Ownership> {
  const client = new Client({
    host: server.socketDir,
    port: socketPort,
    user: superuser,
    password: server.superuserPassword,
    database: "postgres",
    ssl: false,
    application_name: `arrival-desk process ${process.pid} on ${hostname()}`,
    connectionTimeoutMillis: 10_000,
  });
  const lost = new Promise<Error>((resolve) => {
    client.once("end", () => resolve(new Error("the connection that holds the data folder's lock has ended")));
    client.on("error", resolve);
  });
  const release = () => client.end().catch(() => undefined);
  await client.connect();
  try {
    const locked = await waitUntil(() => tryLock(client), lockWaitMs, 50);
    if (locked === undefined) throw new DataFolderHeldError(server.dataDir, await describeHolder(client));
    return { client, lost, release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function tryLock(client: Client): Promise<true | undefined> {
  const result = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [lockKey]);
  return result.rows[0]?.locked === true ? true : undefined;
}

async function describeHolder(client: Client): Promise<string> {
  const result = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.objid = $1 and l.database = a.datid`,
    [lockKey],
  );
  return result.rows[0]?.name ?? "unknown process";
}
