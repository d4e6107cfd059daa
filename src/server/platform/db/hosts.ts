import { Client } from "pg";
import { type DatabaseAddress, parseDatabaseUrl } from "./database-url.ts";

/** What a server says of itself. */
export interface ServerState {
  readonly isReadOnly: boolean;
  /** Grows by one with each promotion; null where it was not asked. */
  readonly timeline: number | null;
}

/** The servers of one database and which of them takes writes, as this process knows it. */
export interface Hosts {
  readonly connectionString: string;
  /** Asks a server for its state, in one row. */
  readonly stateQuery: string;
  /** Where to connect: the remembered server, else the one found by asking all. Null: where the address says. */
  choose(): Promise<DatabaseAddress | null>;
  /** Takes note of what a server said. @throws NotWritableError when no write may go there */
  accept(address: DatabaseAddress | null, state: ServerState): void;
  /** Forgets a server that was lost or refused a write: the next connection looks anew. */
  forget(address: DatabaseAddress | null): void;
}

/** The server answers and may not be written to: a standby, a fenced primary, or an old one that came back. */
export class NotWritableError extends Error {
  readonly code = "25006";
}

const PROBE_MS = 3000;
/** After a search without result the same answer serves this long: a crowd of requests does not knock without end. */
const SEARCH_PAUSE_MS = 250;

const READ_ONLY = "pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as is_read_only";
const TIMELINE =
  "case when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline";

const known = new Map<string, Hosts>();

/** One for each address in a process: its connections share what one of them finds out. */
export function hostsOf(databaseUrl: string): Hosts {
  const hosts = known.get(databaseUrl) ?? createHosts(databaseUrl);
  known.set(databaseUrl, hosts);
  return hosts;
}

export async function readState(client: Pick<Client, "query">, hosts: Hosts): Promise<ServerState> {
  const { rows } = await client.query<{ is_read_only: boolean; timeline?: number | null }>(hosts.stateQuery);
  return { isReadOnly: rows[0]?.is_read_only ?? true, timeline: rows[0]?.timeline ?? null };
}

function createHosts(databaseUrl: string): Hosts {
  const { connectionString, addresses } = parseDatabaseUrl(databaseUrl);
  const isSeveral = addresses.length > 1;
  let current: DatabaseAddress | undefined;
  let newestTimeline = 0;
  let search: Promise<DatabaseAddress | undefined> | undefined;

  async function find(): Promise<DatabaseAddress | undefined> {
    const states = await Promise.all(addresses.map((address) => probe(hosts, address).catch(() => undefined)));
    let best: { address: DatabaseAddress; timeline: number } | undefined;
    for (const [index, state] of states.entries()) {
      const address = addresses[index];
      const timeline = state?.timeline ?? 0;
      if (address === undefined || state === undefined || state.isReadOnly || timeline < newestTimeline) continue;
      if (best === undefined || timeline > best.timeline) best = { address, timeline };
    }
    newestTimeline = best?.timeline ?? newestTimeline;
    current = best?.address;
    setTimeout(
      () => {
        search = undefined;
      },
      best === undefined ? SEARCH_PAUSE_MS : 0,
    ).unref();
    return current;
  }

  const hosts: Hosts = {
    connectionString,
    stateQuery: `select ${READ_ONLY}${isSeveral ? `, ${TIMELINE}` : ""}`,
    choose: async () => {
      if (!isSeveral) return null;
      if (current !== undefined) return current;
      search ??= find();
      const found = await search;
      // An error of his own for each who asked: some write into it.
      if (found === undefined) throw new Error("Connection terminated: no server of the database takes writes");
      return found;
    },
    accept: (address, { isReadOnly, timeline }) => {
      const isOld = timeline !== null && timeline < newestTimeline;
      if (isReadOnly || isOld) {
        hosts.forget(address);
        throw new NotWritableError(
          isOld ? "the database server is older than its promoted standby" : "the database server takes no writes",
        );
      }
      newestTimeline = Math.max(newestTimeline, timeline ?? 0);
    },
    forget: (address) => {
      if (current === address) current = undefined;
    },
  };
  return hosts;
}

async function probe(hosts: Hosts, address: DatabaseAddress): Promise<ServerState> {
  const client = new Client({
    connectionString: hosts.connectionString,
    application_name: "arrival-desk search",
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  // A server that dies while it is asked is a server that does not answer: the promise says so.
  client.on("error", () => undefined);
  Object.assign(client, address);
  try {
    await client.connect();
    return await readState(client, hosts);
  } finally {
    void client.end().catch(() => undefined);
  }
}
