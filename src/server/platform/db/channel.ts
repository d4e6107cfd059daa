import type { Log } from "#server/platform/log.ts";
import { DatabaseClient } from "./database-client.ts";

export interface ChannelOptions {
  connectionString: string;
  /** The PostgreSQL channel; also the default for `applicationName`. */
  name: string;
  applicationName?: string;
  log: Pick<Log, "warn">;
  /** Called with each notification, this process's own included. */
  onMessage(text: string): void;
  /** Called when listening again after a lost connection; notifications in between are lost. */
  onReconnect(): void;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5000;
const ANSWER_MS = 10_000;

/**
 * LISTEN and NOTIFY on a dedicated connection, which is reopened whenever it is lost. Resolves after the first connection
 * attempt, successful or not.
 */
export async function openChannel(options: ChannelOptions) {
  const { connectionString, name, applicationName = name, log } = options;
  let current: DatabaseClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let pauseMs = FIRST_PAUSE_MS;

  async function connect(isFirst: boolean): Promise<void> {
    const client = new DatabaseClient({
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
      log.warn({ err: error, channel: name }, "listening connection lost");
      // Jitter, so that not all processes reconnect at the same moment.
      timer = setTimeout(() => void connect(false), pauseMs * (0.5 + Math.random() / 2));
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    };
    client.on("error", lost);
    client.on("end", () => lost());
    client.on("notification", ({ payload }) => options.onMessage(payload ?? ""));
    try {
      await client.connect();
      // NOTIFY commits; a notification is not worth waiting for the disk.
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
    /** Notifies all listening processes; at most 7,999 bytes. @throws Error while there is no connection */
    send: async (text: string): Promise<void> => {
      if (current === undefined) throw new Error(`the channel ${name} has no connection`);
      await current.query("select pg_notify($1, $2)", [name, text]);
    },
    /** Checks the connection; a dead one is replaced. */
    check: async (): Promise<void> => {
      const client = current;
      if (client === undefined) return;
      // A connection with an unanswered query is unusable: `end()` closes it, and its "end" event opens a new one.
      await client.query("select 1").catch(() => client.end().catch(() => undefined));
    },
    close: async (): Promise<void> => {
      isClosed = true;
      clearTimeout(timer);
      await current?.end().catch(() => undefined);
      current = undefined;
    },
  };
}
