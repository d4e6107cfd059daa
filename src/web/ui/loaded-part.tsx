import { type ComponentType, createElement, type ReactNode, useEffect, useRef } from "react";
import { usePart } from "#web/platform/use-part.ts";
import { ErrorState } from "./error-state.tsx";

interface Props<P extends object> {
  load: () => Promise<ComponentType<P>>;
  props: P;
  /** Placeholder of the final height. */
  skeleton: ReactNode;
  /** Called once the part is drawn; a function that stays the same. */
  onLoaded?: () => void;
}

/** Part of a screen or dialog whose script is loaded when it is first shown; reports a failure and offers a retry. */
export function LoadedPart<P extends object>({ load, props, skeleton, onLoaded }: Props<P>) {
  const { part, error, retry } = usePart(load);
  const frame = useRef<HTMLDivElement>(null);
  // A dialog set its initial focus before this part was loaded.
  useEffect(() => {
    if (part === null) return;
    frame.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    onLoaded?.();
  }, [part, onLoaded]);
  if (error !== null) return <ErrorState error={error} onRetry={retry} />;
  if (part === null) return skeleton;
  return (
    <div ref={frame} style={{ display: "contents" }}>
      {createElement(part, props)}
    </div>
  );
}
