import type { Log } from "#server/platform/log.ts";
import { DeskClient } from "./desk-client.ts";

export interface ChannelOptions {
  connectionString: string;
  /** Of the channel in PostgreSQL; also the connection's name in pg_stat_activity unless told. */
  name: string;
  applicationName?: string;
  log: Pick<Log, "warn">;
  /** What another process or this one has said. */
  onMessage(text: string): void;
  /** Listening again after the connection was lost: whatever was said meanwhile is lost too. */
  onReconnect(): void;
}

export interface Channel {
  /** Says something to every process that listens; at most 7,999 bytes. @throws Error while there is no connection */
  send(text: string): Promise<void>;
  /** Asks the connection whether it still lives; a dead one is replaced. */
  check(): Promise<void>;
  close(): Promise<void>;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5000;
const ANSWER_MS = 10_000;

/**
 * LISTEN and NOTIFY on a connection of their own, which is opened again whenever it is lost. Resolves after the first
 * try to connect, whatever became of it.
 */
export async function openChannel(options: ChannelOptions): Promise<Channel> {
  const { connectionString, name, applicationName = name, log } = options;
  let current: DeskClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let pauseMs = FIRST_PAUSE_MS;

  async function connect(isFirst: boolean): Promise<void> {
    const client = new DeskClient({
      connectionString,
      application_name: applicationName,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    });
    let isOver = false;
    const lost = (error?: Error) => {
      if (isOver) return;
      isOver = true;
      if (current === client) current = undefined;
      if (isClosed) return;
      log.warn({ error: error?.message, channel: name }, "listening connection lost");
      // Half of it by chance: a server that comes back is not met by all processes at once.
      timer = setTimeout(() => void connect(false), pauseMs * (0.5 + Math.random() / 2));
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    };
    client.on("error", lost);
    client.on("end", () => lost());
    client.on("notification", ({ payload }) => options.onMessage(payload ?? ""));
    try {
      await client.connect();
      // NOTIFY writes to the log of transactions, and no notice is worth waiting for the disk.
      await client.query(`set synchronous_commit = off; listen ${client.escapeIdentifier(name)}`);
    } catch (error) {
      lost(error instanceof Error ? error : undefined);
      client.end().catch(() => undefined);
      return;
    }
    if (isClosed) return await client.end();
    current = client;
    pauseMs = FIRST_PAUSE_MS;
    if (!isFirst) options.onReconnect();
  }

  await connect(true);
  return {
    send: async (text) => {
      if (current === undefined) throw new Error(`the channel ${name} has no connection`);
      await current.query("select pg_notify($1, $2)", [name, text]);
    },
    check: async () => {
      const client = current;
      if (client === undefined) return;
      // A query without an answer leaves the connection unusable: `end` then cuts it, and "end" replaces it.
      await client.query("select 1").catch(() => client.end().catch(() => undefined));
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await current?.end().catch(() => undefined);
      current = undefined;
    },
  };
}
