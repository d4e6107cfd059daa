import type { VisitorDownload } from "#contract/downloads/downloads.ts";
import type { MainResult } from "#contract/tracking/tracking.ts";
import type { VisitorPage } from "#contract/tracking/visitor-page.ts";
import type { Problem } from "./problem.ts";

/** The visitor area's state, by its specified names. */
export interface VisitorState {
  loading: boolean;
  error: Problem | null;
  /** The header's menu on small screens. */
  showNavbar: boolean;
  /** The orders proved in this visit: one cookie may cover a family's. */
  orderIDs: number[];
  downloadHistoryList: VisitorDownload[];
  mainResult: MainResult | null;
  /** `path.file1`: the name of the document, once it exists. */
  downloadFilePath: string | null;
}

export type VisitorAction =
  | { type: "requested" }
  | { type: "refused"; problem: Problem }
  | { type: "tracked"; orderId: number }
  | { type: "historyReceived"; list: VisitorDownload[]; mainResult: MainResult; file1: string | null }
  | { type: "grantLost"; orderId: number }
  | { type: "left" }
  | { type: "navbarToggled" }
  | { type: "navbarClosed" };

const NO_ORDER = { downloadHistoryList: [], mainResult: null, downloadFilePath: null };

export const INITIAL_VISITOR_STATE: VisitorState = {
  loading: false,
  error: null,
  showNavbar: false,
  orderIDs: [],
  ...NO_ORDER,
};

/** The state of a page that the server rendered. */
export function initialVisitorState({ order, problem }: Pick<VisitorPage, "order" | "problem">): VisitorState {
  if (order === undefined) return { ...INITIAL_VISITOR_STATE, error: problem ?? null };
  return {
    ...INITIAL_VISITOR_STATE,
    orderIDs: [order.mainResult.order_id],
    downloadHistoryList: order.data,
    mainResult: order.mainResult,
    downloadFilePath: order.path.file1,
  };
}

export function visitorReducer(state: VisitorState, action: VisitorAction): VisitorState {
  switch (action.type) {
    case "requested":
      return { ...state, loading: true, error: null };
    case "refused":
      return { ...state, loading: false, error: action.problem };
    case "tracked":
      return { ...state, loading: false, error: null, orderIDs: withId(state.orderIDs, action.orderId) };
    case "historyReceived":
      return {
        ...state,
        loading: false,
        error: null,
        orderIDs: withId(state.orderIDs, action.mainResult.order_id),
        downloadHistoryList: action.list,
        mainResult: action.mainResult,
        downloadFilePath: action.file1,
      };
    case "grantLost":
      return {
        ...state,
        ...NO_ORDER,
        loading: false,
        error: null,
        orderIDs: state.orderIDs.filter((id) => id !== action.orderId),
      };
    case "left":
      return { ...INITIAL_VISITOR_STATE };
    case "navbarToggled":
      return { ...state, showNavbar: !state.showNavbar };
    case "navbarClosed":
      return state.showNavbar ? { ...state, showNavbar: false } : state;
  }
}

function withId(ids: number[], id: number): number[] {
  return ids.includes(id) ? ids : [...ids, id];
}
