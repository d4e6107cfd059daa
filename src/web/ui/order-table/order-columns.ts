import { formatDateTimeUtc, formatDay } from "#contract/dates.ts";
import { MAIL_STATE_LABELS } from "#contract/mail/mail-state.ts";
import type { LayoutColumn } from "#contract/orders/order-columns.ts";
import type { OrderRow } from "#contract/orders/orders.ts";
import { refundText } from "./refund-text.ts";

export interface OrderColumn {
  label: string;
  /** The text of a cell. */
  text: (row: OrderRow) => string;
}

const MISSING = "-";
/** Not read yet, or changed since it was read. */
const UNREAD = "…";

function optional<T>(value: T | null | undefined, words: (value: T) => string): string {
  if (value === undefined) return UNREAD;
  return value === null ? MISSING : words(value);
}

const same = (value: string) => value;

function telephone({ phone_code, telephone_number }: OrderRow): string {
  if (telephone_number === null) return MISSING;
  return phone_code === null ? telephone_number : `${phone_code} ${telephone_number}`;
}

/** Every data column of the order tables; their widths are set in order-table.module.css. */
export const ORDER_COLUMNS: Record<LayoutColumn, OrderColumn> = {
  order_id: { label: "Order Id", text: (row) => String(row.order_id) },
  full_name: { label: "Name", text: (row) => row.full_name ?? MISSING },
  email: { label: "Email", text: (row) => row.email ?? MISSING },
  telephone_number: { label: "Telephone", text: telephone },
  created_at: { label: "Date & Time (UTC)", text: (row) => formatDateTimeUtc(row.created_at) },
  refund_date: { label: "Refund Date", text: (row) => formatDay(row.refund_date) },
  processing_date: { label: "Processing Date", text: (row) => formatDay(row.processing_date) },
  process_month: { label: "Process Month", text: (row) => row.process_month ?? MISSING },
  arrival_date: { label: "Arrival", text: (row) => formatDay(row.arrival_date) },
  due_at: { label: "Due (UTC)", text: (row) => optional(row.due_at, formatDateTimeUtc) },
  /** Drawn from the claims, not from the row. */
  assignee: { label: "Assignee", text: () => UNREAD },
  nationality: { label: "Nationality", text: (row) => optional(row.nationality, same) },
  mode: { label: "Mode", text: (row) => optional(row.mode, same) },
  flight: { label: "Flight", text: (row) => optional(row.flight, same) },
  document: { label: "Document", text: (row) => optional(row.document, (has) => (has ? "Yes" : "No")) },
  mail: { label: "Mail", text: (row) => optional(row.mail, (state) => MAIL_STATE_LABELS[state]) },
  gateway: { label: "Gateway", text: (row) => optional(row.gateway, same) },
  refund: {
    label: "Refund",
    text: (row) => optional(row.refund, (position) => refundText(position, row.refund_date !== null)),
  },
  process_status: { label: "Status", text: (row) => row.process_status },
};
