interface ThrottleOptions {
  /** Minimum time between two starts. */
  intervalMs: number;
  /** Called on each failure; the work is retried after `RETRY_MS`. */
  onError: (error: unknown) => void;
}

export type Throttle = ReturnType<typeof createThrottle>;

const RETRY_MS = 1000;

/** Runs `work` one at a time, at most once per interval, and once more after the last request or a failure. */
export function createThrottle(work: () => Promise<void>, { intervalMs, onError }: ThrottleOptions) {
  let isRequested = false;
  let isStopped = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastStart = Number.NEGATIVE_INFINITY;

  function plan(leastPauseMs: number): void {
    if (isStopped || running !== undefined || timer !== undefined) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        running = run();
      },
      Math.max(leastPauseMs, lastStart + intervalMs - performance.now()),
    );
  }

  async function run(): Promise<void> {
    isRequested = false;
    lastStart = performance.now();
    let leastPauseMs = 0;
    try {
      await work();
    } catch (error) {
      isRequested = true;
      leastPauseMs = RETRY_MS;
      onError(error);
    }
    running = undefined;
    if (isRequested) plan(leastPauseMs);
  }

  return {
    /** Requests one more run, now or as soon as the interval allows. Requests made before it starts are merged. */
    request: (): void => {
      isRequested = true;
      plan(0);
    },
    /** Prevents further runs; resolves once the current one has ended. */
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      timer = undefined;
      await running;
    },
  };
}
