import { Component, type ReactNode } from "react";
import { CrashPage } from "./crash.page.tsx";

/** Where a screen could not be drawn at all: the specification's "Unexpected Application Error!". */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <CrashPage /> : this.props.children;
  }
}
