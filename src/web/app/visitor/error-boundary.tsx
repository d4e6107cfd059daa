import { Component, type ReactNode } from "react";
import { CrashPage } from "./crash.page.tsx";

interface Crash {
  requestId: string | undefined;
}

/** The request id of a refusal that was thrown. The console's `requestIdOf` would load zod. */
function requestIdOf(error: unknown): string | undefined {
  return (error as { refusal?: { requestId?: string } } | null)?.refusal?.requestId;
}

/** Shown when a screen could not be rendered: the specification's "Unexpected Application Error!". */
export class ErrorBoundary extends Component<{ children: ReactNode }, { crash: Crash | null }> {
  override state: { crash: Crash | null } = { crash: null };

  static getDerivedStateFromError(error: unknown): { crash: Crash } {
    return { crash: { requestId: requestIdOf(error) } };
  }

  override render(): ReactNode {
    const { crash } = this.state;
    return crash === null ? this.props.children : <CrashPage requestId={crash.requestId} />;
  }
}
