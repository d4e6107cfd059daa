import { useCallbackRef } from "@mantine/hooks";
import { QueryStatus } from "@reduxjs/toolkit/query";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { Month } from "#contract/dates.ts";
import { countFilters } from "#contract/orders/order-filter.ts";
import { DEFAULT_PAGE_SIZE, type FolderCounts } from "#contract/orders/orders.ts";
import { type ListName, QUEUE, QUEUES, statusesOf } from "#contract/orders/queues.ts";
import { askedColumns } from "#web/features/orders/list/columns/column-layout.ts";
import { useColumnLayout } from "#web/features/orders/list/columns/use-column-layout.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import type { ListUrl } from "#web/platform/list-url.ts";
import { useAppDispatch, useAppStore } from "#web/platform/store-hooks.ts";
import { toast } from "#web/platform/toasts.ts";
import { announce } from "#web/ui/announcer.tsx";
import { orderRowsApi, useExactTotalQuery, useFolderCountsQuery } from "./order-rows.api.ts";
import type { OrderRowsView } from "./order-rows-view.ts";
import { isSearch, type OrderWindow, type SearchQuestion, viewOf, windowStarts } from "./order-window.ts";
import { listsRefetched } from "./remote-changes.slice.ts";
import { useFrozenPage } from "./use-frozen-page.ts";
import { useNeighbourPages } from "./use-neighbour-pages.ts";
import { FRESH_SECONDS, refetchFresh, useOrderWindows } from "./use-order-windows.ts";

const { orderRows } = orderRowsApi.endpoints;

const NONE_GONE: ReadonlyMap<number, string> = new Map();
const FIRST_SCREEN = { first: 0, last: 20 };

/** Rows of All that are requested above and below the visible ones. */
const ROWS_AHEAD = 100;

/** The rows of a list for the table: only those near the visible ones are requested. */
export function useOrderRows(list: ListName, url: ListUrl, month?: Month): OrderRowsView {
  const { page, size, search, sort, filter } = url;
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const layout = useColumnLayout(list);
  const columns = askedColumns(layout);
  const [range, setRangeState] = useState(FIRST_SCREEN);
  const [known, setKnown] = useState<{ total: number; isCapped: boolean }>();
  const { data: counts, refetch: refetchCounts } = useFolderCountsQuery();

  // Until the list has responded, the queue's count is its total: the skeleton then has the final length.
  const isPart = isSearch(search) || month !== undefined || countFilters(filter) > 0;
  const counted = isPart || counts === undefined ? undefined : lengthOf(list, counts.data);
  const exact = useExactTotal({ list, search, filter, ...(month !== undefined && { month }) });
  const expectedTotal =
    (known?.isCapped === true ? exact.total : undefined) ?? known?.total ?? counted ?? DEFAULT_PAGE_SIZE;
  const expected = viewOf(page, size, expectedTotal);
  const { windowSize } = expected;
  const starts = size === "all" ? windowStarts(expected, ...around(range, expected.count)) : [expected.base];
  // biome-ignore lint/correctness/useExhaustiveDependencies: of `starts` and `filter` only the text matters
  const windows = useMemo(
    () =>
      starts.map(
        (start): OrderWindow => ({
          list,
          search: isSearch(search) ? search : "",
          sort,
          filter,
          ...(month !== undefined && { month }),
          ...(columns !== undefined && { columns }),
          start,
          limit: windowSize,
        }),
      ),
    [list, search, sort?.sort, sort?.dir, month, JSON.stringify(filter), columns, windowSize, starts.join()],
  );
  const { answers, refetch: refetchWindows } = useOrderWindows(windows);
  const frozen = useFrozenPage(size === "all" ? null : (windows[0] ?? null), answers[0], FRESH_SECONDS * 1000);

  const answered = frozen?.page ?? answers.find((answer) => answer.data !== undefined)?.data;
  const answeredTotal = answered?.total;
  const isAnswerCapped = answered?.total_capped === true;
  // While rendering: an effect would draw the list once more when a search or filter changes the total.
  if (answeredTotal !== undefined && (known?.total !== answeredTotal || known.isCapped !== isAnswerCapped)) {
    setKnown({ total: answeredTotal, isCapped: isAnswerCapped });
  }
  const total = (isAnswerCapped ? exact.total : undefined) ?? answeredTotal ?? expectedTotal;
  const view = useMemo(() => viewOf(page, size, total), [page, size, total]);

  const isLoaded = answers.every(({ status }) => status === QueryStatus.fulfilled);
  useNeighbourPages(size === "all" ? null : (windows[0] ?? null), total, isLoaded);

  const rowAt = useCallback(
    (index: number) => {
      const place = view.base + index;
      const found = windows.findIndex(({ start, limit }) => place >= start && place < start + limit);
      return (frozen?.page ?? answers[found]?.data)?.data[place - (windows[found]?.start ?? 0)];
    },
    [view, windows, frozen, answers],
  );

  const setRange = useCallback((first: number, last: number) => {
    setRangeState((shown) => (shown.first === first && shown.last === last ? shown : { first, last }));
  }, []);
  const refetch = useCallback(async () => {
    dispatch(listsRefetched());
    await Promise.all([refetchWindows(), refetchFresh(refetchCounts)]);
  }, [dispatch, refetchWindows, refetchCounts]);

  const readAhead = useCallbackRef((change: Partial<ListUrl>) => {
    const [shown] = windows;
    if (shown === undefined) return undefined;
    const next = { size, search, sort, filter, page: 1, ...change };
    const { size: limit } = next;
    if (limit === "all") return undefined;
    const text = isSearch(next.search) ? next.search : "";
    const start = (next.page - 1) * limit;
    const window: OrderWindow = { ...shown, search: text, sort: next.sort, filter: next.filter, start, limit };
    // Rows that are known are shown at once, and read again once they are shown.
    if (orderRows.select(window)(store.getState()).data !== undefined) return undefined;
    return dispatch(orderRows.initiate(window, { subscribe: false }));
  });

  const rows: OrderRowsView = {
    layout,
    view,
    total,
    isTotalKnown: (answeredTotal ?? known?.total ?? counted) !== undefined,
    isCapped: (answered === undefined ? known?.isCapped === true : isAnswerCapped) && exact.total === undefined,
    isCounting: exact.isCounting,
    countExactly: exact.count,
    readTotal: exact.read,
    rowAt,
    isLoading: answeredTotal === undefined && answers.every((answer) => !answer.isError),
    isFetching: answers.some((answer) => answer.status === QueryStatus.pending),
    error: answers.find((answer) => answer.isError)?.error,
    gone: frozen?.gone ?? NONE_GONE,
    newcomers: frozen === null ? 0 : frozen.newcomers,
    hasRows:
      answers.some((answer) => answer.data !== undefined && answer.data.data.length > 0) ||
      (frozen?.rows.length ?? 0) > 0,
    months: answers.find((answer) => answer.data?.months !== undefined)?.data?.months,
    refetch,
    readAhead,
    setRange,
  };
  return usePreviousRows(rows, `${list} ${month}`, JSON.stringify(windows));
}

/** The length of a list by the folder counts; that of open work is the sum of its queues'. */
function lengthOf(list: ListName, counts: FolderCounts): number {
  const { count } = QUEUE[list];
  if (count !== null) return counts[count];
  const statuses = statusesOf(list);
  return QUEUES.reduce(
    (sum, queue) => (queue.status !== null && statuses.includes(queue.status) ? sum + counts[queue.count] : sum),
    0,
  );
}

/** The first and last row to request for a visible range. */
function around({ first, last }: typeof FIRST_SCREEN, count: number): [number, number] {
  const end = Math.max(0, count - 1);
  return [Math.max(0, Math.min(first, end) - ROWS_AHEAD), Math.min(last + ROWS_AHEAD, end)];
}

const { exactTotal } = orderRowsApi.endpoints;

/** The exact number of hits, counted on request and again whenever the orders change. */
function useExactTotal(question: SearchQuestion) {
  const dispatch = useAppDispatch();
  const name = JSON.stringify(question);
  const [askedFor, setAskedFor] = useState<string>();
  const [isCounting, setIsCounting] = useState(false);
  // The result of `read` is shown; rendering it does not count again.
  const options = { skip: askedFor !== name, refetchOnMountOrArgChange: false };
  const { currentData } = useExactTotalQuery(question, options);

  const read = async (): Promise<number> => {
    const call = dispatch(exactTotal.initiate(question, { forceRefetch: true }));
    try {
      const total = await call.unwrap();
      setAskedFor(name);
      return total;
    } finally {
      call.unsubscribe();
    }
  };

  const count = async () => {
    setIsCounting(true);
    try {
      announce(`${(await read()).toLocaleString("en-US")} orders found`);
    } catch (error) {
      toast.error(errorMessage(error));
    } finally {
      setIsCounting(false);
    }
  };

  return { total: currentData, isCounting, read, count };
}

/** The rows of the previous query stay for this long while the next ones load: most answers come sooner. */
const PREVIOUS_MS = 150;

/**
 * Keeps the rows of a list on the screen for a moment while its next page, sort or search loads: drawing placeholders
 * for a few hundredths of a second costs as much as drawing the rows.
 * @param rows with another `rowAt` whenever other rows are to be shown
 * @param list identifies the list; the rows of another one are never kept
 * @param query identifies what is being loaded
 */
function usePreviousRows(rows: OrderRowsView, list: string, query: string): OrderRowsView {
  const [previous, setPrevious] = useState<{ list: string; rows: OrderRowsView }>();
  const [lateQuery, setLateQuery] = useState<string>();
  const { isLoading } = rows;
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setLateQuery(query), PREVIOUS_MS);
    return () => clearTimeout(timer);
  }, [isLoading, query]);
  // While rendering: an effect would draw the list once more.
  if (!isLoading && previous?.rows.rowAt !== rows.rowAt) setPrevious({ list, rows });
  if (!isLoading || lateQuery === query || previous?.list !== list) return rows;
  const { view, total, isTotalKnown, isCapped, rowAt, hasRows } = previous.rows;
  return { ...rows, view, total, isTotalKnown, isCapped, rowAt, hasRows };
}
