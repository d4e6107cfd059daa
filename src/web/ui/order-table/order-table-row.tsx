import { memo } from "react";
import type { LayoutColumn } from "#contract/orders/order-columns.ts";
import type { OrderRow } from "#contract/orders/orders.ts";
import { CustomerMarks } from "./customer-marks.tsx";
import { OrderValue } from "./order-cell.tsx";
import classes from "./order-table.module.css";
import { RowActions } from "./row-actions.tsx";
import { RowCheckbox } from "./row-checkbox.tsx";
import { sizedCell } from "./sized-cell.ts";
import type { OrderTableProps } from "./table-props.ts";

interface Props
  extends Pick<OrderTableProps, "columns" | "widths" | "mark" | "assignee" | "onSelect" | "list" | "onDelete"> {
  /** Undefined while it loads. */
  row: OrderRow | undefined;
  /** Within the view. */
  index: number;
  /** Within the whole table, its header included. */
  position: number;
  /** What became of an order that has left the list. */
  gone: string | undefined;
  isSelected: boolean;
  /** Observes the row's height. */
  measure: (element: HTMLTableRowElement | null) => void;
}

/** A row of plain elements: it is drawn again only when the order, its selection or its place changes. */
export const OrderTableRow = memo(function OrderTableRow(props: Props) {
  const { row, index, position, columns, widths, mark: Mark, assignee, gone, isSelected, measure } = props;
  const { onSelect, list, onDelete } = props;
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={position}
      data-order={row?.order_id}
      data-selected={isSelected}
      data-gone={gone !== undefined}
      className={classes.row}
      data-loading={row === undefined}
    >
      <td className={classes.select} data-select>
        {row !== undefined && (
          <RowCheckbox
            label={`Select order ${row.order_id}`}
            isChecked={isSelected}
            onChange={(wanted, isRange) => onSelect(row, wanted, isRange)}
          />
        )}
      </td>
      {columns.map((column) => (
        <td key={column} data-column={column} {...sizedCell(widths.get(column))}>
          {row === undefined ? (
            <Placeholder column={column} />
          ) : (
            <OrderValue column={column} row={row} assignee={assignee} gone={gone} list={list} />
          )}
          {row !== undefined && column === "order_id" && (
            <>
              <Mark orderId={row.order_id} />
              <CustomerMarks row={row} />
            </>
          )}
        </td>
      ))}
      <td className={classes.action}>
        {row !== undefined && <RowActions row={row} list={list} onDelete={onDelete} />}
      </td>
    </tr>
  );
});

/** A bar about as long as the value that is loading. */
function Placeholder({ column }: { column: LayoutColumn }) {
  return <span className={classes.placeholder} data-short={column === "process_status"} />;
}
