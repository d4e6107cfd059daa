import { hostname } from "node:os";
import { Client } from "pg";
import { type EmbeddedServer, socketPort, superuser } from "./embedded-server.ts";
import { isAlive } from "./process-alive.ts";
import { waitUntil } from "./wait-until.ts";

/** Exclusive use of the data folder, held as an advisory lock on a dedicated connection. */
export interface Ownership {
  /** Superuser connection to the database "postgres"; also used to create the program's database. */
  readonly client: Client;
  /** Resolves when the connection, and with it the lock, is lost. */
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

/** "ArvD" in ASCII; the program's own advisory locks are in another database. */
const lockKey = 0x41727644;
/** A killed program's connection ends within milliseconds; after this time the lock belongs to a running program. */
const lockWaitMs = 2_000;
const nameOf = (pid: number) => `arrival-desk process ${pid} on ${hostname()}`;

/**
 * Connects to the running server and takes the lock. Throws `DataFolderHeldError` when another process holds it,
 * and pg's errors when the server can't be reached.
 */
export async function acquireOwnership(server: EmbeddedServer): Promise<Ownership> {
  const client = new Client({
    host: server.socketDir,
    port: socketPort,
    user: superuser,
    password: server.superuserPassword,
    database: "postgres",
    ssl: false,
    application_name: nameOf(process.pid),
    connectionTimeoutMillis: 10_000,
  });
  const lost = new Promise<Error>((resolve) => {
    client.once("end", () => resolve(new Error("the connection that holds the data folder's lock has ended")));
    client.on("error", resolve);
  });
  const release = () => client.end().catch(() => undefined);
  await client.connect();
  try {
    // Fails immediately when the holder is seen running; a holder in another container can't be seen.
    const isOver = async () => (await tryLock(client)) ?? (await holderIsRunning(client));
    const outcome = await waitUntil(isOver, lockWaitMs, 50);
    if (outcome !== "locked") throw new DataFolderHeldError(server.dataDir, await describeHolder(client));
    return { client, lost, release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function tryLock(client: Client): Promise<"locked" | undefined> {
  const result = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [lockKey]);
  return result.rows[0]?.locked === true ? "locked" : undefined;
}

async function holderIsRunning(client: Client): Promise<"held" | undefined> {
  const holder = await describeHolder(client);
  const pid = Number(/^arrival-desk process (\d+) on /.exec(holder)?.[1]);
  const isHere = holder === nameOf(pid);
  return isHere && pid !== process.pid && isAlive(pid) ? "held" : undefined;
}

async function describeHolder(client: Client): Promise<string> {
  const result = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.objid = $1 and l.database = a.datid`,
    [lockKey],
  );
  return result.rows[0]?.name ?? "unknown process";
}
