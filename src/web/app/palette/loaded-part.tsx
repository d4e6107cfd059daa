import { type ComponentType, createElement, type ReactNode, useCallback, useEffect, useState } from "react";
import { ErrorState } from "#web/ui/error-state.tsx";
import { LoadError, loadPage } from "../load-page.ts";

interface Props<P extends object> {
  load: () => Promise<ComponentType<P>>;
  props: P;
  /** Stands there meanwhile, of the final height. */
  skeleton: ReactNode;
}

/** A part of a dialog that is fetched when the dialog first opens; it says when that failed and tries again. */
export function LoadedPart<P extends object>({ load, props, skeleton }: Props<P>) {
  const [part, setPart] = useState<ComponentType<P> | LoadError | null>(null);
  const fetchPart = useCallback(() => {
    setPart(null);
    loadPage(load).then(
      (component) => setPart(() => component),
      (error: LoadError) => setPart(error),
    );
  }, [load]);
  useEffect(fetchPart, [fetchPart]);
  if (part === null) return skeleton;
  if (part instanceof LoadError) {
    return <ErrorState error={{ httpStatus: 0, refusal: null, message: part.message }} onRetry={fetchPart} />;
  }
  return createElement(part, props);
}
