import { QueryStatus } from "@reduxjs/toolkit/query";
import type { ChangedClaims } from "#contract/claims/claims.ts";
import type { OrderChange } from "#contract/live/live.ts";
import type { FolderCounts } from "#contract/orders/orders.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { claimsApi } from "#web/features/claims/claims.api.ts";
import { orderRowsApi } from "#web/features/orders/list/data/order-rows.api.ts";
import { eventsMissed, listsRefetched, orderChanged } from "#web/features/orders/list/data/remote-changes.slice.ts";
import { api } from "#web/platform/api.ts";
import type { AppDispatch, PlatformState } from "#web/platform/store-hooks.ts";
import { throttle } from "#web/platform/throttle.ts";
import { affectedLists, type KnownList } from "./affected-lists.ts";
import { presenceReceived } from "./live.slice.ts";
import type { LiveEvent } from "./live-stream.ts";

export interface LiveStore {
  getState(): PlatformState;
  dispatch: AppDispatch;
}

/** Minimum interval between refetches of lists and details. */
const REFETCH_MS = 1000;
/** The same for the counts of pinned views: each is a count of a filtered list, for every member. */
const RECOUNT_MS = 10_000;
/** Number of orders whose versions are remembered; then the map is cleared. */
const MAX_VERSIONS = 5000;

const NONE: ReadonlySet<ListName> = new Set();
const { folderCounts, orderRows } = orderRowsApi.endpoints;
const { claims } = claimsApi.endpoints;

/**
 * Applies live events: counts directly, lists and details by refetching. Only what is on the screen is refetched;
 * RTK Query discards the rest. The list on the screen keeps its rows in their places (use-frozen-page.ts).
 */
export function createLiveUpdates({ getState, dispatch }: LiveStore) {
  const versions = new Map<number, number>();
  let lists = new Set<ListName>();
  let details = new Set<number>();

  const refetch = throttle(() => {
    const tags = [
      ...[...lists].map((id) => ({ type: "OrderList", id }) as const),
      ...[...details].map((id) => ({ type: "OrderDetails", id }) as const),
      // An event names the order, not the kind of change: it may have opened, closed or edited a dispute.
      "DisputeList" as const,
    ];
    lists = new Set();
    details = new Set();
    dispatch(api.util.invalidateTags(tags));
  }, REFETCH_MS);

  const refetchAll = throttle(
    () => void dispatch(api.util.invalidateTags(["OrderList", "OrderDetails", "DisputeList", "Claims"])),
    REFETCH_MS,
  );

  const recountViews = throttle(() => void dispatch(api.util.invalidateTags(["PinnedViewCounts"])), RECOUNT_MS);

  /** The list on the screen keeps its rows in their places: they may be under the pointer. */
  function catchUp(): void {
    dispatch(eventsMissed());
    refetchAll.call();
    recountViews.call();
  }

  function showCounts(counts: FolderCounts): void {
    // A response in flight may be older than this event and would overwrite it.
    if (folderCounts.select()(getState()).status === QueryStatus.pending) {
      dispatch(api.util.invalidateTags(["FolderCounts"]));
    }
    dispatch(
      orderRowsApi.util.updateQueryData("folderCounts", undefined, (draft) => {
        draft.data = counts;
      }),
    );
  }

  function showClaims({ orders, ...change }: ChangedClaims): void {
    // A response in flight may be older than this event and would overwrite it.
    if (claims.select()(getState()).status === QueryStatus.pending) dispatch(api.util.invalidateTags(["Claims"]));
    const isOther = ({ order_id }: { order_id: number }) => !orders.includes(order_id);
    dispatch(
      claimsApi.util.updateQueryData("claims", undefined, ({ data }) => {
        data.claims = [...data.claims.filter(isOther), ...change.claims];
        data.viewers = [...data.viewers.filter(isOther), ...change.viewers];
      }),
    );
  }

  function knownLists(): KnownList[] {
    const state = getState();
    return orderRowsApi.util
      .selectCachedArgsForQuery(state, "orderRows")
      .map((window) => ({ list: window.list, orders: orderRows.select(window)(state).data?.data ?? [] }));
  }

  function hearOfOrder(change: OrderChange): ReadonlySet<ListName> {
    const affected = affectedLists(change, knownLists(), versions.get(change.order_id));
    for (const list of affected) lists.add(list);
    if (versions.size >= MAX_VERSIONS) versions.clear();
    versions.set(change.order_id, change.version);
    details.add(change.order_id);
    dispatch(orderChanged(change));
    refetch.call();
    return affected;
  }

  return {
    /** @returns the lists that the event made stale */
    hear(event: LiveEvent): ReadonlySet<ListName> {
      if (event.name === "order" || event.name === "claims") recountViews.call();
      if (event.name === "order") return hearOfOrder(event.data);
      if (event.name === "counts") showCounts(event.data);
      else if (event.name === "claims") showClaims(event.data);
      else if (event.name === "presence") dispatch(presenceReceived(event.data));
      else if (event.name === "refresh") catchUp();
      return NONE;
    },
    /** From now on the events keep the claims up to date; the subscription lasts until the session ends. */
    readClaims: () => void dispatch(claims.initiate(undefined, { forceRefetch: true })),
    /** Events were missed while the tab was on the screen. */
    catchUp,
    /** The tab was hidden: everything is shown as it is now. */
    showPresent(): void {
      dispatch(listsRefetched());
      refetchAll.call();
      recountViews.call();
    },
    cancel(): void {
      refetch.cancel();
      refetchAll.cancel();
      recountViews.cancel();
    },
  };
}
