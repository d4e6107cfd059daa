import type { ReactNode } from "react";
import { ErrorState } from "./error-state.tsx";

interface Props {
  label: string;
  /** Its placeholder. */
  children?: ReactNode;
}

/** Says to assistive technology what is being loaded. */
export function Loading({ label, children }: Props) {
  return (
    <>
      <p className="ad-visually-hidden" role="status">
        {label}
      </p>
      {children}
    </>
  );
}

/** The same in place of data, or why they could not be loaded. */
export function Unloaded({ error, onRetry, ...loading }: Props & { error: unknown; onRetry: () => void }) {
  return error === undefined ? <Loading {...loading} /> : <ErrorState error={error} onRetry={onRetry} />;
}
