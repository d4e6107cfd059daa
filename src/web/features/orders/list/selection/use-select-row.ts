import { useCallbackRef } from "@mantine/hooks";
import { useRef } from "react";
import type { OrderRow } from "#contract/orders/orders.ts";
import type { OrderRowsView } from "#web/features/orders/list/data/order-rows-view.ts";
import { toSelected } from "#web/features/orders/order.slice.ts";
import type { useAllSelected } from "./use-all-selected.ts";
import type { Selection } from "./use-selection.ts";

interface Options extends Pick<ReturnType<typeof useAllSelected>, "readOrders" | "asked"> {
  rows: OrderRowsView;
  selection: Selection;
}

/**
 * A row's checkbox. With Shift, all rows from the one ticked before get the same state, also those of a long list that
 * are not loaded any more. The function keeps its identity.
 */
export function useSelectRow({ rows, selection, readOrders, asked }: Options) {
  const { view, gone, rowAt } = rows;
  const last = useRef<{ id: number; index: number; asked: string }>(undefined);

  const indexOf = (id: number) => {
    for (let index = 0; index < view.count; index += 1) if (rowAt(index)?.order_id === id) return index;
    return undefined;
  };
  const lastIndex = () => {
    if (last.current?.asked !== asked) return undefined;
    const { id, index } = last.current;
    return indexOf(id) ?? (index < view.count && rowAt(index) === undefined ? index : undefined);
  };

  return useCallbackRef(async (row: OrderRow, isSelected: boolean, isRange: boolean) => {
    const here = indexOf(row.order_id);
    const from = isRange ? lastIndex() : undefined;
    if (here !== undefined) last.current = { id: row.order_id, index: here, asked };
    selection.select([toSelected(row)], isSelected);
    if (here === undefined || from === undefined) return;
    const first = Math.min(from, here);
    const length = Math.abs(from - here) + 1;
    const between = Array.from({ length }, (_, offset) => rowAt(first + offset));
    const loaded = between.filter((each) => each !== undefined).filter((each) => !gone.has(each.order_id));
    const orders = between.includes(undefined)
      ? await readOrders(view.base + first, async () => length)
      : loaded.map(toSelected);
    if (orders !== null) selection.select(orders.slice(0, length), isSelected);
  });
}
