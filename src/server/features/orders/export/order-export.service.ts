import { Readable } from "node:stream";
import type { AuditData } from "#contract/audit/audit.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { exportName } from "#contract/orders/order-export.ts";
import { FILTER_KEYS } from "#contract/orders/order-filter.ts";
import type { AuditService } from "#server/features/audit/audit.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import type { Reading } from "#server/platform/db/reading.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import type { Log } from "#server/platform/log.ts";
import { type ListParameters, listRequest } from "../list/list-request.ts";
import { isSearchable } from "../search/search-conditions.ts";
import { readList } from "./order-export.repository.ts";
import { csvHead, csvLines, type ExportRecord } from "./order-export-rows.ts";

interface OrderExportDeps {
  db: Database;
  /** An export may be some seconds old. */
  reading: Pick<Reading, "source">;
  now: Clock;
  log: Pick<Log, "warn">;
  audit: Pick<AuditService, "record">;
}

type State = Extract<AuditData, { type: "orders-exported" }>["data"]["state"];
interface Progress {
  state: State;
  rows: number;
}

/** Concurrent exports per process: each holds a connection of the pool. */
const MAX_EXPORTS = 2;
/** A long-lived snapshot prevents vacuum, so no export may hold one for longer. */
const LONGEST_MS = 15 * 60_000;

type ExportQuery = ListParameters & { search: string | undefined };

const isSearch = (text: string | undefined) => text !== undefined && isSearchable(text);

export type OrderExportService = ReturnType<typeof createOrderExportService>;

export function createOrderExportService({ db, reading, now, log, audit }: OrderExportDeps) {
  const running = new Set<AbortController>();

  async function record(actorId: number, query: ExportQuery, state: State, rows: number): Promise<void> {
    const { list, month = null, due, search } = query;
    // Without the search text and what was filtered by: these may name people, and the audit log can't be purged.
    const filters = FILTER_KEYS.filter((key) => key !== "due" && query[key] !== undefined);
    const data = {
      ...{ list, month, ...(due && { due }), ...(filters.length > 0 && { filters }) },
      ...{ is_search: isSearch(search), state, rows },
    };
    const event = { type: "orders-exported", data } as const;
    await db.transaction((tx) => audit.record(tx, { at: now(), actorId, event }));
  }

  /** Yields the text of the file portion by portion and updates `progress`. */
  async function* textOf(
    first: IteratorResult<ExportRecord[]>,
    portions: AsyncGenerator<ExportRecord[]>,
    progress: Progress,
    listed: (orderIds: readonly number[]) => void,
  ): AsyncGenerator<string> {
    yield csvHead();
    for (let portion = first; !portion.done; portion = await portions.next()) {
      progress.rows += portion.value.length;
      listed(portion.value.map(({ id }) => id));
      yield csvLines(portion.value);
    }
    progress.state = "complete";
  }

  return {
    /**
     * Opens a list as a CSV file from one snapshot (a replica's may lag), read as fast as the caller receives it. Start
     * and end are recorded in the audit log.
     * @param signal aborts when the connection is closed
     * @param listed is told the orders of the rows while they are sent
     * @throws AppError forbidden when the member's role may not read this list, invalid_input for a sort or filter that it
     *   doesn't have, rate_limited when two exports run
     */
    async open(
      actor: Pick<SessionMember, "id" | "type">,
      query: ExportQuery,
      { signal, listed }: { signal: AbortSignal; listed: (orderIds: readonly number[]) => void },
    ): Promise<{ stream: Readable; name: string }> {
      const list = listRequest(actor, query, now());
      if (running.size >= MAX_EXPORTS) {
        throw new AppError("rate_limited", ORDER_MESSAGES.exportsBusy, { retryAfterSeconds: 10 });
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
          { ...list, search: isSearch(query.search) ? query.search : undefined },
          AbortSignal.any([signal, ending.signal, AbortSignal.timeout(LONGEST_MS)]),
        );
        // Read before a byte is sent, so that a failure can still be answered as a refusal.
        const first = await portions.next();
        // Strings, not buffers: the socket writes them directly, without a buffer per portion to collect.
        const stream = Readable.from(textOf(first, portions, progress, listed), { highWaterMark: 1 });
        // Not in a `finally` of the generator, which does not run if no one starts to read it.
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

    /** Aborts all exports at shutdown, before the server waits for requests in progress. */
    endAll(): void {
      for (const each of running) each.abort(new Error("the server stops"));
    },
  };
}
