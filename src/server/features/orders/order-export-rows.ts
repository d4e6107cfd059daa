import { stringify } from "csv-stringify/sync";
import { SPREADSHEET } from "#contract/csv.ts";
import { EXPORT_HEADINGS } from "#contract/order-export.ts";
import { statusLabel } from "#contract/order-status.ts";
import { cleanLine } from "#contract/text.ts";
import { plainDecimal } from "#server/platform/money.ts";
import { countryName } from "./nationality.ts";
import type { ExportRecord } from "./order-export.repository.ts";

/** Orders as lines of CSV. */
export function csvLines(records: readonly ExportRecord[]): string {
  return stringify(records.map(exportCells), { ...SPREADSHEET, bom: false });
}

/** The mark of UTF-8 and the headings. */
export const csvHead = () => stringify([[...EXPORT_HEADINGS]], SPREADSHEET);

const line = (text: string | null) => (text === null ? "" : cleanLine(text));

function exportCells(order: ExportRecord): (string | number)[] {
  return [
    order.id,
    statusLabel(order.status, order.refundedAt),
    line(order.fullName),
    line(order.email),
    [line(order.phoneCode), line(order.telephoneNumber)].join(" ").trim(),
    countryName(order.nationalityCode),
    order.arrivalDate ?? "",
    order.processingMode,
    order.processingDate ?? "",
    order.createdAt ?? "",
    order.isPaid ? "Yes" : "No",
    order.paidAt ?? "",
    order.refundedAt ?? "",
    order.amount === null ? "" : plainDecimal(order.amount),
    order.currency ?? "",
    line(order.transactionId),
    line(order.merchantName),
    line(order.gateway),
  ];
}
