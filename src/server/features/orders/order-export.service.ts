import { Readable } from "node:stream";
import type { ActivityData } from "#contract/activity.ts";
import { MESSAGES } from "#contract/messages.ts";
import { exportName } from "#contract/order-export.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import type { Reading } from "#server/platform/db/reading.ts";
import { requirePermission, type SessionMember } from "#server/platform/http/access.ts";
import type { Log } from "#server/platform/log.ts";
import { type ExportRecord, type ExportRequest, readList } from "./order-export.repository.ts";
import { csvHead, csvLines } from "./order-export-rows.ts";
import { isSearchable } from "./order-search.ts";

interface OrderExportDeps {
  db: Database;
  /** An export may be some seconds old. */
  reading: Pick<Reading, "source">;
  now: Clock;
  log: Pick<Log, "warn">;
  recordActivity(tx: Transaction, at: Date, actorId: number | null, entry: ActivityData): Promise<void>;
}

type State = Extract<ActivityData, { type: "orders-exported" }>["data"]["state"];
interface Progress {
  state: State;
  rows: number;
}

/** At the same time, of one process: each holds a connection of its pool. */
const MOST_EXPORTS = 2;
/** An old snapshot keeps the database from tidying up: nobody holds one for longer. */
const LONGEST_MS = 15 * 60_000;

const isSearch = (text: string | undefined) => text !== undefined && isSearchable(text);

export type OrderExportService = ReturnType<typeof createOrderExportService>;

export function createOrderExportService({ db, reading, now, log, recordActivity }: OrderExportDeps) {
  const running = new Set<AbortController>();

  async function record(actorId: number, query: ExportRequest, state: State, rows: number): Promise<void> {
    const { list, month = null, search } = query;
    // Not the words that were searched for: they name people, and the activity can't forget.
    const data = { list, month, is_search: isSearch(search), state, rows };
    await db.transaction((tx) => recordActivity(tx, now(), actorId, { type: "orders-exported", data }));
  }

  /** The text of the file, a portion at a time; `progress` tells how far it came. */
  async function* textOf(
    first: IteratorResult<ExportRecord[]>,
    portions: AsyncGenerator<ExportRecord[]>,
    progress: Progress,
  ): AsyncGenerator<string> {
    yield csvHead();
    for (let portion = first; !portion.done; portion = await portions.next()) {
      progress.rows += portion.value.length;
      yield csvLines(portion.value);
    }
    progress.state = "complete";
  }

  return {
    /**
     * A list as a CSV file that is read as fast as the caller takes it, as of one moment, which a replica may lag behind. That it
     * begins and how it ends stands in the activity.
     * @param signal the caller has gone, or has everything
     * @throws AppError forbidden for `allOrder` when the member's role has no Order History, rate_limited when two run
     */
    async open(
      actor: Pick<SessionMember, "id" | "type">,
      query: ExportRequest,
      signal: AbortSignal,
    ): Promise<{ stream: Readable; name: string }> {
      if (query.list === "allOrder") requirePermission(actor, "orders:history");
      if (running.size >= MOST_EXPORTS) {
        throw new AppError("rate_limited", MESSAGES.exportsBusy, { retryAfterSeconds: 10 });
      }
      const ending = new AbortController();
      running.add(ending);
      const progress: Progress = { state: "broken off", rows: 0 };
      const end = async () => {
        running.delete(ending);
        const { state, rows } = progress;
        await record(actor.id, query, state, rows).catch((error) => log.warn({ err: error }, "the end of an export"));
      };
      try {
        await record(actor.id, query, "begun", 0);
        const portions = readList(
          reading.source(),
          { ...query, search: isSearch(query.search) ? query.search : undefined },
          AbortSignal.any([signal, ending.signal, AbortSignal.timeout(LONGEST_MS)]),
        );
        // Before a byte is sent: what fails until here is answered as a refusal.
        const first = await portions.next();
        // Text, not bytes: the socket writes it as it is, and no buffer of each portion waits for its collection.
        const stream = Readable.from(textOf(first, portions, progress), { highWaterMark: 1 });
        // Not within the generator: one that nobody began to read runs none of its lines.
        stream.once("close", () => {
          portions.return(undefined).catch(() => undefined);
          void end();
        });
        return { stream, name: exportName(query.list, query.month, now().toISOString().slice(0, 10)) };
      } catch (error) {
        await end();
        throw error;
      }
    },

    /** For the server that stops: exports break off before it waits for the requests under way. */
    endAll(): void {
      for (const each of running) each.abort(new Error("the server stops"));
    },
  };
}
