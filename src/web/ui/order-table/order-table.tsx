import { Checkbox } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";
import { useKeptFocus } from "../use-kept-focus.ts";
import { ORDER_COLUMNS } from "./order-columns.ts";
import classes from "./order-table.module.css";
import { OrderTableHead } from "./order-table-head.tsx";
import type { OrderTableProps, Slot } from "./table-props.ts";
import { useSlotTable } from "./use-slot-table.tsx";

const ROW_HEIGHT = 40;
const SELECT_WIDTH = 40;
const ACTION_WIDTH = 118;

/** The order table: head that stays, body of 550 px, only the rows in sight are in the page. */
export function OrderTable(props: OrderTableProps) {
  const { title, columns, idLabel, rows, isBusy, sort, onSort, selectedIds, onSelect, allSelected, actions, instead } =
    props;
  const { view, total, isCapped, rowAt, setRange } = rows;
  const viewport = useRef<HTMLDivElement>(null);
  const isEmpty = instead !== null;
  const virtualizer = useVirtualizer({
    count: isEmpty ? 0 : view.count,
    getScrollElement: () => viewport.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();
  const first = items.at(0);
  const last = items.at(-1);
  useEffect(() => {
    if (first !== undefined && last !== undefined) setRange(first.index, last.index);
  }, [first, last, setRange]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or another order begins at its top
  useEffect(() => {
    viewport.current?.scrollTo({ top: 0 });
  }, [view.base, sort?.sort, sort?.dir]);

  const keptFocus = useKeptFocus(viewport);

  const slots = items.map(({ index }): Slot => ({ index, row: rowAt(index) }));
  const table = useSlotTable({ slots, columns, idLabel, sort, onSort });
  const minWidth = useMemo(
    () => columns.reduce((sum, column) => sum + ORDER_COLUMNS[column].width, SELECT_WIDTH + ACTION_WIDTH),
    [columns],
  );
  const below = last === undefined ? 0 : virtualizer.getTotalSize() - last.end;

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keyboard
    <section className={classes.viewport} ref={viewport} aria-label={`${title}, table`} tabIndex={0} {...keptFocus}>
      <table
        className={classes.table}
        style={{ minWidth }}
        aria-label={title}
        aria-busy={isBusy}
        aria-rowcount={isCapped ? -1 : total + 1}
      >
        <colgroup>
          <col style={{ width: SELECT_WIDTH }} />
          {columns.map((column) => (
            <col
              key={column}
              style={ORDER_COLUMNS[column].grows ? undefined : { width: ORDER_COLUMNS[column].width }}
            />
          ))}
          <col style={{ width: ACTION_WIDTH }} />
        </colgroup>
        <OrderTableHead table={table} all={allSelected} />
        <tbody>
          {first !== undefined && first.start > 0 && <Spacer height={first.start} />}
          {table.getRowModel().rows.map((tableRow) => {
            const { index, row } = tableRow.original;
            const isSelected = row !== undefined && selectedIds.has(row.order_id);
            return (
              <tr
                key={tableRow.id}
                aria-rowindex={view.base + index + 2}
                data-order={row?.order_id}
                data-selected={isSelected}
                className={classes.row}
                data-loading={row === undefined}
              >
                <td className={classes.select}>
                  {row !== undefined && (
                    <Checkbox
                      size="xs"
                      aria-label={`Select order ${row.order_id}`}
                      checked={isSelected}
                      onChange={(event) => onSelect([row], event.currentTarget.checked)}
                    />
                  )}
                </td>
                {tableRow.getAllCells().map((cell) => (
                  <td
                    key={cell.id}
                    data-column={cell.column.id}
                    data-numbers={columns.some((column) => column === cell.column.id && ORDER_COLUMNS[column].numbers)}
                    title={shownTitle(cell.column.id, cell.getValue())}
                  >
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
                <td className={classes.action}>{row !== undefined && actions(row)}</td>
              </tr>
            );
          })}
          {below > 0 && <Spacer height={below} />}
        </tbody>
      </table>
      {isEmpty && <div className={classes.instead}>{instead}</div>}
    </section>
  );
}

/** Names and addresses may be cut off; pointing at them shows them whole. */
function shownTitle(column: string, value: unknown): string | undefined {
  return (column === "full_name" || column === "email") && typeof value === "string" ? value : undefined;
}

/** Holds the room of rows that are not in the page. */
function Spacer({ height }: { height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    <tr aria-hidden="true">
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}
