import { formatDateTimeUtc, formatDay } from "#contract/dates.ts";
import type { OrderRow, SortField } from "#contract/orders.ts";

export type ColumnId = Exclude<SortField, "phone_code">;

export interface OrderColumn {
  label: string;
  /** Smallest width in px; what is left over goes to the columns that grow. */
  width: number;
  grows: boolean;
  /** Digits stand below each other. */
  numbers: boolean;
  /** The text of a cell; status is drawn as a badge instead. */
  text: (row: OrderRow) => string;
}

const MISSING = "-";

function telephone({ phone_code, telephone_number }: OrderRow): string {
  if (telephone_number === null) return MISSING;
  return phone_code === null ? telephone_number : `${phone_code} ${telephone_number}`;
}

function column(label: string, width: number, text: OrderColumn["text"], numbers = false, grows = false): OrderColumn {
  return { label, width, text, numbers, grows };
}

/** Every data column of the order tables. */
export const ORDER_COLUMNS: Record<ColumnId, OrderColumn> = {
  order_id: column("Order Id", 88, (row) => String(row.order_id), true),
  full_name: column("Name", 96, (row) => row.full_name ?? MISSING, false, true),
  email: column("Email", 116, (row) => row.email ?? MISSING, false, true),
  telephone_number: column("Telephone", 148, telephone, true),
  created_at: column("Date & Time", 166, (row) => formatDateTimeUtc(row.created_at), true),
  refund_date: column("Refund Date", 112, (row) => formatDay(row.refund_date), true),
  processing_date: column("Processing Date", 132, (row) => formatDay(row.processing_date), true),
  process_month: column("Process Month", 120, (row) => row.process_month ?? MISSING),
  process_status: column("Status", 168, (row) => row.process_status),
};
