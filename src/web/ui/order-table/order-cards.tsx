import { Checkbox, NativeSelect, Skeleton } from "@mantine/core";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { OrderRow } from "#contract/orders.ts";
import { StatusBadge } from "../status-badge.tsx";
import classes from "./order-cards.module.css";
import { type ColumnId, ORDER_COLUMNS } from "./order-columns.ts";
import { fromSortChoice, sortChoices, toSortChoice } from "./sort-choice.ts";
import type { OrderTableProps } from "./table-props.ts";

const CARD_HEIGHT = 190;
const GAP = 8;

/** The table on a phone: the same rows as cards that scroll with the page. */
export function OrderCards(props: OrderTableProps) {
  const { title, columns, idLabel, rows, isBusy, sort, onSort, selectedIds, onSelect, allSelected, actions, instead } =
    props;
  const { view, total, isCapped, rowAt, setRange } = rows;
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
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
          data={sortChoices(columns, idLabel)}
          value={toSortChoice(sort)}
          onChange={(event) => onSort(fromSortChoice(event.currentTarget.value))}
        />
      </div>
      {instead !== null && <div className={classes.instead}>{instead}</div>}
      <ul ref={list} className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
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
              style={{ transform: `translateY(${item.start - top}px)` }}
            >
              {row === undefined ? (
                <Skeleton height={CARD_HEIGHT - 34} radius={4} />
              ) : (
                <Card
                  row={row}
                  columns={columns}
                  idLabel={idLabel}
                  isSelected={selectedIds.has(row.order_id)}
                  onSelect={onSelect}
                  actions={actions}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface CardProps extends Pick<OrderTableProps, "columns" | "idLabel" | "onSelect" | "actions"> {
  row: OrderRow;
  isSelected: boolean;
}

const IN_HEAD: readonly ColumnId[] = ["order_id", "process_status"];

function Card({ row, columns, idLabel, isSelected, onSelect, actions }: CardProps) {
  return (
    <>
      <div className={classes.head}>
        <Checkbox
          aria-label={`Select order ${row.order_id}`}
          checked={isSelected}
          onChange={(event) => onSelect([row], event.currentTarget.checked)}
        />
        <strong className="ad-numbers">
          <span className="ad-visually-hidden">{idLabel} </span>
          {row.order_id}
        </strong>
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
              <dd>{ORDER_COLUMNS[column].text(row)}</dd>
            </div>
          ))}
      </dl>
      <div className={classes.actions}>{actions(row)}</div>
    </>
  );
}
