import { Component, type ReactNode } from "react";
import { Route, Router, Switch } from "wouter";
import type { VisitorPage } from "#contract/tracking/visitor-page.ts";
import {
  CONFIRM_EMAIL_ROUTE,
  CONTEST_EMAIL_ROUTE,
  ORDER_ROUTE,
  TRACK_ROUTE,
} from "#contract/tracking/visitor-paths.ts";
import { ConfirmEmailPage, ContestEmailPage } from "#web/features/tracking/email-link.page.tsx";
import type { Words } from "#web/features/tracking/english.ts";
import { OrderPage } from "#web/features/tracking/order.page.tsx";
import { PageProvider } from "#web/features/tracking/page-context.tsx";
import { TrackPage } from "#web/features/tracking/track.page.tsx";
import { VisitorProvider } from "#web/features/tracking/visitor-context.tsx";
import { CrashPage } from "./crash.page.tsx";
import { NotFoundPage } from "./not-found.page.tsx";
import { Shell } from "./shell.tsx";

export interface VisitorAppProps {
  page: VisitorPage;
  words: Words;
  /** The location, on the server. */
  ssrPath?: string;
  /** Chosen from the menu before this script ran. */
  chosenLanguage?: string | undefined;
}

export function VisitorApp({ page, words, ssrPath, chosenLanguage }: VisitorAppProps) {
  return (
    <PageProvider page={page} words={words}>
      <ErrorBoundary>
        <Router {...(ssrPath !== undefined && { ssrPath })}>
          <VisitorProvider>
            <Shell chosenLanguage={chosenLanguage}>
              <Switch>
                <Route path={TRACK_ROUTE} component={TrackPage} />
                <Route path={ORDER_ROUTE} component={OrderPage} />
                <Route path={CONFIRM_EMAIL_ROUTE} component={ConfirmEmailPage} />
                <Route path={CONTEST_EMAIL_ROUTE} component={ContestEmailPage} />
                <Route component={NotFoundPage} />
              </Switch>
            </Shell>
          </VisitorProvider>
        </Router>
      </ErrorBoundary>
    </PageProvider>
  );
}

interface Crash {
  requestId: string | undefined;
}

/** The request id of a refusal that was thrown. The console's `requestIdOf` would load zod. */
function requestIdOf(error: unknown): string | undefined {
  return (error as { refusal?: { requestId?: string } } | null)?.refusal?.requestId;
}

/** Shown when a screen could not be rendered: the specification's "Unexpected Application Error!". */
class ErrorBoundary extends Component<{ children: ReactNode }, { crash: Crash | null }> {
  override state: { crash: Crash | null } = { crash: null };

  static getDerivedStateFromError(error: unknown): { crash: Crash } {
    return { crash: { requestId: requestIdOf(error) } };
  }

  override render(): ReactNode {
    const { crash } = this.state;
    return crash === null ? this.props.children : <CrashPage requestId={crash.requestId} />;
  }
}
