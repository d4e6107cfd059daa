import { openChannel } from "#server/platform/db/channel.ts";
import type { DatabaseHandle } from "#server/platform/db/client.ts";
import type { Log } from "#server/platform/log.ts";
import { CHANNEL, createBroadcaster } from "./notify-messages.ts";

/**
 * For scripts that run beside the program: reports what their transactions change to the program's open screens. Close
 * it before the database, so that pending changes are sent.
 */
export async function broadcastChanges(
  database: Pick<DatabaseHandle, "connectionString" | "onOrdersChanged">,
  log: Pick<Log, "warn">,
): Promise<{ close(): Promise<void> }> {
  const nothing = () => undefined;
  const { connectionString } = database;
  const channel = await openChannel({ connectionString, name: CHANNEL, log, onMessage: nothing, onReconnect: nothing });
  const broadcaster = createBroadcaster(channel.send, (error) => log.warn({ err: error }, "live events"));
  database.onOrdersChanged(broadcaster.changed);
  return {
    close: async () => {
      await broadcaster.close();
      await channel.close();
    },
  };
}
