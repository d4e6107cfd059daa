import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import type { OrderStatus } from "#contract/order-status.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import { readSetting, writeSetting } from "#server/platform/db/settings.ts";
import type { GatewaysService } from "../gateways/gateways.service.ts";
import type { ReceivedOrdersService } from "../orders/received-orders.service.ts";
import { canonicalJson } from "./canonical-json.ts";
import { type BadLine, type GoodLine, readLines } from "./csv-import-lines.ts";
import { claimKeys, setOrdersOfKeys } from "./intake.repository.ts";

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

/** As many orders as one transaction stores: a run that is cut off loses no more than these. */
const BATCH = 500;

const sha256 = (text: string) => createHash("sha256").update(text).digest();

/** Takes orders over from a CSV file: first all of it is checked, then it is read again and stored. */
export function createCsvImport({ db, now, gateways, receivedOrders }: CsvImportDeps) {
  async function readAll(file: FileHandle, onLine: (line: GoodLine | BadLine) => Promise<void> | void) {
    const gatewayIds = new Set((await gateways.list()).map(({ id }) => id));
    const hash = createHash("sha256");
    for await (const line of readLines(file, hash, { now: now(), gatewayIds })) await onLine(line);
    return hash.digest("hex");
  }

  /** @returns how many were stored now; the others of the batch were there already */
  async function storeBatch(fileHash: string, batch: readonly GoodLine[]): Promise<number> {
    const at = now();
    const claims = batch.map(({ line, order, createdAt }) => ({
      keyHash: sha256(`import:${fileHash}:${line}`),
      requestHash: sha256(canonicalJson({ order, createdAt: createdAt?.toISOString() ?? null })),
      createdAt: at,
      arrival: { order, at, createdAt: createdAt ?? at },
    }));
    return await db.transaction(async (tx) => {
      const free = await claimKeys(tx, claims);
      if (free.length === 0) return 0;
      const arrivals = free.map(({ arrival }) => arrival);
      const received = await receivedOrders.receiveAll(tx, arrivals, "import");
      const pairs = free.map(({ keyHash }, index) => ({ keyHash, orderId: received[index]?.id ?? 0 }));
      await setOrdersOfKeys(tx, pairs);
      return free.length;
    });
  }

  return {
    /** Reads the whole file and stores nothing. @throws CsvFileError */
    async check(path: string, onBad: (line: BadLine) => void): Promise<CsvCheck> {
      await using file = await open(path);
      const queues = new Map<OrderStatus, number>();
      let good = 0;
      let bad = 0;
      const hash = await readAll(file, (line) => {
        if ("problems" in line) {
          bad += 1;
          onBad(line);
          return;
        }
        good += 1;
        const at = now();
        const { status } = receivedOrders.entryOf({ order: line.order, at, createdAt: line.createdAt ?? at });
        queues.set(status, (queues.get(status) ?? 0) + 1);
      });
      return { hash, good, bad, queues };
    },

    /**
     * Stores the good lines of a file that was checked, in transactions of 500. Each line is stored once however often
     * the file is imported: its key is made of the file's hash and its number. Keys live for 30 days, that a file was
     * imported to its end is remembered for good. @throws CsvFileError
     */
    async insert(path: string, { hash, good }: CsvCheck, options: InsertOptions): Promise<CsvOutcome> {
      const mark = `import:${hash}`;
      if ((await readSetting(db, mark)) !== null) return { imported: 0, alreadyThere: good, isStopped: false };
      await using file = await open(path);
      const outcome = { imported: 0, alreadyThere: 0, isStopped: false };
      let batch: GoodLine[] = [];
      const flush = async () => {
        if (options.signal?.aborted) outcome.isStopped = true;
        if (outcome.isStopped || batch.length === 0) return;
        const stored = await storeBatch(hash, batch);
        outcome.imported += stored;
        outcome.alreadyThere += batch.length - stored;
        batch = [];
        options.onProgress(outcome.imported + outcome.alreadyThere);
      };
      const hashNow = await readAll(file, async (line) => {
        if (outcome.isStopped || "problems" in line) return;
        batch.push(line);
        if (batch.length === BATCH) await flush();
      });
      await flush();
      if (hashNow !== hash) throw new Error("The file was changed while it was imported.");
      if (!outcome.isStopped) await writeSetting(db, mark, now().toISOString());
      return outcome;
    },
  };
}
