import type { ReactNode } from "react";
import type { OrderRow } from "#contract/orders.ts";
import type { ListSort } from "#web/platform/list-url.ts";
import type { ColumnId } from "./order-columns.ts";

/** The rows of a view; see features/orders/list/use-order-rows.ts, which makes one. */
interface TableRows {
  view: { base: number; count: number };
  total: number;
  /** True when there are more than `total`. */
  isCapped: boolean;
  rowAt: (index: number) => OrderRow | undefined;
  setRange: (first: number, last: number) => void;
}

export interface OrderTableProps {
  /** Names the table to assistive technology. */
  title: string;
  columns: readonly ColumnId[];
  idLabel: string;
  rows: TableRows;
  isBusy: boolean;
  /** The order the rows stand in, null when no shown column tells it. */
  sort: ListSort | null;
  /** Null asks for the queue's own order. */
  onSort: (sort: ListSort | null) => void;
  selectedIds: ReadonlySet<number>;
  onSelect: (rows: OrderRow[], isSelected: boolean) => void;
  /** The header's checkbox. */
  allSelected: { label: string; isChecked: boolean; isSome: boolean; onToggle: (isSelected: boolean) => void };
  /** The Action cell. */
  actions: (row: OrderRow) => ReactNode;
  /** Stands in the body instead of rows: empty or failed. */
  instead: ReactNode;
}

/** A place of the view with its row, once that is there. */
export interface Slot {
  index: number;
  row: OrderRow | undefined;
}
