import { useEffect, useState } from "react";
import { LoadError, loadPage } from "./load-page.ts";

/**
 * A part of a screen whose script is loaded when it is first shown. Null until then; a failure leaves the rest of the
 * screen as it is.
 * @param load a function that stays the same
 */
export function usePart<T>(load: () => Promise<T>) {
  const [state, setState] = useState<{ loaded: T } | LoadError | null>(null);
  useEffect(() => {
    if (state !== null) return;
    loadPage(load).then(
      (loaded) => setState({ loaded }),
      (error: LoadError) => setState(error),
    );
  }, [load, state]);
  const error = state instanceof LoadError ? { httpStatus: 0, refusal: null, message: state.message } : null;
  return { part: state !== null && "loaded" in state ? state.loaded : null, error, retry: () => setState(null) };
}
