import type { OrderRow } from "#contract/orders/orders.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { OrderLink } from "./order-link.tsx";
import classes from "./row-actions.module.css";

interface Props {
  row: OrderRow;
  list: ListName;
  /** Absent: the rows have no Delete. */
  onDelete: ((row: OrderRow) => void) | undefined;
}

/** The Action cell: View, and Delete for members with the permission. */
export function RowActions({ row, list, onDelete }: Props) {
  return (
    <span className={classes.actions}>
      <OrderLink
        data-open
        className={classes.view}
        orderId={row.order_id}
        list={list}
        aria-label={`View order ${row.order_id}`}
      >
        View
      </OrderLink>
      {onDelete !== undefined && (
        <button
          type="button"
          className={classes.delete}
          aria-label={`Delete order ${row.order_id}`}
          onClick={() => onDelete(row)}
        >
          Delete
        </button>
      )}
    </span>
  );
}
