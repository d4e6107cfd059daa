interface PacedOptions {
  /** The least time from one beginning to the next. */
  intervalMs: number;
  /** Told of a failure; the work is tried again after `RETRY_MS`. */
  onError: (error: unknown) => void;
}

export interface Paced {
  /** Wants the work done once more, now or as soon as the pace allows; any number of asks is one. */
  ask(): void;
  /** Begins nothing any more; resolves when what was under way has ended. */
  stop(): Promise<void>;
}

const RETRY_MS = 1000;

/** Work that many ask for: never twice at the same time, never more often than its pace, and never forgotten. */
export function paced(work: () => Promise<void>, { intervalMs, onError }: PacedOptions): Paced {
  let isAsked = false;
  let isStopped = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastStart = Number.NEGATIVE_INFINITY;

  function plan(pauseMs: number): void {
    if (isStopped || running !== undefined || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      running = run();
    }, pauseMs);
  }

  const pause = () => Math.max(0, lastStart + intervalMs - performance.now());

  async function run(): Promise<void> {
    isAsked = false;
    lastStart = performance.now();
    let isFailed = false;
    try {
      await work();
    } catch (error) {
      isFailed = true;
      isAsked = true;
      onError(error);
    }
    running = undefined;
    if (isAsked) plan(isFailed ? Math.max(RETRY_MS, pause()) : pause());
  }

  return {
    ask: () => {
      isAsked = true;
      plan(pause());
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      timer = undefined;
      await running;
    },
  };
}
