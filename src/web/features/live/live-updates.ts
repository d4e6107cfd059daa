import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { QueryStatus } from "@reduxjs/toolkit/query";
import type { OrderChange } from "#contract/live.ts";
import type { ListName } from "#contract/order-status.ts";
import type { FolderCounts } from "#contract/orders.ts";
import { orderRowsApi } from "#web/features/orders/list/order-rows.api.ts";
import { api } from "#web/platform/api.ts";
import { affectedLists, type KnownList } from "./affected-lists.ts";
import { presenceTold } from "./live.slice.ts";
import type { LiveEvent } from "./live-stream.ts";
import { throttled } from "./throttled.ts";

export type ApiState = Parameters<ReturnType<typeof orderRowsApi.endpoints.folderCounts.select>>[0];

export interface LiveStore {
  getState(): ApiState;
  dispatch: ThunkDispatch<ApiState, unknown, UnknownAction>;
}

/** Lists and details are asked for again at most so often, however much happens. */
const REFETCH_MS = 1000;
/** Versions are remembered of so many orders; then it begins anew. */
const MOST_VERSIONS = 5000;

const NONE: ReadonlySet<ListName> = new Set();
const { folderCounts, orderRows } = orderRowsApi.endpoints;

/**
 * What is told becomes what is shown: counts at once, lists and details by asking for them again. Only what is on the
 * screen is asked for; RTK Query forgets the rest.
 */
export function createLiveUpdates({ getState, dispatch }: LiveStore) {
  const versions = new Map<number, number>();
  let lists = new Set<ListName>();
  let details = new Set<number>();

  const refetch = throttled(() => {
    const tags = [
      ...[...lists].map((id) => ({ type: "OrderList", id }) as const),
      ...[...details].map((id) => ({ type: "OrderDetails", id }) as const),
      // A change says whose it is, not what: any may have opened or closed a dispute, or entered what is known of it.
      "DisputeList" as const,
    ];
    lists = new Set();
    details = new Set();
    dispatch(api.util.invalidateTags(tags));
  }, REFETCH_MS);

  const refetchAll = throttled(() => {
    dispatch(api.util.invalidateTags(["OrderList", "OrderDetails", "DisputeList"]));
  }, REFETCH_MS);

  function showCounts(counts: FolderCounts): void {
    // An answer under way may be older than this and would replace it.
    if (folderCounts.select()(getState()).status === QueryStatus.pending) {
      dispatch(api.util.invalidateTags(["FolderCounts"]));
    }
    dispatch(
      orderRowsApi.util.updateQueryData("folderCounts", undefined, (draft) => {
        draft.data = counts;
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
    if (versions.size >= MOST_VERSIONS) versions.clear();
    versions.set(change.order_id, change.version);
    details.add(change.order_id);
    refetch.ask();
    return affected;
  }

  return {
    /** @returns the lists that the event made old */
    hear(event: LiveEvent): ReadonlySet<ListName> {
      if (event.name === "order") return hearOfOrder(event.data);
      if (event.name === "counts") showCounts(event.data);
      else if (event.name === "presence") dispatch(presenceTold(event.data));
      else refetchAll.ask();
      return NONE;
    },
    /** What happened is not known: everything on the screen is asked for again. */
    refetchAll: refetchAll.ask,
    cancel(): void {
      refetch.cancel();
      refetchAll.cancel();
    },
  };
}
