import { useCallbackRef } from "@mantine/hooks";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Month } from "#contract/dates.ts";
import { mostRows, type OrderRow, PAGE_ROWS_MAX } from "#contract/orders/orders.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { orderRowsApi } from "#web/features/orders/list/data/order-rows.api.ts";
import type { OrderRowsView } from "#web/features/orders/list/data/order-rows-view.ts";
import { readInWindows } from "#web/features/orders/list/data/whole-list.ts";
import { type SelectedOrder, toSelected } from "#web/features/orders/order.slice.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import type { ListUrl } from "#web/platform/list-url.ts";
import { useAppDispatch } from "#web/platform/store-hooks.ts";
import { toast } from "#web/platform/toasts.ts";
import { useSession } from "#web/platform/use-session.ts";
import { announce } from "#web/ui/announcer.tsx";
import type { Selection } from "./use-selection.ts";

interface Options {
  list: ListName;
  month: Month | undefined;
  url: ListUrl;
  rows: OrderRowsView;
  selection: Selection;
}

/**
 * The header's checkbox: it selects the page, or with page size All the whole list. `readOrders` reads a part of the
 * list for selecting it; null when that failed or the list is another one by then.
 */
export function useAllSelected({ list, month, url, rows, selection }: Options) {
  const dispatch = useAppDispatch();
  /** How many orders are read so far for selecting them; null when nothing is being read. */
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);
  const { view, rowAt, gone, isCapped, readTotal } = rows;
  const session = useSession();
  const most = session === null ? PAGE_ROWS_MAX : mostRows(session.user.type);
  const isAll = url.size === "all";
  const { search, sort, filter } = url;
  const question = { list, search, sort, filter, ...(month && { month }) };

  // Don't select the orders if the list or its query has changed by the time the response arrives.
  const asked = JSON.stringify(question);
  const current = useRef<string>(undefined);
  useEffect(() => {
    current.current = asked;
    return () => {
      current.current = undefined;
    };
  }, [asked]);

  const pageRows = isAll ? [] : Array.from({ length: view.count }, (_, index) => rowAt(index));
  const loaded = pageRows.filter((row): row is OrderRow => row !== undefined && !gone.has(row.order_id));
  const selectedHere = loaded.filter((row) => selection.ids.has(row.order_id)).length;

  const readWindow = async (start: number): Promise<readonly SelectedOrder[]> => {
    const window = { ...question, start, limit: most };
    const call = dispatch(orderRowsApi.endpoints.selectableOrders.initiate(window, { forceRefetch: true }));
    try {
      return await call.unwrap();
    } finally {
      call.unsubscribe();
    }
  };

  const readOrders = async (start: number, length: () => Promise<number>): Promise<SelectedOrder[] | null> => {
    if (progress !== null) return null;
    setProgress({ done: 0, all: 0 });
    try {
      const all = await length();
      return await readInWindows(all, most, {
        start,
        read: readWindow,
        onProgress: (done) => setProgress({ done, all }),
        isCurrent: () => current.current === asked,
      });
    } catch (error) {
      toast.error(errorMessage(error));
      return null;
    } finally {
      setProgress(null);
    }
  };

  const toggleList = async (isSelected: boolean) => {
    if (!isSelected) {
      if (progress === null) selection.clear();
      return;
    }
    const orders = await readOrders(0, async () => (isCapped ? await readTotal() : view.count));
    if (orders === null) return;
    selection.selectAll(orders);
    announce(`${orders.length.toLocaleString("en-US")} orders selected`);
  };

  const isChecked = isAll
    ? progress !== null || (view.count > 0 && selection.selected.length >= view.count)
    : loaded.length > 0 && selectedHere === loaded.length;
  const isSome = isAll ? selection.selected.length > 0 : selectedHere > 0;
  const onToggle = useCallbackRef(
    (isSelected: boolean) =>
      void (isAll ? toggleList(isSelected) : selection.select(loaded.map(toSelected), isSelected)),
  );
  // The same object at each page: the head of the table would be drawn again.
  const checkbox = useMemo(() => {
    const label = isAll ? "Select all orders of this list" : "Select all on this page";
    return { label, isChecked, isSome, onToggle };
  }, [isAll, isChecked, isSome, onToggle]);
  return { checkbox, progress, readOrders, asked };
}
