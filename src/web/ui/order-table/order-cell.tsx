import type { ComponentType } from "react";
import { formatDay } from "#contract/dates.ts";
import type { LayoutColumn } from "#contract/orders/order-columns.ts";
import type { OrderRow } from "#contract/orders/orders.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { Breakable } from "../breakable.tsx";
import { DueTime } from "../due-time.tsx";
import { Instant } from "../instant.tsx";
import { StatusBadge } from "../status-badge.tsx";
import classes from "./order-cell.module.css";
import { ORDER_COLUMNS } from "./order-columns.ts";
import { OrderLink } from "./order-link.tsx";

interface Props {
  column: LayoutColumn;
  row: OrderRow;
  assignee: ComponentType<{ orderId: number }>;
  /** What became of an order that has left the list; it takes the place of the e-mail, which every list has. */
  gone?: string | undefined;
  list: ListName;
}

const FREE_TEXT: readonly LayoutColumn[] = ["assignee", "nationality", "flight", "gateway"];

/** The id as a link to its order. The row's stop for the Tab key is View: a second one would double the way. */
export function IdLink({ orderId, list }: { orderId: number; list: ListName }) {
  return (
    <OrderLink className={classes.id} orderId={orderId} list={list} tabIndex={-1} translate="no">
      {orderId}
    </OrderLink>
  );
}

/** A value of an order, for tables and cards. */
export function OrderValue({ column, row, assignee: Assignee, gone, list }: Props) {
  if (column === "order_id") return <IdLink orderId={row.order_id} list={list} />;
  if (column === "process_status") return <StatusBadge status={row.process_status} refundDate={row.refund_date} />;
  if (column === "email" && gone !== undefined) {
    return (
      <span className={classes.gone} title={gone}>
        {gone}
      </span>
    );
  }
  if (column === "email" && row.email !== null) return <Breakable text={row.email} />;
  if (column === "due_at" && typeof row.due_at === "string") return <DueTime at={row.due_at} />;
  if (column === "refund_date" || column === "processing_date" || column === "arrival_date") {
    // A date would break at its hyphens.
    return (
      <span className="ad-nowrap" translate="no">
        {ORDER_COLUMNS[column].text(row)}
      </span>
    );
  }
  if (FREE_TEXT.includes(column)) {
    return (
      <bdi className={classes.free} translate="no">
        {column === "assignee" ? <Assignee orderId={row.order_id} /> : ORDER_COLUMNS[column].text(row)}
      </bdi>
    );
  }
  // In an element of its own: a browser that translates the page replaces text nodes, and a change would not be shown.
  if (column !== "created_at") return <span translate="no">{ORDER_COLUMNS[column].text(row)}</span>;
  return (
    <>
      <Instant at={row.created_at} />
      {/* The sort field of the Priority queue. */}
      {row.process_status === "Priority" && row.arrival_date !== null && (
        <span className={classes.second}>
          <span>Arrives</span> <span className="ad-nowrap">{formatDay(row.arrival_date)}</span>
        </span>
      )}
    </>
  );
}
