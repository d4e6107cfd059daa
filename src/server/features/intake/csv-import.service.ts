import { createHash, hash as digest } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import { readSetting, writeSetting } from "#server/platform/db/settings.ts";
import type { GatewaysService } from "../gateways/gateways.service.ts";
import type { ReceivedOrdersService } from "../orders/intake/received-orders.service.ts";
import { type BadLine, type GoodLine, readLines } from "./csv-import-lines.ts";

interface CsvImportDeps {
  db: Database;
  now: Clock;
  gateways: Pick<GatewaysService, "list">;
  receivedOrders: ReceivedOrdersService;
}

export interface CsvCheck {
  /** SHA-256 of the file. */
  hash: string;
  good: number;
  bad: number;
  /** Status that the valid lines would get. */
  queues: Map<OrderStatus, number>;
}

interface CsvOutcome {
  imported: number;
  alreadyThere: number;
  /** Stopped before the end on request; running the command again imports the rest. */
  isStopped: boolean;
}

interface InsertOptions {
  signal?: AbortSignal;
  onProgress(done: number): void;
}

/**
 * Orders per transaction, about half a second of work: locks are held no longer, and an interrupted run loses no more.
 */
const BATCH = 2000;
/** Maximum characters of a batch: a line may have 24,000. */
const BATCH_CHARACTERS = 4_000_000;
/** Batches stored concurrently, each on its own connection. */
export const IMPORT_CONNECTIONS = 2;
/** Imports orders from a CSV file: validates all of it, then reads it again and stores it. */
export function createCsvImport({ db, now, gateways, receivedOrders }: CsvImportDeps) {
  /** @param onLines false stops the reading @returns the hash of the file, or null if it was not read to its end */
  async function readAll(file: FileHandle, onLines: (lines: (GoodLine | BadLine)[]) => Promise<boolean> | boolean) {
    const gatewayIds = new Set((await gateways.list()).map(({ id }) => id));
    const hash = createHash("sha256");
    for await (const lines of readLines(file, hash, { now: now(), gatewayIds })) {
      if (!(await onLines(lines))) return null;
    }
    return hash.digest("hex");
  }

  /** Stores all orders or none. @returns how many were new */
  async function store(fileHash: string, batch: readonly GoodLine[], onClaimed: () => void): Promise<number> {
    const at = now();
    const requests = batch.map(({ line, order, createdAt }) => {
      // The key identifies the line of the file, which is all of the request.
      const keyHash = digest("sha256", `import:${fileHash}:${line}`, "buffer");
      return { claim: { keyHash, requestHash: keyHash }, order, at, createdAt: createdAt ?? at };
    });
    const received = await db.transaction((tx) => receivedOrders.receiveOnce(tx, requests, "import", onClaimed));
    return received.filter((order) => order !== undefined).length;
  }

  return {
    /** Validates the whole file and stores nothing. @throws CsvFileError */
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
     * Stores the valid lines of a validated file, in batches of 2,000 that are stored completely or not at all. Two
     * batches are in progress at a time: an interrupted run has stored all batches before the last two it started, and
     * both, one or none of those. Each line is stored once however often the file is imported: its key is made of the
     * file's hash and the line number. Keys expire after 30 days; that a file was imported completely is recorded for
     * good.
     * @throws CsvFileError
     */
    async insert(path: string, { hash, good }: CsvCheck, options: InsertOptions): Promise<CsvOutcome> {
      const mark = `import:${hash}`;
      if ((await readSetting(db, mark)) !== null) return { imported: 0, alreadyThere: good, isStopped: false };
      await using file = await open(path);
      const outcome = { imported: 0, alreadyThere: 0, isStopped: false };
      const storing: Promise<void>[] = [];
      let batch: GoodLine[] = [];
      let characters = 0;
      const flush = async () => {
        if (options.signal?.aborted) outcome.isStopped = true;
        if (outcome.isStopped || batch.length === 0) return;
        const lines = batch;
        batch = [];
        characters = 0;
        const claiming = Promise.withResolvers<void>();
        if (storing.length === IMPORT_CONNECTIONS) await storing.shift();
        const stored = store(hash, lines, claiming.resolve).then((imported) => {
          outcome.imported += imported;
          outcome.alreadyThere += lines.length - imported;
          options.onProgress(outcome.imported + outcome.alreadyThere);
        });
        storing.push(stored);
        // A rejection is thrown where it is awaited; without a handler until then it would end the process.
        stored.catch(() => undefined).finally(claiming.resolve);
        // Ids follow the lines of the file: the next batch takes its ids after this one.
        await claiming.promise;
      };
      let hashNow: string | null;
      try {
        hashNow = await readAll(file, async (lines) => {
          for (const line of lines) {
            if ("problems" in line) continue;
            batch.push(line);
            characters += line.characters;
            if (batch.length >= BATCH || characters >= BATCH_CHARACTERS) await flush();
          }
          return !outcome.isStopped;
        });
        await flush();
        await Promise.all(storing);
      } finally {
        // Waits for batches in progress before it returns.
        await Promise.allSettled(storing);
      }
      if (hashNow !== hash && !outcome.isStopped) throw new Error("The file was changed while it was imported.");
      if (!outcome.isStopped) await writeSetting(db, mark, now().toISOString());
      return outcome;
    },
  };
}
