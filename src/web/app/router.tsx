import { type ComponentType, createElement } from "react";
import { createBrowserRouter, type RouteObject } from "react-router";
import type { ListName } from "#contract/order-status.ts";
import { ORDER_LISTS } from "#web/features/orders/list/lists.ts";
import { LIST_PATHS, PATHS } from "#web/platform/paths.ts";
import { ErrorPage } from "./error.page.tsx";
import { AdminLayout } from "./layout/admin-layout.tsx";
import { loadPage } from "./load-page.ts";
import { NotFoundPage } from "./not-found.page.tsx";
import { Starting } from "./starting.tsx";

function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, lazy: { Component: () => loadPage(load) } };
}

/** The shared list screen, bound to its queue; each binding is a component of its own, so that no state leaks over. */
async function listPage(list: ListName): Promise<ComponentType> {
  const { OrderListPage } = await import("#web/features/orders/list/order-list.page.tsx");
  return () => createElement(OrderListPage, { list });
}

const dashboard = async () => (await import("#web/features/orders/list/dashboard.page.tsx")).DashboardPage;

const adminPages: RouteObject[] = [
  { index: true, lazy: { Component: () => loadPage(dashboard) } },
  ...ORDER_LISTS.map((list) => page(LIST_PATHS[list], () => listPage(list))),
  page(
    PATHS.futureOrder,
    async () => (await import("#web/features/orders/future/future-order.page.tsx")).FutureOrderPage,
  ),
  page(
    PATHS.viewOrder,
    async () => (await import("#web/features/orders/detail/order-detail.page.tsx")).OrderDetailPage,
  ),
];

export function createRouter() {
  return createBrowserRouter([
    {
      ErrorBoundary: ErrorPage,
      HydrateFallback: Starting,
      children: [
        page(PATHS.signIn, async () => (await import("#web/features/auth/sign-in.page.tsx")).SignInPage),
        {
          path: PATHS.admin,
          Component: AdminLayout,
          children: [{ ErrorBoundary: ErrorPage, children: [...adminPages, { path: "*", Component: NotFoundPage }] }],
        },
        { path: "*", Component: NotFoundPage },
      ],
    },
  ]);
}
