import { QueryStatus } from "@reduxjs/toolkit/query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { LIST_COUNT } from "#contract/order-status.ts";
import { DEFAULT_PAGE_SIZE, type MonthCounts, type OrderRow } from "#contract/orders.ts";
import type { PageSize } from "#web/platform/list-url.ts";
import { useFolderCountsQuery } from "./order-rows.api.ts";
import { isSearch, type ListQuestion, type OrderWindow, type View, viewOf, windowStarts } from "./order-window.ts";
import { useExactTotal } from "./use-exact-total.ts";
import { useOrderWindows } from "./use-order-windows.ts";

export interface OrderRowsView {
  view: View;
  /** Length of the whole list; a guess for the skeleton until `isTotalKnown`. */
  total: number;
  isTotalKnown: boolean;
  /** True when the list is longer than `total`: a search that finds very much. */
  isCapped: boolean;
  isCounting: boolean;
  /** Shows the exact total from now on; `readTotal` also hands it over. */
  countExactly: () => void;
  readTotal: () => Promise<number>;
  /** The row at a place of the view, or undefined while it is loading. */
  rowAt: (index: number) => OrderRow | undefined;
  isLoading: boolean;
  isFetching: boolean;
  error: unknown;
  /** True when at least one row is there. */
  hasRows: boolean;
  months: MonthCounts | undefined;
  refetch: () => Promise<void>;
  /** The first and last place of the view that is on the screen. */
  setRange: (first: number, last: number) => void;
}

const FIRST_SCREEN = { first: 0, last: 20 };

/** The rows of a list as the table needs them: only those on the screen are asked for. */
export function useOrderRows(question: ListQuestion, page: number, size: PageSize): OrderRowsView {
  const { list, search, sort, month } = question;
  const [range, setRangeState] = useState(FIRST_SCREEN);
  const [known, setKnown] = useState<{ total: number; isCapped: boolean }>();
  const { data: counts, refetch: refetchCounts } = useFolderCountsQuery();

  // Until the list has answered, the queue's count is its total: the skeleton then has the final length.
  const counted = isSearch(search) || month !== undefined ? undefined : counts?.data[LIST_COUNT[list]];
  const exact = useExactTotal({ list, search, ...(month !== undefined && { month }) });
  const expectedTotal =
    (known?.isCapped === true ? exact.total : undefined) ?? known?.total ?? counted ?? DEFAULT_PAGE_SIZE;
  const expected = viewOf(page, size, expectedTotal);
  const { windowSize } = expected;
  const lastShown = Math.max(0, Math.min(range.last, expected.count - 1));
  const starts = size === "all" ? windowStarts(expected, Math.min(range.first, lastShown), lastShown) : [expected.base];
  // biome-ignore lint/correctness/useExhaustiveDependencies: `starts` is a new array each time, its text is what counts
  const windows = useMemo(
    () =>
      starts.map(
        (start): OrderWindow => ({
          list,
          search: isSearch(search) ? search : "",
          sort,
          ...(month !== undefined && { month }),
          start,
          limit: windowSize,
        }),
      ),
    [list, search, sort?.sort, sort?.dir, month, windowSize, starts.join()],
  );
  const { answers, refetch: refetchWindows } = useOrderWindows(windows);

  const answered = answers.find((answer) => answer.data !== undefined)?.data;
  const answeredTotal = answered?.total;
  const isAnswerCapped = answered?.total_capped === true;
  useEffect(() => {
    if (answeredTotal !== undefined) setKnown({ total: answeredTotal, isCapped: isAnswerCapped });
  }, [answeredTotal, isAnswerCapped]);
  const total = (isAnswerCapped ? exact.total : undefined) ?? answeredTotal ?? expectedTotal;
  const view = useMemo(() => viewOf(page, size, total), [page, size, total]);

  const rowAt = (index: number) => {
    const place = view.base + index;
    const found = windows.findIndex(({ start, limit }) => place >= start && place < start + limit);
    return answers[found]?.data?.data[place - (windows[found]?.start ?? 0)];
  };

  const setRange = useCallback((first: number, last: number) => {
    setRangeState((shown) => (shown.first === first && shown.last === last ? shown : { first, last }));
  }, []);
  const refetch = useCallback(async () => {
    await Promise.all([refetchWindows(), refetchCounts()]);
  }, [refetchWindows, refetchCounts]);

  return {
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
    hasRows: answers.some((answer) => answer.data !== undefined && answer.data.data.length > 0),
    months: answers.find((answer) => answer.data?.months !== undefined)?.data?.months,
    refetch,
    setRange,
  };
}
