import {
  type Icon,
  IconBuildingBank,
  IconCalendarTime,
  IconCircleCheck,
  IconCoins,
  IconCreditCard,
  IconFlag,
  IconGavel,
  IconHistory,
  IconHourglass,
  IconInbox,
  IconKey,
  IconLayoutDashboard,
  IconMailCog,
  IconMessageCircle,
  IconPhoneCheck,
  IconPhoneOutgoing,
  IconTrash,
  IconUsers,
  IconWorld,
} from "@tabler/icons-react";
import { type FolderCount, LIST_COUNT } from "#contract/order-status.ts";
import { can, type Permission, type Role } from "#contract/roles.ts";
import { PATHS } from "#web/platform/paths.ts";

export interface NavigationLink {
  label: string;
  href: string;
  icon: Icon;
  /** The count beside the label. */
  count?: FolderCount;
  /** Hidden from roles that do not hold it. */
  permission?: Permission;
}

export interface NavigationGroup {
  label: string;
  links: readonly NavigationLink[];
}

/** The side panel: what stands here is linked, what does not is not. */
const NAVIGATION: readonly NavigationGroup[] = [
  {
    label: "Desk",
    links: [
      { label: "Dashboard", href: PATHS.admin, icon: IconLayoutDashboard },
      { label: "New Orders", href: PATHS.recentOrder, icon: IconInbox, count: LIST_COUNT.newOrder },
      { label: "Priority Order", href: PATHS.priorityOrder, icon: IconFlag, count: LIST_COUNT.priorityOrder },
      { label: "Pending Orders", href: PATHS.pendingOrder, icon: IconHourglass, count: LIST_COUNT.pendingOrder },
      {
        label: "Completed Orders",
        href: PATHS.completedOrder,
        icon: IconCircleCheck,
        count: LIST_COUNT.completedOrder,
      },
      {
        label: "Contact Customer",
        href: PATHS.contactCustomer,
        icon: IconPhoneOutgoing,
        count: LIST_COUNT.contactCustomerOrder,
      },
    ],
  },
  {
    label: "Follow-up",
    links: [
      {
        label: "Awaiting Customer",
        href: PATHS.awaitingResponse,
        icon: IconMessageCircle,
        count: LIST_COUNT.awaitingOrder,
      },
      { label: "Awaiting Govt", href: PATHS.awaitingGovt, icon: IconBuildingBank, count: LIST_COUNT.awaitingGovtOrder },
      { label: "Customer Called", href: PATHS.called, icon: IconPhoneCheck, count: LIST_COUNT.customerCalledOrder },
      {
        label: "Order History",
        href: PATHS.orderHistory,
        icon: IconHistory,
        count: LIST_COUNT.allOrder,
        permission: "orders:history",
      },
      { label: "Future Orders", href: PATHS.futureOrder, icon: IconCalendarTime, count: LIST_COUNT.futureOrder },
      { label: "Deleted Orders", href: PATHS.deletedOrder, icon: IconTrash, count: LIST_COUNT.deletedOrder },
      { label: "Refunds", href: PATHS.refundOrder, icon: IconCoins, count: LIST_COUNT.refundOrder },
    ],
  },
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

/** Linked in the top bar: the side panel's links are the specification's (decision record 0061). */
export const DISPUTES_LINK: NavigationLink = { label: "Disputes", href: PATHS.disputes, icon: IconGavel };

/** Pages that the side panel of the specification does not have; the palette names them. */
export const UNLISTED_PAGES: readonly NavigationLink[] = [
  DISPUTES_LINK,
  { label: "Mail Templates", href: PATHS.mailTemplates, icon: IconMailCog },
];

/** The side panel as a role sees it. */
export function shownNavigation(role: Role | undefined): readonly NavigationGroup[] {
  const isShown = ({ permission }: NavigationLink) =>
    permission === undefined || (role !== undefined && can(role, permission));
  return NAVIGATION.map(({ label, links }) => ({ label, links: links.filter(isShown) }));
}
