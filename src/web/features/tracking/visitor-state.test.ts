import { describe, expect, it } from "vitest";
import { INITIAL_VISITOR_STATE, type VisitorAction, visitorReducer } from "./visitor-state.ts";

const run = (...actions: VisitorAction[]) => actions.reduce(visitorReducer, INITIAL_VISITOR_STATE);

const entry = {
  order_id: 100001,
  create_ts: "2026-03-01T14:05:09.000Z",
  ip: "203.0.113.7",
  timezone: null,
  browser: "Chrome-140-iPhone-Mobile",
  os: "iOS",
};
const received: VisitorAction = {
  type: "historyReceived",
  list: [entry],
  mainResult: { order_id: 100001, process_status: "Completed", refund_date: null },
  file1: "card.pdf",
};
const offline: VisitorAction = { type: "refused", problem: { kind: "offline" } };

describe("visitorReducer", () => {
  it("starts with the specified names and empty values @3-045 @3-046", () => {
    expect(INITIAL_VISITOR_STATE).toEqual({
      loading: false,
      error: null,
      showNavbar: false,
      orderIDs: [],
      downloadHistoryList: [],
      mainResult: null,
      downloadFilePath: null,
    });
  });

  it("is loading while a call is in flight, and clears the last problem", () => {
    expect(run(offline, { type: "requested" })).toMatchObject({ loading: true, error: null });
  });

  it("keeps its data when a call is refused", () => {
    expect(run(received, { type: "requested" }, offline)).toMatchObject({
      loading: false,
      error: { kind: "offline" },
      downloadFilePath: "card.pdf",
    });
  });

  it("contains each tracked order once", () => {
    const state = run(
      { type: "tracked", orderId: 100001 },
      { type: "tracked", orderId: 100002 },
      { type: "tracked", orderId: 100001 },
      received,
    );
    expect(state.orderIDs).toEqual([100001, 100002]);
  });

  it("stores the response of the history call", () => {
    expect(run({ type: "requested" }, received)).toEqual({
      ...INITIAL_VISITOR_STATE,
      orderIDs: [100001],
      downloadHistoryList: [entry],
      mainResult: { order_id: 100001, process_status: "Completed", refund_date: null },
      downloadFilePath: "card.pdf",
    });
  });

  it("clears an order whose grant is lost", () => {
    expect(run({ type: "tracked", orderId: 100002 }, received, { type: "grantLost", orderId: 100001 })).toEqual({
      ...INITIAL_VISITOR_STATE,
      orderIDs: [100002],
    });
  });

  it("opens and closes the menu", () => {
    expect(run({ type: "navbarToggled" }).showNavbar).toBe(true);
    expect(run({ type: "navbarToggled" }, { type: "navbarToggled" }).showNavbar).toBe(false);
    expect(run({ type: "navbarToggled" }, { type: "navbarClosed" }).showNavbar).toBe(false);
  });
});
