import type { MouseEvent } from "react";
import type { OrderRow } from "#contract/orders/orders.ts";
import { viewOrderHref } from "#web/platform/paths.ts";
import classes from "./row-actions.module.css";

interface Props {
  row: OrderRow;
  onOpen: (event: MouseEvent<HTMLAnchorElement>) => void;
  /** Absent: the rows have no Delete. */
  onDelete: ((row: OrderRow) => void) | undefined;
}

/** The Action cell: View, and Delete for members with the permission. */
export function RowActions({ row, onOpen, onDelete }: Props) {
  return (
    <span className={classes.actions}>
      <a
        data-open
        className={classes.view}
        href={viewOrderHref(row.order_id)}
        aria-label={`View order ${row.order_id}`}
        onClick={onOpen}
      >
        View
      </a>
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
