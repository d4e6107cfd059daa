import { Checkbox } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import classes from "./order-table.module.css";
import type { OrderTableProps } from "./table-props.ts";
import type { SlotTable } from "./use-slot-table.tsx";

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;

function SortIcon({ direction }: { direction: "asc" | "desc" | false }) {
  const SortedIcon = direction === false ? IconArrowsSort : { asc: IconArrowUp, desc: IconArrowDown }[direction];
  return <SortedIcon size={14} aria-hidden className={classes.sortIcon} data-sorted={direction !== false} />;
}

export function OrderTableHead({ table, all }: { table: SlotTable; all: OrderTableProps["allSelected"] }) {
  return (
    <thead className={classes.head}>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} aria-rowindex={1}>
          <th scope="col" className={classes.select}>
            <Checkbox
              size="xs"
              aria-label={all.label}
              checked={all.isChecked}
              indeterminate={all.isSome && !all.isChecked}
              onChange={(event) => all.onToggle(event.currentTarget.checked)}
            />
          </th>
          {group.headers.map((header) => {
            const direction = header.column.getIsSorted();
            return (
              <th key={header.id} scope="col" aria-sort={direction === false ? "none" : ARIA_SORT[direction]}>
                <button type="button" className={classes.sort} onClick={() => header.column.toggleSorting()}>
                  <table.FlexRender header={header} />
                  <SortIcon direction={direction} />
                </button>
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
}
