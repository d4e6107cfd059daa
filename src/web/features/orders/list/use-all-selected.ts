import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { useState } from "react";
import { useDispatch } from "react-redux";
import type { Month } from "#contract/dates.ts";
import type { ListName } from "#contract/order-status.ts";
import { LIST_LIMIT_MAX, type OrderRow } from "#contract/orders.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import type { ListUrl } from "#web/platform/list-url.ts";
import { toast } from "#web/platform/toasts.ts";
import { announce } from "#web/ui/announcer.tsx";
import { orderRowsApi } from "./order-rows.api.ts";
import type { OrderRowsView } from "./use-order-rows.ts";
import type { Selection } from "./use-selection.ts";

interface Options {
  list: ListName;
  month: Month | undefined;
  url: ListUrl;
  rows: OrderRowsView;
  selection: Selection;
}

/** The header's checkbox: it selects the page, or in All the whole list as far as one change may reach. */
export function useAllSelected({ list, month, url, rows, selection }: Options) {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const [isSelecting, setSelecting] = useState(false);
  const { view, rowAt } = rows;
  const isAll = url.size === "all";

  const pageRows = isAll ? [] : Array.from({ length: view.count }, (_, index) => rowAt(index));
  const loaded = pageRows.filter((row): row is OrderRow => row !== undefined);
  const selectedHere = loaded.filter((row) => selection.ids.has(row.order_id)).length;
  const reachable = Math.min(view.count, LIST_LIMIT_MAX);

  const toggleList = async (isSelected: boolean) => {
    if (!isSelected) {
      selection.clear();
      return;
    }
    const window = {
      list,
      search: url.search,
      sort: url.sort,
      ...(month && { month }),
      start: 0,
      limit: LIST_LIMIT_MAX,
    };
    const asked = orderRowsApi.endpoints.orderRows.initiate(window, { subscribe: false, forceRefetch: true });
    setSelecting(true);
    try {
      const { data } = await dispatch(asked).unwrap();
      selection.select(data, true);
      announce(`${data.length.toLocaleString("en-US")} orders selected`);
    } catch (error) {
      toast.error(errorMessage(error));
    } finally {
      setSelecting(false);
    }
  };

  return {
    label: isAll ? "Select all orders of this list" : "Select all on this page",
    isChecked: isAll
      ? isSelecting || (view.count > 0 && selection.selected.length >= reachable)
      : loaded.length > 0 && selectedHere === loaded.length,
    isSome: isAll ? selection.selected.length > 0 : selectedHere > 0,
    onToggle: (isSelected: boolean) => void (isAll ? toggleList(isSelected) : selection.select(loaded, isSelected)),
  };
}
