import { stringify } from "csv-stringify/sync";
import { SPREADSHEET } from "#contract/csv.ts";
import { EXPORT_HEADINGS } from "#contract/order-export.ts";
import { statusLabel } from "#contract/order-status.ts";
import { cleanLine } from "#contract/text.ts";
import { gateways, orders } from "#server/platform/db/schema.ts";
import { plainDecimal } from "#server/platform/money.ts";
import { countryName } from "./nationality.ts";

/** What an export reads of an order, in this order. */
export const exportColumns = {
  id: orders.id,
  status: orders.status,
  fullName: orders.fullName,
  email: orders.email,
  phoneCode: orders.phoneCode,
  telephoneNumber: orders.telephoneNumber,
  nationalityCode: orders.nationalityCode,
  arrivalDate: orders.arrivalDate,
  processingMode: orders.processingMode,
  processingDate: orders.processingDate,
  createdAt: orders.createdAt,
  isPaid: orders.isPaid,
  paidAt: orders.paidAt,
  refundedAt: orders.refundedAt,
  amount: orders.amount,
  currency: orders.currency,
  transactionId: orders.transactionId,
  merchantName: orders.merchantName,
  gateway: gateways.name,
};

type Columns = typeof exportColumns;
export type ExportRecord = {
  [K in keyof Columns]: Columns[K]["_"]["notNull"] extends true
    ? Columns[K]["_"]["data"]
    : Columns[K]["_"]["data"] | null;
};
const KEYS = Object.keys(exportColumns);

/** The rows of a cursor over `exportColumns` as lines of CSV. */
export function csvLines(rows: readonly unknown[][]): string {
  const cells = rows.map((row) =>
    exportCells(Object.fromEntries(KEYS.map((key, at) => [key, row[at]])) as ExportRecord),
  );
  return stringify(cells, { ...SPREADSHEET, bom: false });
}

/** The mark of UTF-8 and the headings. */
export const csvHead = () => stringify([[...EXPORT_HEADINGS]], SPREADSHEET);

const line = (text: string | null) => (text === null ? "" : cleanLine(text));
/** `2026-03-01 14:05:09`, which spreadsheets take for an instant. */
const instant = (at: Date | null) => at?.toISOString().slice(0, 19).replace("T", " ") ?? "";

function exportCells(order: ExportRecord): (string | number)[] {
  return [
    order.id,
    statusLabel(order.status, instant(order.refundedAt) || null),
    line(order.fullName),
    line(order.email),
    [line(order.phoneCode), line(order.telephoneNumber)].join(" ").trim(),
    countryName(order.nationalityCode),
    order.arrivalDate ?? "",
    order.processingMode,
    order.processingDate ?? "",
    instant(order.createdAt),
    order.isPaid ? "Yes" : "No",
    instant(order.paidAt),
    instant(order.refundedAt),
    order.amount === null ? "" : plainDecimal(order.amount),
    order.currency ?? "",
    line(order.transactionId),
    line(order.merchantName),
    line(order.gateway),
  ];
}
