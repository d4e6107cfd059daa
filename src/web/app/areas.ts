import { createSelector } from "@reduxjs/toolkit";
import type { Gateway } from "#contract/gateways.ts";
import type { OrderDetails, OrderRow } from "#contract/orders.ts";
import type { CountryRow } from "#contract/reports.ts";
import type { TeamListEntry } from "#contract/team.ts";
import type { AuthState } from "#web/features/auth/auth.slice.ts";
import type { SelectedOrder } from "#web/features/orders/order.slice.ts";
import { type CallsSummary, latestAnswer, summarizeCalls } from "#web/platform/call-states.ts";
import type { createStore } from "./store.ts";

type RootState = ReturnType<ReturnType<typeof createStore>["getState"]>;

/** The areas of the console's state, by the names of specification section 3; `visitor` lives in the visitor area. */
interface Areas {
  auth: AuthState;
  order: CallsSummary & {
    ordersList: readonly OrderRow[];
    orderDetails: OrderDetails | null;
    countryOrderDetails: readonly CountryRow[];
    selectedData: readonly SelectedOrder[];
    isSidebarOpen: boolean;
  };
  gateway: CallsSummary & { gatewayList: readonly Gateway[] };
  remark: CallsSummary;
  manageTeam: CallsSummary & { teamMemberList: readonly TeamListEntry[] };
}

/** Which area an endpoint belongs to. A test holds that none is forgotten. */
export const AREA_CALLS = {
  auth: ["signIn", "signOut", "userInfo", "changePassword", "forgotPassword", "resetPassword"],
  order: [
    "orderRows",
    "selectableOrders",
    "exactTotal",
    "folderCounts",
    "orderDetails",
    "moveOrder",
    "changeOrderStatus",
    "recordRefunds",
    "checkDocument",
    "uploadDocument",
    "resendMail",
    "mailContent",
    "unblockAddress",
    "mailTemplates",
    "saveTransactionDetails",
    "defencePackDetails",
    "disputes",
    "disputeCounts",
    "updateDispute",
    "closeDispute",
    "reopenDispute",
    "countryReport",
  ],
  gateway: ["gateways", "activateGateway"],
  remark: ["addRemark"],
  manageTeam: ["team", "teamTypes", "teamMember", "addTeamMember", "updateTeamMember", "deleteTeamMember", "activity"],
} as const satisfies Record<keyof Areas, readonly string[]>;

type Rows<T> = { data: readonly T[] };

/**
 * The areas as a view: server data from the one cache, beside the client's own state. Nothing is copied, so no
 * area can disagree with a screen (decision record 0052).
 */
export const selectAreas = createSelector(
  [({ api }: RootState) => api, ({ auth }: RootState) => auth, ({ order }: RootState) => order],
  (cache, auth, { selectedData, isSidebarOpen }): Areas => ({
    auth,
    order: {
      ...summarizeCalls(cache, AREA_CALLS.order),
      ordersList: latestAnswer<Rows<OrderRow>>(cache, "orderRows")?.data ?? [],
      orderDetails: latestAnswer<{ data: OrderDetails }>(cache, "orderDetails")?.data ?? null,
      countryOrderDetails: latestAnswer<Rows<CountryRow>>(cache, "countryReport")?.data ?? [],
      selectedData,
      isSidebarOpen,
    },
    gateway: {
      ...summarizeCalls(cache, AREA_CALLS.gateway),
      gatewayList: latestAnswer<Rows<Gateway>>(cache, "gateways")?.data ?? [],
    },
    remark: summarizeCalls(cache, AREA_CALLS.remark),
    manageTeam: {
      ...summarizeCalls(cache, AREA_CALLS.manageTeam),
      teamMemberList: latestAnswer<Rows<TeamListEntry>>(cache, "team")?.data ?? [],
    },
  }),
);

/** True while any area loads: the frame's progress line. */
export function selectIsLoading(state: RootState): boolean {
  return Object.values(selectAreas(state)).some(({ loading }) => loading);
}
