import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { memo } from "react";
import { LAYOUT_COLUMNS } from "#contract/orders/order-columns.ts";
import { BadgeWidth } from "../status-badge.tsx";
import classes from "./order-table.module.css";
import { rowCheckbox } from "./row-checkbox.tsx";
import { sizedCell } from "./sized-cell.ts";
import type { OrderTableProps } from "./table-props.ts";
import { useColumnModel } from "./use-column-model.ts";

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;

function SortIcon({ direction }: { direction: "asc" | "desc" | false }) {
  const SortedIcon = direction === false ? IconArrowsSort : { asc: IconArrowUp, desc: IconArrowDown }[direction];
  return <SortedIcon size={14} aria-hidden className={classes.sortIcon} data-sorted={direction !== false} />;
}

type Props = Pick<
  OrderTableProps,
  "columns" | "isSortable" | "idLabel" | "sort" | "onSort" | "widths" | "statuses" | "allSelected"
>;

/** The columns and their sort; a page turn doesn't draw it again. */
export const OrderTableHead = memo(function OrderTableHead({ allSelected: all, widths, statuses, ...model }: Props) {
  const table = useColumnModel(model);
  return (
    <thead className={classes.head}>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} aria-rowindex={1}>
          <th scope="col" className={classes.select}>
            {rowCheckbox({
              label: all.label,
              isChecked: all.isChecked,
              isMixed: all.isSome && !all.isChecked,
              onChange: all.onToggle,
            })}
          </th>
          {group.headers.map((header) => {
            const column = LAYOUT_COLUMNS.find((each) => each === header.column.id);
            const direction = header.column.getIsSorted();
            const canSort = header.column.getCanSort();
            return (
              <th
                key={header.id}
                scope="col"
                data-column={header.column.id}
                {...sizedCell(column && widths.get(column))}
                aria-sort={canSort ? (direction === false ? "none" : ARIA_SORT[direction]) : undefined}
              >
                {canSort ? (
                  <button type="button" className={classes.sort} onClick={() => header.column.toggleSorting()}>
                    <table.FlexRender header={header} />
                    <SortIcon direction={direction} />
                  </button>
                ) : (
                  <span className={classes.label}>
                    <table.FlexRender header={header} />
                  </span>
                )}
                {header.column.id === "process_status" && <BadgeWidth statuses={statuses} />}
              </th>
            );
          })}
          <th scope="col" className={classes.action}>
            Action
          </th>
        </tr>
      ))}
    </thead>
  );
});
