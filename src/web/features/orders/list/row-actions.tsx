import { Link } from "react-router";
import type { OrderRow } from "#contract/orders.ts";
import { viewOrderHref } from "#web/platform/paths.ts";
import classes from "./row-actions.module.css";

interface Props {
  row: OrderRow;
  /** Absent: this row has no Delete. */
  onDelete?: (() => void) | undefined;
}

/** The Action cell: View, and Delete for those who may. */
export function RowActions({ row: { order_id }, onDelete }: Props) {
  return (
    <span className={classes.actions}>
      <Link data-open className={classes.view} to={viewOrderHref(order_id)} aria-label={`View order ${order_id}`}>
        View
      </Link>
      {onDelete !== undefined && (
        <button type="button" className={classes.delete} aria-label={`Delete order ${order_id}`} onClick={onDelete}>
          Delete
        </button>
      )}
    </span>
  );
}
