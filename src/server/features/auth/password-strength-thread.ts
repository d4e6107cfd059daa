import { Worker } from "node:worker_threads";
import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { StrengthAnswer, StrengthQuestion } from "./password-strength.worker.ts";

/** The thread ends after this without use: the word lists take 29 MB, and passwords are rarely set. */
const IDLE_MS = 60_000;
/** A check takes 0.1 s at most; the first one also loads the lists. */
const LIMIT_MS = 10_000;

export type StrengthThread = ReturnType<typeof createStrengthThread>;

interface Waiting {
  resolve(isGuessable: boolean): void;
  reject(error: unknown): void;
  timer: NodeJS.Timeout;
}

/** Checks passwords outside the main thread. Starts with the first check and ends when idle. */
export function createStrengthThread({ idleMs = IDLE_MS, limitMs = LIMIT_MS } = {}) {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  function end(): void {
    const ended = worker;
    worker = undefined;
    void ended?.terminate();
  }

  function fail(from: Worker, cause: unknown): void {
    if (from !== worker) return;
    end();
    for (const [id] of waiting) settle(id)?.reject(unavailable(cause));
  }

  function settle(id: number): Waiting | undefined {
    const question = waiting.get(id);
    waiting.delete(id);
    clearTimeout(question?.timer);
    if (waiting.size === 0) {
      clearTimeout(idle);
      idle = setTimeout(end, idleMs).unref();
    }
    return question;
  }

  function start(): Worker {
    const started = new Worker(new URL("./password-strength.worker.ts", import.meta.url), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    });
    started.on("message", ({ id, isGuessable }: StrengthAnswer) => settle(id)?.resolve(isGuessable));
    started.on("error", (error) => fail(started, error));
    started.on("exit", (code) => fail(started, new Error(`the thread that checks passwords ended with code ${code}`)));
    // Doesn't keep a stopping program alive.
    started.unref();
    return started;
  }

  return {
    /** @throws AppError unavailable when the thread fails or does not answer */
    isGuessable: (password: string): Promise<boolean> =>
      new Promise((resolve, reject) => {
        clearTimeout(idle);
        worker ??= start();
        const at = worker;
        lastId += 1;
        const question: StrengthQuestion = { id: lastId, password };
        const timer = setTimeout(() => fail(at, new Error("no answer from the thread that checks passwords")), limitMs);
        waiting.set(question.id, { resolve, reject, timer });
        at.postMessage(question);
      }),
    /** Whether the thread is running. */
    isRunning: (): boolean => worker !== undefined,
  };
}

function unavailable(cause: unknown): AppError {
  return new AppError("unavailable", MESSAGES.unavailable, { retryAfterSeconds: 5, cause });
}
