import {
  type Icon,
  IconCalendarClock,
  IconClock,
  IconCreditCard,
  IconFingerprint,
  IconGavel,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconMailCog,
  IconShieldLock,
  IconUsers,
  IconWorld,
} from "@tabler/icons-react";
import { type FolderCount, type ListName, QUEUE } from "#contract/orders/queues.ts";
import { can, type Permission, type Role } from "#contract/roles.ts";
import { DASHBOARD_LISTS } from "#web/features/orders/list/lists.ts";
import { LIST_PATHS, PATHS } from "#web/platform/paths.ts";
import { STATUS_STYLES } from "#web/ui/status-style.ts";

export interface NavigationLink {
  label: string;
  href: string;
  icon: Icon;
  /** The count shown beside the label. */
  count?: FolderCount;
  /** Hidden from roles without this permission. */
  permission?: Permission;
}

export interface NavigationGroup {
  label: string;
  links: readonly NavigationLink[];
}

function queueLink(list: Exclude<ListName, "openOrder">): NavigationLink {
  const { status, link, count, permission } = QUEUE[list];
  return {
    label: link,
    href: LIST_PATHS[list],
    icon: status === null ? IconHistory : STATUS_STYLES[status].icon,
    count,
    ...(permission !== null && { permission }),
  };
}

const FOLLOW_UP = [
  "awaitingOrder",
  "awaitingGovtOrder",
  "customerCalledOrder",
  "allOrder",
  "futureOrder",
  "deletedOrder",
  "refundOrder",
] as const;

/** The links of the side panel, complete. */
const NAVIGATION: readonly NavigationGroup[] = [
  {
    label: "Queues",
    links: [{ label: "Dashboard", href: PATHS.admin, icon: IconLayoutDashboard }, ...DASHBOARD_LISTS.map(queueLink)],
  },
  { label: "Follow-up", links: FOLLOW_UP.map(queueLink) },
  {
    label: "Office",
    links: [
      { label: "Country Order List", href: PATHS.countryOrderList, icon: IconWorld },
      { label: "Manage Team", href: PATHS.manageTeam, icon: IconUsers },
      { label: "Gateway Setting", href: PATHS.gatewaySetting, icon: IconCreditCard },
      { label: "Change Password", href: PATHS.changePassword, icon: IconKey },
    ],
  },
];

/** Linked above the specified links of the side panel (decision record 0061). */
export const OPEN_ORDERS_LINK: NavigationLink = {
  label: QUEUE.openOrder.link,
  href: LIST_PATHS.openOrder,
  icon: IconClock,
};
export const DISPUTES_LINK: NavigationLink = { label: "Disputes", href: PATHS.disputes, icon: IconGavel };

/** Linked in the user menu. */
export const SECURITY_LINK: NavigationLink = {
  label: "Security",
  href: PATHS.security,
  icon: IconShieldLock,
  permission: "security:view",
};

/** Pages that are not in the specified side panel; the palette lists them. */
const UNLISTED_PAGES: readonly NavigationLink[] = [
  OPEN_ORDERS_LINK,
  { label: "Due Times", href: PATHS.serviceSettings, icon: IconCalendarClock, permission: "service:settings" },
  DISPUTES_LINK,
  SECURITY_LINK,
  { label: "Your sign-in", href: PATHS.account, icon: IconFingerprint },
  { label: "Texts", href: PATHS.texts, icon: IconMailCog },
];

const isShownTo =
  (role: Role | undefined) =>
  ({ permission }: NavigationLink) =>
    permission === undefined || (role !== undefined && can(role, permission));

/** The side panel as a role sees it. */
export function shownNavigation(role: Role | undefined): readonly NavigationGroup[] {
  return NAVIGATION.map(({ label, links }) => ({ label, links: links.filter(isShownTo(role)) }));
}

/** Every page that a role may open by name. */
export function shownPages(role: Role | undefined): readonly NavigationLink[] {
  return [...shownNavigation(role).flatMap(({ links }) => links), ...UNLISTED_PAGES.filter(isShownTo(role))];
}
