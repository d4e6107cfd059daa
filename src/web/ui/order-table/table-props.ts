import type { ComponentType, ReactNode } from "react";
import type { LayoutColumn } from "#contract/orders/order-columns.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import type { OrderRow } from "#contract/orders/orders.ts";
import type { ListName } from "#contract/orders/queues.ts";
import type { ListSort } from "#web/platform/list-url.ts";

/** The rows of a view; created by features/orders/list/use-order-rows.ts. */
interface TableRows {
  view: { base: number; count: number };
  total: number;
  /** True when there are more than `total`. */
  isCapped: boolean;
  /** True when at least one row is loaded. */
  hasRows: boolean;
  /** Orders that have left the list and keep their place, with what became of them. */
  gone: ReadonlyMap<number, string>;
  rowAt: (index: number) => OrderRow | undefined;
  setRange: (first: number, last: number) => void;
}

export interface OrderTableProps {
  list: ListName;
  /** Names the table for assistive technology. */
  title: string;
  /** The shown columns in order. */
  columns: readonly LayoutColumn[];
  isSortable: (column: LayoutColumn) => boolean;
  /** In pixels, of the columns that have one of their own. */
  widths: ReadonlyMap<LayoutColumn, number>;
  /** Undefined: as wide as its content. */
  onWidth: (column: LayoutColumn, width: number | undefined) => void;
  idLabel: string;
  /** Shown beside each id. It subscribes to what it shows: its row need not be drawn again. */
  mark: ComponentType<{ orderId: number }>;
  /** Who has an order; subscribes like the mark. */
  assignee: ComponentType<{ orderId: number }>;
  /** Those that the list's orders can have. */
  statuses: readonly OrderStatus[];
  rows: TableRows;
  isBusy: boolean;
  /** The sort of the rows, null when its column is not shown. */
  sort: ListSort | null;
  /** Null requests the queue's default sort. */
  onSort: (sort: ListSort | null) => void;
  selectedIds: ReadonlySet<number>;
  /** This function and `onDelete` must keep their identity: a row is drawn again when one changes. */
  onSelect: (row: OrderRow, isSelected: boolean, isRange: boolean) => void;
  /** The header's checkbox. */
  allSelected: { label: string; isChecked: boolean; isSome: boolean; onToggle: (isSelected: boolean) => void };
  /** Absent: the rows have no Delete. */
  onDelete: ((row: OrderRow) => void) | undefined;
  /** Shown instead of rows: empty or failed. */
  instead: ReactNode;
}
