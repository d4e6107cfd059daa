import { Checkbox, NativeSelect, Skeleton } from "@mantine/core";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { LayoutColumn } from "#contract/orders/order-columns.ts";
import { ALL_SORT_FIELDS, type OrderRow, type SortField } from "#contract/orders/orders.ts";
import type { ListSort } from "#web/platform/list-url.ts";
import { StatusBadge } from "../status-badge.tsx";
import { CustomerMarks } from "./customer-marks.tsx";
import { headColumns } from "./head-columns.ts";
import classes from "./order-cards.module.css";
import { IdLink, OrderValue } from "./order-cell.tsx";
import { ORDER_COLUMNS } from "./order-columns.ts";
import { RowActions } from "./row-actions.tsx";
import { RowCheckbox } from "./row-checkbox.tsx";
import type { OrderTableProps } from "./table-props.ts";

const CARD_HEIGHT = 190;
const GAP = 8;

/** The table on a phone: the same rows as cards that scroll with the page. */
export function OrderCards(props: OrderTableProps) {
  const { title, columns, idLabel, rows, isBusy, sort, onSort, selectedIds, allSelected, instead } = props;
  const { mark, assignee, onSelect, list, onDelete } = props;
  const { view, total, isCapped, gone, rowAt, setRange } = rows;
  const cards = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(cards.current?.offsetTop ?? 0), []);
  const virtualizer = useWindowVirtualizer({
    count: instead === null ? view.count : 0,
    estimateSize: () => CARD_HEIGHT,
    overscan: 4,
    gap: GAP,
    scrollMargin: top,
  });
  const items = virtualizer.getVirtualItems();
  const first = items.at(0);
  const last = items.at(-1);
  useEffect(() => {
    if (first !== undefined && last !== undefined) setRange(first.index, last.index);
  }, [first, last, setRange]);

  return (
    <section aria-label={title} aria-busy={isBusy}>
      <div className={classes.tools}>
        <Checkbox
          label={allSelected.label}
          checked={allSelected.isChecked}
          indeterminate={allSelected.isSome && !allSelected.isChecked}
          onChange={(event) => allSelected.onToggle(event.currentTarget.checked)}
        />
        <NativeSelect
          aria-label="Sort by"
          data={sortChoices(props)}
          value={toSortChoice(sort)}
          onChange={(event) => onSort(fromSortChoice(event.currentTarget.value))}
        />
      </div>
      {instead !== null && <div className={classes.instead}>{instead}</div>}
      <ul ref={cards} className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => {
          const row = rowAt(item.index);
          return (
            <li
              key={row?.order_id ?? `place-${item.index}`}
              ref={virtualizer.measureElement}
              data-index={item.index}
              aria-setsize={isCapped ? -1 : total}
              aria-posinset={view.base + item.index + 1}
              className={classes.card}
              data-order={row?.order_id}
              data-selected={row !== undefined && selectedIds.has(row.order_id)}
              data-gone={row !== undefined && gone.has(row.order_id)}
              style={{ transform: `translateY(${item.start - top}px)` }}
            >
              {row === undefined ? (
                <Skeleton height={CARD_HEIGHT - 34} radius={4} />
              ) : (
                <Card
                  row={row}
                  columns={columns}
                  idLabel={idLabel}
                  mark={mark}
                  assignee={assignee}
                  gone={gone.get(row.order_id)}
                  isSelected={selectedIds.has(row.order_id)}
                  onSelect={onSelect}
                  list={list}
                  onDelete={onDelete}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface CardProps
  extends Pick<OrderTableProps, "columns" | "idLabel" | "mark" | "assignee" | "onSelect" | "list" | "onDelete"> {
  row: OrderRow;
  gone: string | undefined;
  isSelected: boolean;
}

const IN_HEAD: readonly LayoutColumn[] = ["order_id", "process_status"];

const Card = memo(function Card(props: CardProps) {
  const { row, columns, idLabel, mark: Mark, assignee, gone, isSelected, onSelect, list, onDelete } = props;
  return (
    <>
      <div className={classes.head}>
        <span data-select>
          <RowCheckbox
            size="sm"
            label={`Select order ${row.order_id}`}
            isChecked={isSelected}
            onChange={(wanted, isRange) => onSelect(row, wanted, isRange)}
          />
        </span>
        <strong className="ad-numbers">
          <span className="ad-visually-hidden">{`${idLabel} `}</span>
          <span>
            <IdLink orderId={row.order_id} list={list} />
          </span>
        </strong>
        <Mark orderId={row.order_id} />
        <CustomerMarks row={row} />
        <span className={classes.badge}>
          <StatusBadge status={row.process_status} refundDate={row.refund_date} />
        </span>
      </div>
      <dl className={classes.facts}>
        {columns
          .filter((column) => !IN_HEAD.includes(column))
          .map((column) => (
            <div key={column}>
              <dt>{ORDER_COLUMNS[column].label}</dt>
              <dd>
                <OrderValue column={column} row={row} assignee={assignee} gone={gone} list={list} />
              </dd>
            </div>
          ))}
      </dl>
      <div className={classes.actions}>
        <RowActions row={row} list={list} onDelete={onDelete} />
      </div>
    </>
  );
});

const NONE = "";

function toSortChoice(sort: ListSort | null): string {
  return sort === null ? NONE : `${sort.sort} ${sort.dir}`;
}

function fromSortChoice(choice: string): ListSort | null {
  const [field, dir] = choice.split(" ");
  const sort = ALL_SORT_FIELDS.find((known) => known === field);
  return sort === undefined ? null : { sort, dir: dir === "desc" ? "desc" : "asc" };
}

/** Both directions of every shown column that can be sorted, and of a hidden one that the list is sorted by, for layouts without a clickable header. */
function sortChoices(props: OrderTableProps): { value: string; label: string }[] {
  const { sort } = props;
  const shown = headColumns(props).filter(({ field }) => field !== undefined);
  const isHidden = sort !== null && shown.every(({ field }) => field !== sort.sort);
  const hidden = isHidden ? [{ field: sort.sort, label: labelOf(sort.sort) }] : [];
  const both = [...shown, ...hidden].flatMap(({ field, label }) => [
    { value: `${field} asc`, label: `${label} ↑` },
    { value: `${field} desc`, label: `${label} ↓` },
  ]);
  return [{ value: NONE, label: "Queue's default order" }, ...both];
}

/** The phone code is no column, but an address may sort by it. */
function labelOf(field: SortField): string {
  return field === "phone_code" ? "Phone Code" : ORDER_COLUMNS[field].label;
}
