export interface Throttled {
  /** Wants `work` done: at once, or when its time has come; any number of asks is one. */
  ask(): void;
  cancel(): void;
}

/** Work that happens at most once in `ms`, and always once more after the last ask. */
export function throttled(work: () => void, ms: number): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsked = false;
  const run = () => {
    isAsked = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isAsked) run();
    }, ms);
    work();
  };
  return {
    ask: () => {
      if (timer === undefined) run();
      else isAsked = true;
    },
    cancel: () => {
      clearTimeout(timer);
      timer = undefined;
      isAsked = false;
    },
  };
}
