import type { Db } from "pg-boss";
import { openChannel } from "#server/platform/db/channel.ts";
import { openPool } from "#server/platform/db/client.ts";
import type { Log } from "#server/platform/log.ts";

const NAME = "arrival-desk jobs";
/** Interval of the health check of the listening connection. */
const CHECK_MS = 10_000;

/** The database interface that pg-boss expects. */
export function openJobDatabase(connectionString: string, log: Pick<Log, "warn">): Db & { close(): Promise<void> } {
  const pool = openPool({ connectionString, max: 4, application_name: NAME });
  pool.on("error", (error) => log.warn({ err: error }, "job queue"));
  let closed: Promise<void> | undefined;

  return {
    executeSql: (text, values) => pool.query(text, values),
    listen: async (name, onMessage, onReconnect) => {
      const channel = await openChannel({ connectionString, name, applicationName: NAME, log, onMessage, onReconnect });
      const check = setInterval(() => void channel.check(), CHECK_MS).unref();
      return {
        close: async () => {
          clearInterval(check);
          await channel.close();
        },
      };
    },
    close: () => {
      closed ??= pool.end();
      return closed;
    },
  };
}
