import type { ComponentType } from "react";
import { createBrowserRouter, type RouteObject } from "react-router";
import { ORDER_LISTS } from "#web/features/orders/list/lists.ts";
import { loadPage } from "#web/platform/load-page.ts";
import { LIST_PATHS, PATHS } from "#web/platform/paths.ts";
import { TextSkeleton } from "#web/ui/text-skeleton.tsx";
import { BareErrorPage, ErrorPage } from "./error.page.tsx";
import { AdminLayout } from "./layout/admin-layout.tsx";
import { NotFoundPage } from "./not-found.page.tsx";
import classes from "./page.module.css";
import { PAGES } from "./pages.ts";
import type { createStore } from "./store.ts";

function lazy(load: () => Promise<ComponentType>) {
  return { Component: () => loadPage(load) };
}

type Dispatch = ReturnType<typeof createStore>["dispatch"];

/** The order is requested while its page is rendered. */
function orderPage(dispatch: Dispatch) {
  return {
    ...lazy(PAGES.orderDetail),
    loader: async () => (await loadPage(PAGES.openOrder))(dispatch),
  };
}

const adminPages = (dispatch: Dispatch): RouteObject[] => [
  { index: true, lazy: lazy(PAGES.dashboard) },
  ...ORDER_LISTS.map((list) => ({ path: LIST_PATHS[list], lazy: lazy(() => PAGES.orderList(list)) })),
  { path: LIST_PATHS.openOrder, lazy: lazy(PAGES.openOrders) },
  { path: LIST_PATHS.futureOrder, lazy: lazy(PAGES.futureOrder) },
  { path: PATHS.changePassword, lazy: lazy(PAGES.changePassword) },
  { path: PATHS.account, lazy: lazy(PAGES.account) },
  { path: PATHS.viewOrder, lazy: orderPage(dispatch) },
  { path: PATHS.manageTeam, lazy: lazy(PAGES.team) },
  { path: PATHS.editTeamMember, lazy: lazy(PAGES.team) },
  { path: PATHS.countryOrderList, lazy: lazy(PAGES.countryReport) },
  { path: PATHS.disputes, lazy: lazy(PAGES.disputes) },
  { path: PATHS.gatewaySetting, lazy: lazy(PAGES.gatewaySetting) },
  { path: PATHS.security, lazy: lazy(PAGES.security) },
  { path: PATHS.serviceSettings, lazy: lazy(PAGES.serviceSettings) },
  { path: PATHS.texts, lazy: lazy(PAGES.texts) },
  { path: "*", Component: NotFoundPage },
];

export function createRouter(dispatch: Dispatch) {
  return createBrowserRouter([
    {
      ErrorBoundary: BareErrorPage,
      HydrateFallback: Starting,
      children: [
        { path: PATHS.signIn, lazy: lazy(PAGES.signIn) },
        { path: PATHS.forgotPassword, lazy: lazy(PAGES.forgotPassword) },
        ...[PATHS.resetPassword, PATHS.invitation, PATHS.confirmEmail, PATHS.setUpFactor].map((path) => ({
          path,
          lazy: lazy(PAGES.mailedLink),
        })),
        {
          path: PATHS.admin,
          Component: AdminLayout,
          children: [{ ErrorBoundary: ErrorPage, children: adminPages(dispatch) }],
        },
        { path: "*", Component: NotFoundPage },
      ],
    },
  ]);
}

/** Shown until the first page's chunk is loaded. */
function Starting() {
  return (
    <div className={classes.starting} role="status" aria-label="Loading">
      <TextSkeleton lines={4} />
    </div>
  );
}
