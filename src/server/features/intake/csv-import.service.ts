import { createHash, hash as digest } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import type { OrderStatus } from "#contract/order-status.ts";
import { atMost } from "#server/platform/at-most.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { DatabaseHandle } from "#server/platform/db/client.ts";
import { isUniqueViolation } from "#server/platform/db/failures.ts";
import { readSetting, writeSetting } from "#server/platform/db/settings.ts";
import type { GatewaysService } from "../gateways/gateways.service.ts";
import type { Arrival, ReceivedOrdersService } from "../orders/received-orders.service.ts";
import { type BadLine, type GoodLine, readLines } from "./csv-import-lines.ts";
import { copyRequests, findTakenKeys, type KeyClaim } from "./intake.repository.ts";

interface CsvImportDeps {
  database: Pick<DatabaseHandle, "db" | "load">;
  now: Clock;
  gateways: Pick<GatewaysService, "list">;
  receivedOrders: ReceivedOrdersService;
}

export interface CsvCheck {
  /** SHA-256 of the file. */
  hash: string;
  good: number;
  bad: number;
  /** Where the good lines would go. */
  queues: Map<OrderStatus, number>;
}

interface CsvOutcome {
  imported: number;
  alreadyThere: number;
  /** Asked to stop before the end; the same command does the rest. */
  isStopped: boolean;
}

interface InsertOptions {
  signal?: AbortSignal;
  onProgress(done: number): void;
}

/** Orders that one transaction stores, half a second's work: nobody waits for longer, and a cut-off run loses no more. */
const BATCH = 2000;
/** Letters of such a batch: lines may have 24,000 each. */
const BATCH_LETTERS = 4_000_000;
/** Batches stored at once, each on a connection of its own. */
export const IMPORT_CONNECTIONS = 2;
/** How often a batch is tried whose lines another import of the same file stores at the same time. */
const TRIES = 5;

interface Numbered extends KeyClaim {
  arrival: Arrival;
  orderId: number;
}

/** Takes orders over from a CSV file: first all of it is checked, then it is read again and stored. */
export function createCsvImport({ database, now, gateways, receivedOrders }: CsvImportDeps) {
  const { db, load } = database;

  /** @param onLines false ends the reading @returns the hash of the file, or null when it was not read to its end */
  async function readAll(file: FileHandle, onLines: (lines: (GoodLine | BadLine)[]) => Promise<boolean> | boolean) {
    const gatewayIds = new Set((await gateways.list()).map(({ id }) => id));
    const hash = createHash("sha256");
    for await (const lines of readLines(file, hash, { now: now(), gatewayIds })) {
      if (!(await onLines(lines))) return null;
    }
    return hash.digest("hex");
  }

  function toRequests(fileHash: string, batch: readonly GoodLine[]) {
    const at = now();
    return batch.map(({ line, order, createdAt }) => {
      // It names the line of the file, which is all there is to the request.
      const keyHash = digest("sha256", `import:${fileHash}:${line}`, "buffer");
      return { keyHash, requestHash: keyHash, createdAt: at, arrival: { order, at, createdAt: createdAt ?? at } };
    });
  }

  async function onlyNew<T extends { keyHash: Buffer }>(requests: readonly T[]): Promise<T[]> {
    const taken = await findTakenKeys(
      db,
      requests.map(({ keyHash }) => keyHash),
    );
    return requests.filter(({ keyHash }) => !taken.has(keyHash.toString("hex")));
  }

  /**
   * Stores orders with their histories and keys, all of them or none. `onTaken` hears that some were there already.
   * @returns how many another import was not first with
   */
  async function store(requests: Numbered[], onTaken: () => void): Promise<number> {
    let free = requests;
    for (let tries = 1; free.length > 0; tries += 1) {
      try {
        const arrivals = free.map(({ arrival, orderId }) => ({ ...arrival, id: orderId }));
        await load(async (loading) => {
          await receivedOrders.load(loading, arrivals, "import");
          await copyRequests(loading.copy, free);
        });
        break;
      } catch (error) {
        if (!isUniqueViolation(error) || tries === TRIES) throw error;
        onTaken();
        free = await onlyNew(free);
      }
    }
    return free.length;
  }

  return {
    /** Reads the whole file and stores nothing. @throws CsvFileError */
    async check(path: string, onBad: (line: BadLine) => void): Promise<CsvCheck> {
      await using file = await open(path);
      const queues = new Map<OrderStatus, number>();
      let good = 0;
      let bad = 0;
      const hash = await readAll(file, (lines) => {
        for (const line of lines) {
          if ("problems" in line) {
            bad += 1;
            onBad(line);
            continue;
          }
          good += 1;
          const at = now();
          const { status } = receivedOrders.entryOf({ order: line.order, at, createdAt: line.createdAt ?? at });
          queues.set(status, (queues.get(status) ?? 0) + 1);
        }
        return true;
      });
      if (hash === null) throw new Error("The file was not read to its end.");
      return { hash, good, bad, queues };
    },

    /**
     * Stores the good lines of a file that was checked, in batches of 2,000, each of which is there whole or not at all.
     * Two are under way at a time: a run that is cut off has stored every batch before the last two that it began, and
     * of those both, one or none. Each line is stored once however often the file is imported: its key is made of the
     * file's hash and its number. Keys live for 30 days, that a file was imported to its end is remembered for good.
     * @throws CsvFileError
     */
    async insert(path: string, { hash, good }: CsvCheck, options: InsertOptions): Promise<CsvOutcome> {
      const mark = `import:${hash}`;
      if ((await readSetting(db, mark)) !== null) return { imported: 0, alreadyThere: good, isStopped: false };
      await using file = await open(path);
      const outcome = { imported: 0, alreadyThere: 0, isStopped: false };
      await using lanes = atMost(IMPORT_CONNECTIONS);
      let batch: GoodLine[] = [];
      let letters = 0;
      // A run that was cut off has left something of its first batches. Where nothing is found in them, keys are not
      // asked for any more: the database refuses one that is taken, and then they are.
      let batchesToAsk = IMPORT_CONNECTIONS + 1;
      const onTaken = () => {
        batchesToAsk = Number.POSITIVE_INFINITY;
      };
      const flush = async () => {
        if (options.signal?.aborted) outcome.isStopped = true;
        if (outcome.isStopped || batch.length === 0) return;
        const size = batch.length;
        const requests = toRequests(hash, batch);
        const free = batchesToAsk > 0 ? await onlyNew(requests) : requests;
        if (free.length < size) onTaken();
        batchesToAsk -= 1;
        batch = [];
        letters = 0;
        // Taken for one batch after the other: the ids follow the lines of the file.
        const ids = free.length === 0 ? [] : await receivedOrders.takeIds(db, free.length);
        await lanes.begin(async () => {
          const numbered = free.map((request, index) => ({ ...request, orderId: ids[index] ?? 0 }));
          const stored = await store(numbered, onTaken);
          outcome.imported += stored;
          outcome.alreadyThere += size - stored;
          options.onProgress(outcome.imported + outcome.alreadyThere);
        });
      };
      const hashNow = await readAll(file, async (lines) => {
        for (const line of lines) {
          if ("problems" in line) continue;
          batch.push(line);
          letters += line.letters;
          if (batch.length >= BATCH || letters >= BATCH_LETTERS) await flush();
        }
        return !outcome.isStopped;
      });
      await flush();
      await lanes.settled();
      if (hashNow !== hash && !outcome.isStopped) throw new Error("The file was changed while it was imported.");
      if (!outcome.isStopped) await writeSetting(db, mark, now().toISOString());
      return outcome;
    },
  };
}
