export interface Throttled {
  call(): void;
  /** Runs at once what would run at the end of the interval. */
  flush(): void;
  cancel(): void;
}

/** Runs `work` at once, then at most once per `ms`, with a trailing run for calls in between. No hook: streams outlive renders. */
export function throttle(work: () => void | Promise<void>, ms: number): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPending = false;
  const run = () => {
    isPending = false;
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      if (isPending) run();
    }, ms);
    void work();
  };
  return {
    call: () => {
      if (timer === undefined) run();
      else isPending = true;
    },
    flush: () => {
      if (isPending) run();
    },
    cancel: () => {
      clearTimeout(timer);
      timer = undefined;
      isPending = false;
    },
  };
}
