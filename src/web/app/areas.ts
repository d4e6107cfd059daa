import { QueryStatus } from "@reduxjs/toolkit/query";
import type { createStore } from "./store.ts";

type RootState = ReturnType<ReturnType<typeof createStore>["getState"]>;

/** The area of the console's state that an endpoint belongs to. A test checks that none is missing. */
export const AREA_CALLS = {
  auth: [
    "signIn",
    "signOut",
    "userInfo",
    "confirmIdentity",
    "sessionEnd",
    "changePassword",
    "forgotPassword",
    "resetPassword",
  ],
  order: [
    "orderRows",
    "selectableOrders",
    "exactTotal",
    "folderCounts",
    "orderDetails",
    "orderNeighbours",
    "takeNext",
    "claimOrder",
    "returnOrder",
    "assignOrder",
    "previewCorrection",
    "correctOrder",
    "requestCorrection",
    "decideCorrection",
    "relatedOrders",
    "comparedOrder",
    "dismissDuplicate",
    "changeOrderEmail",
    "resolveEmailChange",
    "recordFiling",
    "voidFiling",
    "moveOrder",
    "changeOrderStatus",
    "recordRefunds",
    "undoRefunds",
    "correctionInbox",
    "seeDecisions",
    "checkDocument",
    "uploadDocument",
    "resendMail",
    "mailContent",
    "unblockAddress",
    "conversation",
    "previewMessage",
    "sendMessage",
    "cancelMail",
    "mailTemplates",
    "saveTransactionDetails",
    "defencePackDetails",
    "disputes",
    "disputeCounts",
    "lateCount",
    "foundOrders",
    "orderViews",
    "saveView",
    "deleteView",
    "updateDispute",
    "closeDispute",
    "reopenDispute",
    "countryReport",
    "serviceSettings",
    "saveServiceSettings",
  ],
  gateway: ["gateways", "activateGateway"],
  remark: ["addRemark"],
  manageTeam: [
    "team",
    "teamTypes",
    "teamMember",
    "addTeamMember",
    "updateTeamMember",
    "deleteTeamMember",
    "activity",
    "auditLog",
    "viewLog",
    "otherAddressMails",
    "sessions",
    "endSessions",
    "memberSessions",
    "endMemberSessions",
  ],
  /** Kept up to date in the background, without the progress line. */
  live: ["claims", "renewClaim"],
} as const satisfies Record<string, readonly string[]>;

/** The endpoints of `auth` are tracked in its slice. */
const { order, gateway, remark, manageTeam } = AREA_CALLS;
const SHOWN_CALLS: ReadonlySet<string> = new Set([...order, ...gateway, ...remark, ...manageTeam]);

/** True while any area loads: shows the progress line. */
export function selectIsLoading({ api, auth }: RootState): boolean {
  if (auth.loading) return true;
  const calls = [...Object.values(api.queries), ...Object.values(api.mutations)];
  return calls.some((call) => call?.status === QueryStatus.pending && SHOWN_CALLS.has(call.endpointName));
}
