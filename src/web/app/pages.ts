import { type ComponentType, createElement } from "react";
import type { ListName } from "#contract/order-status.ts";

type Page = Promise<ComponentType>;

/** The screens, each a part of the program of its own that is fetched when it is first opened. */
export const PAGES = {
  signIn: async (): Page => (await import("#web/features/auth/sign-in.page.tsx")).SignInPage,
  forgotPassword: async (): Page => (await import("#web/features/auth/forgot-password.page.tsx")).ForgotPasswordPage,
  resetPassword: async (): Page => (await import("#web/features/auth/reset-password.page.tsx")).ResetPasswordPage,
  changePassword: async (): Page => (await import("#web/features/auth/change-password.page.tsx")).ChangePasswordPage,
  dashboard: async (): Page => (await import("#web/features/orders/list/dashboard.page.tsx")).DashboardPage,
  futureOrder: async (): Page => (await import("#web/features/orders/future/future-order.page.tsx")).FutureOrderPage,
  orderDetail: async (): Page => (await import("#web/features/orders/detail/order-detail.page.tsx")).OrderDetailPage,
  team: async (): Page => (await import("#web/features/team/team.page.tsx")).ManageTeamPage,
  countryReport: async (): Page => (await import("#web/features/reports/country-report.page.tsx")).CountryReportPage,
  disputes: async (): Page => (await import("#web/features/disputes/disputes.page.tsx")).DisputesPage,
  gatewaySetting: async (): Page =>
    (await import("#web/features/gateways/gateway-setting.page.tsx")).GatewaySettingPage,
  mailTemplates: async (): Page =>
    (await import("#web/features/mail-templates/mail-templates.page.tsx")).MailTemplatesPage,
  /** The shared list screen, bound to its queue; each binding is a component of its own, so that no state leaks over. */
  async orderList(list: ListName): Page {
    const { OrderListPage } = await import("#web/features/orders/list/order-list.page.tsx");
    return () => createElement(OrderListPage, { list });
  },
};

/** Fetches the queues' screens ahead: they are small, and changing queues must work while the server is away. */
export function preloadQueues(): void {
  for (const load of [PAGES.dashboard, PAGES.futureOrder, () => PAGES.orderList("newOrder")]) {
    load().catch(() => undefined); // Opening the page tries again and tells the person.
  }
}
