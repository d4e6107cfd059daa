import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import { type PackFacts, PackTooLong, type RenderedPack } from "../pack-facts.ts";
import type { RenderAnswer } from "./render-pack.worker.ts";

export type PackRenderer = ReturnType<typeof createPackRenderer>;

interface RendererOptions {
  /** A render that takes longer fails, and its thread is terminated. Default 20 s. */
  timeLimitMs?: number;
  memoryLimitMb?: number;
}

/**
 * Renders packs in a worker thread, so that the event loop stays free. The thread starts with the first pack, which
 * takes about half a second longer, and stays with its fonts loaded. Renders run one at a time. The thread gets no
 * environment variables, hence no secrets; after it fails or is terminated, the next pack starts a new one.
 */
export function createPackRenderer({ timeLimitMs = 20_000, memoryLimitMb = 256 }: RendererOptions = {}) {
  const oneAtATime = pLimit(1);
  let thread: Worker | undefined;
  let isClosed = false;
  let count = 0;

  function currentThread(): Worker {
    if (isClosed) throw new Error("the pack renderer is closed");
    if (thread !== undefined) return thread;
    const started = new Worker(new URL("./render-pack.worker.ts", import.meta.url), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb, maxYoungGenerationSizeMb: 32 },
    });
    // An idle thread must not keep the process alive.
    started.unref();
    const forget = () => {
      if (thread === started) thread = undefined;
    };
    started.once("error", forget);
    started.once("exit", forget);
    thread = started;
    return started;
  }

  async function renderInThread(facts: PackFacts): Promise<RenderedPack> {
    const worker = currentThread();
    count += 1;
    const id = count;
    worker.ref();
    try {
      const outcome = await answerOf(worker, { id, facts }, timeLimitMs);
      if ("tooLong" in outcome) throw new PackTooLong(outcome.tooLong);
      if ("failed" in outcome) throw new Error(`the pack could not be printed: ${outcome.failed}`);
      return { bytes: Buffer.from(outcome.bytes.buffer), pages: outcome.pages };
    } finally {
      worker.unref();
    }
  }

  return {
    /** @throws PackTooLong; an Error when the thread fails or takes too long */
    render: (facts: PackFacts): Promise<RenderedPack> => oneAtATime(() => renderInThread(facts)),
    /** Terminates the worker thread; a render in progress fails. */
    async close(): Promise<void> {
      isClosed = true;
      await thread?.terminate();
    },
  };
}

async function answerOf(
  worker: Worker,
  request: { id: number; facts: PackFacts },
  timeLimitMs: number,
): Promise<RenderAnswer["outcome"]> {
  const listening = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`the pack was not printed within ${timeLimitMs} ms`));
        void worker.terminate();
      }, timeLimitMs);
      listening.signal.addEventListener("abort", () => clearTimeout(timer));
      const answered = ({ id, outcome }: RenderAnswer) => {
        if (id === request.id) resolve(outcome);
      };
      const ended = () => reject(new Error("the pack render thread has exited"));
      worker.on("message", answered);
      worker.once("error", reject);
      worker.once("exit", ended);
      listening.signal.addEventListener("abort", () => {
        worker.off("message", answered);
        worker.off("error", reject);
        worker.off("exit", ended);
      });
      worker.postMessage(request);
    });
  } finally {
    listening.abort();
  }
}
