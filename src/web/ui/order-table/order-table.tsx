import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { type Density, useDensity } from "#web/platform/density.ts";
import { useIsPrinting } from "#web/platform/use-is-printing.ts";
import { useKeptFocus } from "../use-kept-focus.ts";
import classes from "./order-table.module.css";
import { OrderTableHead } from "./order-table-head.tsx";
import { OrderTableRow } from "./order-table-row.tsx";
import type { OrderTableProps } from "./table-props.ts";

const ROW_HEIGHTS: Record<Density, number> = { comfortable: 40, compact: 31 };
/** On one line. The header is part of what scrolls, so that the rows begin below it. */
const HEAD_HEIGHT = 40;
/** Tables with more data columns than this use another layout on narrow screens. */
const SHARED_COLUMNS = 6;
/** With more than any list has by itself a table scrolls sideways; its columns are not squeezed. */
const DENSE_COLUMNS = 8;
/** Printed tables can't be virtualised; a list longer than the longest page is exported, not printed. */
const PRINTED_ROWS = 500;

/** The order table: fixed header, body of at most 550 px, only visible rows are rendered. */
export function OrderTable(props: OrderTableProps) {
  const { title, columns, isSortable, widths, onWidth, idLabel, statuses, rows, isBusy, sort, onSort } = props;
  const { mark, assignee, selectedIds, allSelected, onSelect, list, onDelete, instead } = props;
  const { view, total, isCapped, hasRows, gone, rowAt, setRange } = rows;
  const viewport = useRef<HTMLDivElement>(null);
  const isEmpty = instead !== null;
  const [density] = useDensity();
  const rowHeight = ROW_HEIGHTS[density];
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: isEmpty ? 0 : view.count,
    getScrollElement: () => viewport.current,
    estimateSize: () => rowHeight,
    measureElement: (element, entry, { indexFromElement, measurementsCache }) =>
      // The height that the browser reports; reading it when the row is created would force a layout for each row.
      entry?.borderBoxSize[0]?.blockSize ?? measurementsCache[indexFromElement(element)]?.size ?? rowHeight,
    scrollMargin: HEAD_HEIGHT,
    overscan: useIsPrinting() ? PRINTED_ROWS : 2,
  });
  const items = virtualizer.getVirtualItems();
  const first = items.at(0);
  const last = items.at(-1);
  useEffect(() => {
    if (first !== undefined && last !== undefined) setRange(first.index, last.index);
  }, [first, last, setRange]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or another sort starts at its top
  useEffect(() => {
    if (virtualizer.scrollOffset !== 0) virtualizer.scrollToOffset(0);
  }, [view.base, sort?.sort, sort?.dir]);

  const keptFocus = useKeptFocus(viewport);

  const below = last === undefined ? 0 : HEAD_HEIGHT + virtualizer.getTotalSize() - last.end;

  return (
    <section
      className={classes.viewport}
      data-density={density}
      ref={viewport}
      aria-label={`${title}, table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keyboard
      tabIndex={0}
      {...keptFocus}
    >
      <table
        className={classes.table}
        data-dense={columns.length > SHARED_COLUMNS && columns.length <= DENSE_COLUMNS}
        data-wide={columns.length > DENSE_COLUMNS}
        aria-label={title}
        data-blank={!hasRows}
        aria-busy={isBusy}
        aria-rowcount={isCapped ? -1 : total + 1}
      >
        <OrderTableHead
          columns={columns}
          isSortable={isSortable}
          idLabel={idLabel}
          sort={sort}
          onSort={onSort}
          widths={widths}
          onWidth={onWidth}
          statuses={statuses}
          allSelected={allSelected}
        />
        <tbody>
          {first !== undefined && first.index > 0 && <Spacer height={first.start - HEAD_HEIGHT} />}
          {items.map(({ index }) => {
            const row = rowAt(index);
            return (
              <OrderTableRow
                // Never by place: a row's elements show and act on one order for as long as they exist.
                key={row?.order_id ?? `place-${index}`}
                row={row}
                index={index}
                position={view.base + index + 2}
                columns={columns}
                widths={widths}
                mark={mark}
                assignee={assignee}
                gone={row === undefined ? undefined : gone.get(row.order_id)}
                isSelected={row !== undefined && selectedIds.has(row.order_id)}
                measure={virtualizer.measureElement}
                onSelect={onSelect}
                list={list}
                onDelete={onDelete}
              />
            );
          })}
          {below > 0 && <Spacer height={below} />}
        </tbody>
      </table>
      {isEmpty && <div className={classes.instead}>{instead}</div>}
    </section>
  );
}

/** Spacer for the rows that are not rendered. */
function Spacer({ height }: { height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the row is not focusable
    <tr aria-hidden="true">
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}
