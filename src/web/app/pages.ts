import { type ComponentType, createElement } from "react";
import type { ListName } from "#contract/orders/queues.ts";

type Page = Promise<ComponentType>;

/** The screens, each a separate chunk that is loaded when first opened. */
export const PAGES = {
  signIn: async (): Page => (await import("#web/features/auth/sign-in.page.tsx")).SignInPage,
  forgotPassword: async (): Page => (await import("#web/features/auth/forgot-password.page.tsx")).ForgotPasswordPage,
  mailedLink: async (): Page => (await import("#web/features/auth/mailed-link.page.tsx")).MailedLinkPage,
  changePassword: async (): Page => (await import("#web/features/auth/change-password.page.tsx")).ChangePasswordPage,
  account: async (): Page => (await import("./own-sign-in.page.tsx")).OwnSignInPage,
  dashboard: async (): Page => (await import("./dashboard/dashboard.page.tsx")).DashboardPage,
  futureOrder: async (): Page => (await import("#web/features/orders/future/future-order.page.tsx")).FutureOrderPage,
  openOrders: async (): Page => (await import("#web/features/orders/open/open-orders.page.tsx")).OpenOrdersPage,
  orderDetail: async (): Page => (await import("#web/features/order-detail/order-detail.page.tsx")).OrderDetailPage,
  openOrder: async () => (await import("#web/features/order-detail/open-order.ts")).openOrder,
  team: async (): Page => (await import("#web/features/team/team.page.tsx")).ManageTeamPage,
  countryReport: async (): Page => (await import("#web/features/reports/country-report.page.tsx")).CountryReportPage,
  disputes: async (): Page => (await import("#web/features/disputes/disputes.page.tsx")).DisputesPage,
  gatewaySetting: async (): Page =>
    (await import("#web/features/gateways/gateway-setting.page.tsx")).GatewaySettingPage,
  security: async (): Page => (await import("#web/features/audit/security.page.tsx")).SecurityPage,
  serviceSettings: async (): Page =>
    (await import("#web/features/service-settings/service-settings.page.tsx")).ServiceSettingsPage,
  texts: async (): Page => (await import("#web/features/mail-templates/texts.page.tsx")).TextsPage,
  /** The shared list screen, bound to its queue; each binding is a separate component, so that no state is shared. */
  async orderList(list: ListName): Page {
    const { OrderListPage } = await import("#web/features/orders/list/order-list.page.tsx");
    return () => createElement(OrderListPage, { list });
  },
};

/**
 * Prefetches the queues' screens, so that switching queues works while the server is down, and the order's, so that the
 * first order opens as fast as the next.
 */
export function preloadPages(): void {
  for (const load of [PAGES.dashboard, PAGES.futureOrder, () => PAGES.orderList("newOrder"), PAGES.orderDetail]) {
    load().catch(() => undefined); // Opening the page retries and reports the failure.
  }
}
