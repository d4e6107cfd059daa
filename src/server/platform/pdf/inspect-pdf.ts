import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import type { PdfWord } from "./inspect-pdf.worker.ts";

/**
 * `encrypted` needs a password to open; `broken` could not be read within the limits of time and memory. `text` is that
 * of the first pages, as far as it could be read within the same limits: empty for scanned pages.
 */
export type PdfFindings = { kind: "plain"; pages: number; text: string } | { kind: "encrypted" | "active" | "broken" };
export type InspectPdf = (bytes: Buffer) => Promise<PdfFindings>;

interface InspectorOptions {
  /** A file that takes longer is `broken`; 10 s unless told. */
  timeLimitMs?: number;
  /** How long the text of a file that is judged already may take, within the same limit; 4 s unless told. */
  textLimitMs?: number;
  memoryLimitMb?: number;
}

/**
 * What a thread may hold outside of its heap, where its own limit does not count: unpacked streams. An honest file of
 * 10 MB needs a few times its size; one that is made to would take gigabytes.
 */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;
const LOOK_EVERY_MS = 50;

/** More at once would only make each slower, and 10 s of one file must not become 20. */
const AT_ONCE = 2;

/**
 * Reads PDFs that people hand in, each in a thread of its own that is ended when it takes too long or too much
 * memory: a parser is where a hostile file strikes. The thread sees no environment, hence no secret.
 */
export function createPdfInspector({
  timeLimitMs = 10_000,
  textLimitMs = 4000,
  memoryLimitMb = 256,
}: InspectorOptions = {}): InspectPdf {
  const limit = pLimit(AT_ONCE);
  return (bytes) => limit(() => inspectInThread(bytes, { timeLimitMs, textLimitMs, memoryLimitMb }));
}

async function inspectInThread(
  bytes: Buffer,
  { timeLimitMs, textLimitMs, memoryLimitMb }: Required<InspectorOptions>,
): Promise<PdfFindings> {
  const worker = new Worker(new URL("./inspect-pdf.worker.ts", import.meta.url), {
    workerData: new Uint8Array(bytes),
    env: {},
    execArgv: [],
    // pdf.js talks to the console; nobody there would understand it.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb, maxYoungGenerationSizeMb: 32 },
  });
  const timers: NodeJS.Timeout[] = [];
  try {
    return await new Promise<PdfFindings>((resolve, reject) => {
      let judged: PdfFindings | undefined;
      let text = "";
      // The judgement stands, whatever the reading of the text comes to afterwards.
      const end = () => resolve(judged?.kind === "plain" ? { ...judged, text } : (judged ?? { kind: "broken" }));
      timers.push(setTimeout(end, timeLimitMs));
      worker.on("message", (word: PdfWord) => {
        if (word === "end") end();
        else if ("text" in word) text += word.text;
        else if (judged === undefined) {
          judged = word.judged;
          timers.push(setTimeout(end, textLimitMs));
        }
      });
      timers.push(
        setInterval(() => {
          // A thread that has just ended, or has not begun, has nothing to tell.
          worker.getHeapStatistics().then(
            ({ external_memory: unpacked }) => unpacked > MAX_UNPACKED_BYTES && end(),
            () => undefined,
          );
        }, LOOK_EVERY_MS),
      );
      worker.once("error", (error: NodeJS.ErrnoException) => {
        if (judged !== undefined || error.code === "ERR_WORKER_OUT_OF_MEMORY") return end();
        // The thread catches what a file can do to it: this is a failure of our own.
        reject(error);
      });
      worker.once("exit", end);
    });
  } finally {
    for (const timer of timers) clearTimeout(timer);
    await worker.terminate();
  }
}
