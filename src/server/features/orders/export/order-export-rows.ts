import { stringify } from "csv-stringify/sync";
import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { SPREADSHEET } from "#contract/csv.ts";
import { EXPORT_HEADINGS } from "#contract/orders/order-export.ts";
import { statusLabel } from "#contract/orders/status-labels.ts";
import { cleanLine } from "#contract/text.ts";
import { gateways, orders } from "#server/platform/db/schema.ts";
import { plainDecimal, refundPosition } from "#server/platform/money.ts";
import { countryName } from "../nationality.ts";

/** `2026-03-01 14:05:09` in UTC, a format for spreadsheets; formatted by the database to avoid a Date per value. */
function second(column: AnyPgColumn) {
  return sql<string | null>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;
}

/** The columns that an export reads. */
export const exportColumns = {
  id: orders.id,
  status: orders.status,
  fullName: orders.fullName,
  email: orders.email,
  phoneCode: orders.phoneCode,
  telephoneNumber: orders.telephoneNumber,
  nationalityCode: orders.nationalityCode,
  nationalityText: orders.nationalityText,
  arrivalDate: orders.arrivalDate,
  processingMode: orders.processingMode,
  processingDate: orders.processingDate,
  createdAt: second(orders.createdAt),
  isPaid: orders.isPaid,
  paidAt: second(orders.paidAt),
  refundedAt: second(orders.refundedAt),
  amount: orders.amount,
  currency: orders.currency,
  transactionId: orders.transactionId,
  merchantName: orders.merchantName,
  gateway: gateways.name,
  flightNumber: orders.flightNumber,
  dueAt: second(orders.dueAt),
  refunds: sql<{ amount: string | null; currency: string | null }[] | null>`(
    select json_agg(json_build_object('amount', r.amount::text, 'currency', r.currency)) from refunds r
    where r.order_id = ${orders.id} and r.undone_at is null)`,
  hasDocument: sql<boolean>`exists (select from documents d where d.order_id = ${orders.id})`,
};

type Columns = typeof exportColumns;
type Value<C> =
  C extends SQL<infer T>
    ? T
    : C extends AnyPgColumn
      ? C["_"]["notNull"] extends true
        ? C["_"]["data"]
        : C["_"]["data"] | null
      : never;
export type ExportRecord = { [K in keyof Columns]: Value<Columns[K]> };

/** Orders as lines of CSV. */
export function csvLines(records: readonly ExportRecord[]): string {
  return stringify(records.map(exportCells), { ...SPREADSHEET, bom: false });
}

/** The UTF-8 byte order mark and the headings. */
export const csvHead = () => stringify([[...EXPORT_HEADINGS]], SPREADSHEET);

const line = (text: string | null) => (text === null ? "" : cleanLine(text));

const position = ({ amount, currency, refunds, refundedAt }: ExportRecord) =>
  refundPosition({ amount, currency }, refunds ?? [], refundedAt !== null);

/** The value for each heading. */
const CELLS: Record<(typeof EXPORT_HEADINGS)[number], (order: ExportRecord) => string | number> = {
  "Order Id": ({ id }) => id,
  Status: ({ status, refundedAt }) => statusLabel(status, refundedAt),
  "Full Name": ({ fullName }) => line(fullName),
  Email: ({ email }) => line(email),
  Telephone: ({ phoneCode, telephoneNumber }) => [line(phoneCode), line(telephoneNumber)].join(" ").trim(),
  Nationality: ({ nationalityCode: code, nationalityText: text }) =>
    code === null && text !== null ? `${countryName(code)} (${line(text)})` : countryName(code),
  "Arrival Date": ({ arrivalDate }) => arrivalDate ?? "",
  "Processing Mode": ({ processingMode }) => processingMode,
  "Processing Date": ({ processingDate }) => processingDate ?? "",
  "Created At (UTC)": ({ createdAt }) => createdAt ?? "",
  Paid: ({ isPaid }) => (isPaid ? "Yes" : "No"),
  "Paid At (UTC)": ({ paidAt }) => paidAt ?? "",
  "Refund Date (UTC)": ({ refundedAt }) => refundedAt ?? "",
  Amount: ({ amount, currency }) => (amount === null ? "" : plainDecimal(amount, currency)),
  Currency: ({ currency }) => currency ?? "",
  "Transaction Id": ({ transactionId }) => line(transactionId),
  "Merchant Name": ({ merchantName }) => line(merchantName),
  Gateway: ({ gateway }) => line(gateway),
  "Flight Number": ({ flightNumber }) => line(flightNumber),
  "Due At (UTC)": ({ dueAt }) => dueAt ?? "",
  Document: ({ hasDocument }) => (hasDocument ? "Yes" : "No"),
  "Refunded Amount": (order) => (order.refunds === null ? "" : (position(order).recorded ?? "")),
  "Refund Left": (order) => (order.status === "Refunds" ? (position(order).left ?? "") : ""),
};

const exportCells = (order: ExportRecord) => EXPORT_HEADINGS.map((heading) => CELLS[heading](order));
