import { Skeleton } from "@mantine/core";
import { StatusBadge } from "../status-badge.tsx";
import { type ColumnId, ORDER_COLUMNS } from "./order-columns.ts";
import type { Slot } from "./table-props.ts";

/** What a cell shows: a badge for the status, text for the rest, a bar of about that length while it loads. */
export function OrderCell({ column, slot: { row } }: { column: ColumnId; slot: Slot }) {
  if (row === undefined) return <Skeleton height={12} radius={4} width={column === "process_status" ? 110 : "72%"} />;
  if (column === "process_status") return <StatusBadge status={row.process_status} refundDate={row.refund_date} />;
  return ORDER_COLUMNS[column].text(row);
}
