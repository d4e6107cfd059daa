import { BrowserRouter, Route, Routes } from "react-router";
import { OrderPage } from "#web/features/tracking/order.page.tsx";
import { TrackPage } from "#web/features/tracking/track.page.tsx";
import { ORDER_ROUTE, TRACK_ROUTE } from "#web/features/tracking/tracking-paths.ts";
import { VisitorProvider } from "#web/features/tracking/visitor-context.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { NotFoundPage } from "./not-found.page.tsx";
import { Shell } from "./shell.tsx";
import { Toasts } from "./toasts.tsx";

export function VisitorApp() {
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <VisitorProvider>
          <Routes>
            <Route element={<Shell />}>
              <Route path={TRACK_ROUTE} element={<TrackPage />} />
              <Route path={ORDER_ROUTE} element={<OrderPage />} />
              <Route path="*" element={<NotFoundPage />} />
            </Route>
          </Routes>
          <Toasts />
        </VisitorProvider>
      </BrowserRouter>
    </ErrorBoundary>
  );
}
