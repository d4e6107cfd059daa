import {
  columnOrderingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  functionalUpdate,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import type { LayoutColumn } from "#contract/orders/order-columns.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { listScreen } from "#web/features/orders/list/lists.ts";
import { ORDER_COLUMNS } from "#web/ui/order-table/order-columns.ts";
import { canHide, columnOrder } from "./column-layout.ts";
import { useChangeLayout } from "./use-change-layout.ts";
import { useColumnLayout } from "./use-column-layout.ts";

const features = tableFeatures({ columnOrderingFeature, columnVisibilityFeature });
const helper = createColumnHelper<typeof features, object>();
const NO_ROWS: object[] = [];

/** Every column that a list offers, as the table's model of which are shown, in which order. */
export function useColumnChoice(list: ListName) {
  const layout = useColumnLayout(list);
  const change = useChangeLayout(list);
  const order = useMemo(() => columnOrder(list, layout), [list, layout]);
  const { idLabel } = listScreen(list);
  const definitions = useMemo(
    () =>
      helper.columns(
        order.map((id) =>
          helper.display({
            id,
            header: id === "order_id" ? idLabel : ORDER_COLUMNS[id].label,
            enableHiding: canHide(id),
          }),
        ),
      ),
    [order, idLabel],
  );
  const columnVisibility = useMemo(
    () => Object.fromEntries(order.map((id) => [id, layout.some(({ column }) => column === id)])),
    [order, layout],
  );
  const show = (ids: readonly string[], visible: Record<string, boolean>) => {
    const shown = ids.flatMap((id): LayoutColumn[] => order.filter((column) => column === id && visible[id] === true));
    change(shown.map((column) => layout.find((known) => known.column === column) ?? { column }));
  };
  const table = useTable({
    features,
    columns: definitions,
    data: NO_ROWS,
    state: { columnOrder: order, columnVisibility },
    onColumnOrderChange: (update) => show(functionalUpdate(update, order), columnVisibility),
    onColumnVisibilityChange: (update) => show(order, functionalUpdate(update, columnVisibility)),
  });
  const resize = (id: string, width: number) =>
    change(layout.map((each) => (each.column === id ? { ...each, width } : each)));
  return { table, layout, resize, reset: () => change(null) };
}
