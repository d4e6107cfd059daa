import { useCallback, useEffect, useRef } from "react";

/** Most answers come sooner, and a change that takes so long still seems immediate. */
const WAIT_MS = 100;

/**
 * Delays a change of a list until the call for its rows is answered, so that it is drawn once, with the rows. The change
 * is made without them after 100 ms, or before the page handles another key or click, which may depend on it. Going back
 * drops it.
 */
export function useWhenAnswered(): (answer: PromiseLike<unknown> | undefined, change: () => void) => void {
  const pending = useRef<() => void>(undefined);
  const settle = useCallback(() => {
    const change = pending.current;
    pending.current = undefined;
    change?.();
  }, []);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    for (const type of ["keydown", "pointerdown", "click"]) addEventListener(type, settle, { capture: true, signal });
    const drop = () => {
      pending.current = undefined;
    };
    addEventListener("popstate", drop, { signal });
    return () => {
      drop();
      listening.abort();
    };
  }, [settle]);
  return useCallback(
    (answer, change) => {
      settle();
      if (answer === undefined) return change();
      pending.current = change;
      const settleThis = () => {
        if (pending.current === change) settle();
      };
      const timer = setTimeout(settleThis, WAIT_MS);
      const answered = () => {
        clearTimeout(timer);
        settleThis();
      };
      answer.then(answered, answered);
    },
    [settle],
  );
}
