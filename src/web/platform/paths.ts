import { encodeOrderId } from "#contract/order-id.ts";
import type { ListName } from "#contract/order-status.ts";

/** Every address of the console (specification section 2; the disputes are ours). */
export const PATHS = {
  signIn: "/",
  forgotPassword: "/forgot-password",
  resetPassword: "/reset-password",
  admin: "/admin",
  recentOrder: "/admin/recent-order",
  priorityOrder: "/admin/priority-order",
  pendingOrder: "/admin/pending-order",
  completedOrder: "/admin/completed-order",
  contactCustomer: "/admin/contact-customer",
  awaitingResponse: "/admin/awaiting-response",
  awaitingGovt: "/admin/awaiting-govt",
  called: "/admin/called",
  orderHistory: "/admin/order-history",
  futureOrder: "/admin/future-order",
  deletedOrder: "/admin/deleted-order",
  refundOrder: "/admin/refund-order",
  countryOrderList: "/admin/country-order-list",
  manageTeam: "/admin/manage-team",
  editTeamMember: "/admin/manage-team/:teamMemberId",
  gatewaySetting: "/admin/gateway-setting",
  changePassword: "/admin/change-password",
  mailTemplates: "/admin/mail-templates",
  disputes: "/admin/disputes",
  viewOrder: "/admin/view-order/:orderId",
} as const;

/** The queue behind each list address. */
export const LIST_PATHS: Record<ListName, string> = {
  newOrder: PATHS.recentOrder,
  priorityOrder: PATHS.priorityOrder,
  pendingOrder: PATHS.pendingOrder,
  completedOrder: PATHS.completedOrder,
  deletedOrder: PATHS.deletedOrder,
  awaitingOrder: PATHS.awaitingResponse,
  awaitingGovtOrder: PATHS.awaitingGovt,
  customerCalledOrder: PATHS.called,
  allOrder: PATHS.orderHistory,
  contactCustomerOrder: PATHS.contactCustomer,
  refundOrder: PATHS.refundOrder,
  futureOrder: PATHS.futureOrder,
};

/** The address of an order's detail screen. */
export function viewOrderHref(orderId: number): string {
  return `/admin/view-order/${encodeURIComponent(encodeOrderId(orderId))}`;
}

/** The address where a team member is edited. */
export function editTeamMemberHref(memberId: number): string {
  return `${PATHS.manageTeam}/${memberId}`;
}
