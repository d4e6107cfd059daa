import { Component, type ReactNode } from "react";
import { requestIdOf } from "#web/platform/api-error.ts";
import { CrashPage } from "./crash.page.tsx";

interface Crash {
  requestId: string | undefined;
}

/** Where a screen could not be drawn at all: the specification's "Unexpected Application Error!". */
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
