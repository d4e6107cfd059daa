import { Worker } from "node:worker_threads";
import pLimit from "p-limit";

/** `encrypted` needs a password to open; `broken` could not be read within the limits of time and memory. */
export type PdfFindings = { kind: "plain"; pages: number } | { kind: "encrypted" | "active" | "broken" };
export type InspectPdf = (bytes: Buffer) => Promise<PdfFindings>;

interface InspectorOptions {
  /** A file that takes longer is `broken`; 10 s unless told. */
  timeLimitMs?: number;
  memoryLimitMb?: number;
}

/** More at once would only make each slower, and 10 s of one file must not become 20. */
const AT_ONCE = 2;

/**
 * Reads PDFs that people hand in, each in a thread of its own that is ended when it takes too long or too much
 * memory: a parser is where a hostile file strikes. The thread sees no environment, hence no secret.
 */
export function createPdfInspector({ timeLimitMs = 10_000, memoryLimitMb = 256 }: InspectorOptions = {}): InspectPdf {
  const limit = pLimit(AT_ONCE);
  return (bytes) => limit(() => inspectInThread(bytes, timeLimitMs, memoryLimitMb));
}

async function inspectInThread(bytes: Buffer, timeLimitMs: number, memoryLimitMb: number): Promise<PdfFindings> {
  const worker = new Worker(new URL("./inspect-pdf.worker.ts", import.meta.url), {
    workerData: new Uint8Array(bytes),
    env: {},
    execArgv: [],
    // pdf.js talks to the console; nobody there would understand it.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb, maxYoungGenerationSizeMb: 32 },
  });
  try {
    return await new Promise<PdfFindings>((resolve, reject) => {
      const timer = setTimeout(() => resolve({ kind: "broken" }), timeLimitMs);
      const end = (findings: PdfFindings) => {
        clearTimeout(timer);
        resolve(findings);
      };
      worker.once("message", end);
      worker.once("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ERR_WORKER_OUT_OF_MEMORY") return end({ kind: "broken" });
        // The thread catches what a file can do to it: this is a failure of our own.
        clearTimeout(timer);
        reject(error);
      });
      worker.once("exit", () => end({ kind: "broken" }));
    });
  } finally {
    await worker.terminate();
  }
}
