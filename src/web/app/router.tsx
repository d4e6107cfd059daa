import type { ComponentType } from "react";
import { createBrowserRouter, type RouteObject } from "react-router";
import { ORDER_LISTS } from "#web/features/orders/list/lists.ts";
import { LIST_PATHS, PATHS } from "#web/platform/paths.ts";
import { BareErrorPage, ErrorPage } from "./error.page.tsx";
import { AdminLayout } from "./layout/admin-layout.tsx";
import { loadPage } from "./load-page.ts";
import { NotFoundPage } from "./not-found.page.tsx";
import { PAGES } from "./pages.ts";
import { Starting } from "./starting.tsx";

function lazy(load: () => Promise<ComponentType>) {
  return { Component: () => loadPage(load) };
}

const adminPages: RouteObject[] = [
  { index: true, lazy: lazy(PAGES.dashboard) },
  ...ORDER_LISTS.map((list) => ({ path: LIST_PATHS[list], lazy: lazy(() => PAGES.orderList(list)) })),
  { path: PATHS.futureOrder, lazy: lazy(PAGES.futureOrder) },
  { path: PATHS.changePassword, lazy: lazy(PAGES.changePassword) },
  { path: PATHS.viewOrder, lazy: lazy(PAGES.orderDetail) },
  { path: PATHS.manageTeam, lazy: lazy(PAGES.team) },
  { path: PATHS.editTeamMember, lazy: lazy(PAGES.team) },
  { path: PATHS.countryOrderList, lazy: lazy(PAGES.countryReport) },
  { path: PATHS.disputes, lazy: lazy(PAGES.disputes) },
  { path: PATHS.gatewaySetting, lazy: lazy(PAGES.gatewaySetting) },
  { path: PATHS.mailTemplates, lazy: lazy(PAGES.mailTemplates) },
  { path: "*", Component: NotFoundPage },
];

export function createRouter() {
  return createBrowserRouter([
    {
      ErrorBoundary: BareErrorPage,
      HydrateFallback: Starting,
      children: [
        { path: PATHS.signIn, lazy: lazy(PAGES.signIn) },
        { path: PATHS.forgotPassword, lazy: lazy(PAGES.forgotPassword) },
        { path: PATHS.resetPassword, lazy: lazy(PAGES.resetPassword) },
        {
          path: PATHS.admin,
          Component: AdminLayout,
          children: [{ ErrorBoundary: ErrorPage, children: adminPages }],
        },
        { path: "*", Component: NotFoundPage },
      ],
    },
  ]);
}
