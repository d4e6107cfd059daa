import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { memo } from "react";
import { BadgeWidth } from "../status-badge.tsx";
import { ColumnEdge, widthByKey } from "./column-edge.tsx";
import { headColumns, nextSort } from "./head-columns.ts";
import classes from "./order-table.module.css";
import { RowCheckbox } from "./row-checkbox.tsx";
import { sizedCell } from "./sized-cell.ts";
import type { OrderTableProps } from "./table-props.ts";

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;

function SortIcon({ direction }: { direction: "asc" | "desc" | null }) {
  const SortedIcon = direction === null ? IconArrowsSort : { asc: IconArrowUp, desc: IconArrowDown }[direction];
  return <SortedIcon size={14} aria-hidden className={classes.sortIcon} data-sorted={direction !== null} />;
}

type Props = Pick<
  OrderTableProps,
  "columns" | "isSortable" | "idLabel" | "sort" | "onSort" | "widths" | "onWidth" | "statuses" | "allSelected"
>;

/** The columns and their sort; a page turn doesn't draw it again. */
export const OrderTableHead = memo(function OrderTableHead(props: Props) {
  const { sort, onSort, widths, onWidth, statuses, allSelected: all } = props;
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1}>
        <th scope="col" className={classes.select}>
          <RowCheckbox
            label={all.label}
            isChecked={all.isChecked}
            isMixed={all.isSome && !all.isChecked}
            onChange={all.onToggle}
          />
        </th>
        {headColumns(props).map(({ column, label, field }) => {
          const direction = sort !== null && sort.sort === field ? sort.dir : null;
          return (
            <th
              key={column}
              scope="col"
              data-column={column}
              {...sizedCell(widths.get(column))}
              aria-sort={field && (direction === null ? "none" : ARIA_SORT[direction])}
            >
              {field === undefined ? (
                <span className={classes.label}>{label}</span>
              ) : (
                <button
                  type="button"
                  className={classes.sort}
                  aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
                  onClick={() => onSort(nextSort(sort, field))}
                  onKeyDown={(event) => {
                    const width = event.shiftKey ? widthByKey(event) : null;
                    if (width !== null) onWidth(column, width);
                  }}
                >
                  <span>{label}</span>
                  <SortIcon direction={direction} />
                </button>
              )}
              <ColumnEdge
                label={label}
                width={widths.get(column)}
                onWidth={(width) => onWidth(column, width)}
                isTabStop={field === undefined}
              />
              {column === "process_status" && <BadgeWidth statuses={statuses} />}
            </th>
          );
        })}
        <th scope="col" className={classes.action}>
          Action
        </th>
      </tr>
    </thead>
  );
});
