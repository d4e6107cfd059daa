/** Runs `work`, which must not throw, again and again, each time `ms` after the last run ended. */
export function createRepeated(work: () => Promise<void>, ms: number) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  function start(): void {
    timer = setTimeout(() => {
      running = work().then(() => {
        if (timer !== undefined) start();
      });
    }, ms).unref();
  }

  return {
    start,
    /** Resolves once the current run has ended. */
    async stop(): Promise<void> {
      clearTimeout(timer);
      timer = undefined;
      await running;
    },
  };
}
