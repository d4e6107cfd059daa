import { QueryStatus } from "@reduxjs/toolkit/query";
import { useMemo, useState } from "react";
import { useSelector } from "react-redux";
import { countFilters } from "#contract/orders/order-filter.ts";
import { type FrozenList, frozenList, hasSamePlaces } from "./frozen-list.ts";
import type { OrderRows } from "./order-rows.api.ts";
import type { OrderWindow } from "./order-window.ts";
import { selectRemoteChanges } from "./remote-changes.slice.ts";

interface Answer {
  status: QueryStatus;
  data?: OrderRows | undefined;
  startedTimeStamp?: number | undefined;
  fulfilledTimeStamp?: number | undefined;
}

interface Shown {
  window: OrderWindow;
  data: OrderRows;
  /** When the call began whose response is shown. */
  startedAt: number;
}

/**
 * Keeps a page of a list as it was read, whatever others change, until it is refreshed: by an action, another page, sort
 * or search, or Refresh. An empty list is filled at once.
 * @param window null for a list without pages
 * @param freshMs a page that was loaded at most so long before it is opened is not read again
 * @returns null while the list is shown as it is read
 */
export function useFrozenPage(window: OrderWindow | null, answer: Answer | undefined, freshMs: number) {
  const { byOrder, readAt, missedAt } = useSelector(selectRemoteChanges);
  const [shown, setShown] = useState<Shown>();
  // When the page was asked for, not when its rows arrived: a slow call is not one from before.
  const [opened, setOpened] = useState(() => ({ window, at: Date.now() }));
  if (opened.window !== window) setOpened({ window, at: Date.now() });
  const isSame = shown !== undefined && shown.window === window;
  const isRead = answer?.status === QueryStatus.fulfilled;
  // While the next call is under way, the rows are those of the call before it.
  const startedAt = (isRead ? answer.startedTimeStamp : answer?.fulfilledTimeStamp) ?? 0;
  // The first rows are kept even if they are being read again already.
  if (window !== null && answer?.data !== undefined && (isRead || !isSame)) {
    // A page that was loaded ahead, longer ago, is replaced by the first call since it was opened.
    const due = isSame ? Math.max(readAt, opened.at - freshMs) : 0;
    // Showing it moves no row, and what comes in can be counted again after missed events.
    const isUnmoved =
      isSame && shown.startedAt < missedAt && startedAt >= missedAt && hasSamePlaces(shown.data, answer.data);
    const isDue = !isSame || isUnmoved || shown.data.data.length === 0 || (shown.startedAt < due && startedAt >= due);
    if (isDue && (!isSame || shown.data !== answer.data || shown.startedAt !== startedAt)) {
      setShown({ window, data: answer.data, startedAt });
    }
  }
  const now = answer?.data;
  return useMemo((): (FrozenList & { page: OrderRows }) | null => {
    if (shown === undefined || shown.window !== window || now === undefined || window === null) return null;
    const frozen = frozenList(window.list, shown.data, now, byOrder, {
      isFiltered: countFilters(window.filter) > 0,
      missedEvents: shown.startedAt < missedAt && startedAt >= missedAt,
    });
    return { ...frozen, page: { ...shown.data, data: frozen.rows } };
  }, [shown, window, now, byOrder, missedAt, startedAt]);
}
