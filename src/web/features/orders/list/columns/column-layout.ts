import {
  type ColumnLayout,
  LAYOUT_COLUMNS,
  type LayoutColumn,
  OPTIONAL_COLUMNS,
  ROW_COLUMNS,
} from "#contract/orders/order-columns.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { listScreen, SHARED_COLUMNS } from "#web/features/orders/list/lists.ts";

/** A row without these could not be told from another, or what it is. */
const ALWAYS: readonly LayoutColumn[] = ["order_id", "process_status"];

export function canHide(column: LayoutColumn): boolean {
  return !ALWAYS.includes(column);
}

/** What a list can show: its own columns, those that most lists have, and the optional ones. */
export function columnsOf(list: ListName): LayoutColumn[] {
  const offered: ReadonlySet<LayoutColumn> = new Set([
    ...listScreen(list).columns,
    ...SHARED_COLUMNS,
    ...OPTIONAL_COLUMNS,
  ]);
  return LAYOUT_COLUMNS.filter((column) => offered.has(column));
}

export function standardLayout(list: ListName): ColumnLayout {
  return listScreen(list).columns.map((column) => ({ column }));
}

/** A stored layout as the list can show it: without what it doesn't offer, with what is always shown. */
export function shownLayout(list: ListName, stored: ColumnLayout | null | undefined): ColumnLayout {
  if (!stored) return standardLayout(list);
  const offered = columnsOf(list);
  const shown = stored.filter(({ column }) => offered.includes(column));
  const has = (wanted: LayoutColumn) => shown.some(({ column }) => column === wanted);
  return [
    ...(has("order_id") ? [] : [{ column: "order_id" as const }]),
    ...shown,
    ...(has("process_status") ? [] : [{ column: "process_status" as const }]),
  ];
}

export function isStandard(list: ListName, layout: ColumnLayout): boolean {
  return JSON.stringify(layout) === JSON.stringify(standardLayout(list));
}

/** What to ask the server for beside the fields of every row; the same for every sequence of the columns. */
export function askedColumns(layout: ColumnLayout): string | undefined {
  const asked = ROW_COLUMNS.filter(
    (name) => name !== "arrival_date" && layout.some(({ column }) => column === name),
  ).join();
  return asked === "" ? undefined : asked;
}

/** All columns that a list offers: the shown ones in order, the others before the status that ends most lists. */
export function columnOrder(list: ListName, layout: ColumnLayout): LayoutColumn[] {
  const shown = layout.map(({ column }) => column);
  const hidden = columnsOf(list).filter((column) => !shown.includes(column));
  return shown.toSpliced(shown.at(-1) === "process_status" ? -1 : shown.length, 0, ...hidden);
}

/** The widths that the member chose; all other columns follow their content. */
export function widthsOf(layout: ColumnLayout): ReadonlyMap<LayoutColumn, number> {
  return new Map(layout.flatMap(({ column, width }) => (width === undefined ? [] : [[column, width] as const])));
}
