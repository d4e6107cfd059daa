import { encodeOrderId } from "#contract/orders/order-id.ts";
import { LISTS, type ListName } from "#contract/orders/queues.ts";

/** Every path of the console except those of the queues. */
export const PATHS = {
  signIn: "/",
  forgotPassword: "/forgot-password",
  resetPassword: "/reset-password",
  invitation: "/invitation",
  confirmEmail: "/confirm-sign-in-email",
  setUpFactor: "/set-up-factor",
  admin: "/admin",
  countryOrderList: "/admin/country-order-list",
  manageTeam: "/admin/manage-team",
  editTeamMember: "/admin/manage-team/:teamMemberId",
  gatewaySetting: "/admin/gateway-setting",
  changePassword: "/admin/change-password",
  account: "/admin/account",
  texts: "/admin/texts",
  disputes: "/admin/disputes",
  security: "/admin/security",
  serviceSettings: "/admin/service-settings",
  viewOrder: "/admin/view-order/:orderId",
} as const;

/** The target after a sign-in: the requested page of the console, otherwise the dashboard; never another site. */
export function afterSignIn(requested: unknown): string {
  const base = "http://console.invalid";
  if (typeof requested !== "string" || !URL.canParse(requested, base)) return PATHS.admin;
  const { origin, pathname, search, hash } = new URL(requested, base);
  const isOwn = origin === base && (pathname === PATHS.admin || pathname.startsWith(`${PATHS.admin}/`));
  return isOwn ? pathname + search + hash : PATHS.admin;
}

/** The path of each queue. */
export const LIST_PATHS = Object.fromEntries(LISTS.map(({ list, path }) => [list, `${PATHS.admin}/${path}`])) as Record<
  ListName,
  string
>;

/** The path of an order's detail screen. */
export function viewOrderHref(orderId: number): string {
  return `/admin/view-order/${encodeURIComponent(encodeOrderId(orderId))}`;
}

/** The path for editing a team member. */
export function editTeamMemberHref(memberId: number): string {
  return `${PATHS.manageTeam}/${memberId}`;
}

/** The parameter of a list's address that names the open view. */
export const VIEW_PARAM = "view";
