import { Worker } from "node:worker_threads";
import pLimit, { type LimitFunction } from "p-limit";

/**
 * `trailing`: has data after its end, or no end. `encrypted`: needs a password to open. `broken`: could not be read within
 * the time and memory limits. `text` is the text of the first pages, as far as it could be read within these limits; empty
 * for scanned pages.
 */
export type PdfFindings =
  | { kind: "plain"; pages: number; text: string }
  | { kind: "encrypted" | "active" | "broken" | "trailing" };
/** Messages from the thread: the verdict, then the text of a plain file in parts, then the end. */
export type InspectionMessage = { judged: PdfFindings } | { text: string } | "end";
/** `owner` is the uploading member's id, or 0: each owner has at most two inspections running. */
export type InspectPdf = (bytes: Buffer, owner?: number) => Promise<PdfFindings>;

interface InspectorOptions {
  /** A file that takes longer is `broken`; default 10 s. */
  timeLimitMs?: number;
  /** Time for the text after the verdict, within `timeLimitMs`; default 4 s. */
  textLimitMs?: number;
  memoryLimitMb?: number;
}

/**
 * Limit for decompressed streams, which are outside the heap and its limit. A normal 10 MB file needs a few times its
 * size; a decompression bomb would take gigabytes.
 */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;
const MEMORY_CHECK_MS = 50;

/** More threads would only slow each other down and exceed the time limit. */
const CONCURRENCY = 4;
/** Keeps one member's slow files from blocking those of others. */
const CONCURRENCY_PER_OWNER = 2;

/**
 * Inspects uploaded PDFs, each in its own thread, which is terminated when it takes too much time or memory: hostile files
 * target parsers. The thread has an empty environment, so no secrets.
 */
export function createPdfInspector({
  timeLimitMs = 10_000,
  textLimitMs = 4000,
  memoryLimitMb = 256,
}: InspectorOptions = {}): InspectPdf {
  const limit = pLimit(CONCURRENCY);
  const ofOne = new Map<number, LimitFunction>();
  return async (bytes, owner = 0) => {
    const own = ofOne.get(owner) ?? pLimit(CONCURRENCY_PER_OWNER);
    ofOne.set(owner, own);
    try {
      return await own(() => limit(() => inspectInThread(bytes, { timeLimitMs, textLimitMs, memoryLimitMb })));
    } finally {
      if (own.activeCount + own.pendingCount === 0) ofOne.delete(owner);
    }
  };
}

async function inspectInThread(
  bytes: Buffer,
  { timeLimitMs, textLimitMs, memoryLimitMb }: Required<InspectorOptions>,
): Promise<PdfFindings> {
  const worker = new Worker(new URL("./inspect-pdf.worker.ts", import.meta.url), {
    workerData: new Uint8Array(bytes),
    env: {},
    execArgv: [],
    // pdf.js writes to the console; its output is discarded.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb, maxYoungGenerationSizeMb: 32 },
  });
  const timers: NodeJS.Timeout[] = [];
  try {
    return await new Promise<PdfFindings>((resolve, reject) => {
      let judged: PdfFindings | undefined;
      let text = "";
      // The verdict stays valid even if reading the text fails afterwards.
      const end = () => resolve(judged?.kind === "plain" ? { ...judged, text } : (judged ?? { kind: "broken" }));
      timers.push(setTimeout(end, timeLimitMs));
      worker.on("message", (message: InspectionMessage) => {
        if (message === "end") end();
        else if ("text" in message) text += message.text;
        else if (judged === undefined) {
          judged = message.judged;
          timers.push(setTimeout(end, textLimitMs));
        }
      });
      timers.push(
        setInterval(() => {
          // Rejects for a thread that has not started or has just ended.
          worker.getHeapStatistics().then(
            ({ external_memory: unpacked }) => unpacked > MAX_UNPACKED_BYTES && end(),
            () => undefined,
          );
        }, MEMORY_CHECK_MS),
      );
      worker.once("error", (error: NodeJS.ErrnoException) => {
        if (judged !== undefined || error.code === "ERR_WORKER_OUT_OF_MEMORY") return end();
        // The thread catches errors caused by the file, so this is a bug of ours.
        reject(error);
      });
      worker.once("exit", end);
    });
  } finally {
    for (const timer of timers) clearTimeout(timer);
    await worker.terminate();
  }
}
