import { openChannel } from "#server/platform/db/channel.ts";
import type { DatabaseHandle } from "#server/platform/db/client.ts";
import type { Log } from "#server/platform/log.ts";
import { CHANNEL, createOutbox } from "./notices.ts";

/**
 * For a script beside the program: the program's open screens hear of what the script's transactions change. Close it
 * before the database, so that the last of it is told.
 */
export async function tellChanges(
  database: Pick<DatabaseHandle, "connectionString" | "onOrdersChanged">,
  log: Pick<Log, "warn">,
): Promise<{ close(): Promise<void> }> {
  const nothing = () => undefined;
  const { connectionString } = database;
  const channel = await openChannel({ connectionString, name: CHANNEL, log, onMessage: nothing, onReconnect: nothing });
  const outbox = createOutbox(channel.send, (error) => log.warn({ err: error }, "live events"));
  database.onOrdersChanged(outbox.changed);
  return {
    close: async () => {
      await outbox.close();
      await channel.close();
    },
  };
}
