import * as z from "zod";
import { type Month, monthSchema } from "./dates.ts";
import { defineOperation } from "./operation.ts";
import { LIST_STATUS, type ListName, listNameSchema, STATUS_LABELS } from "./order-status.ts";
import { directionSchema, sortSchema } from "./orders.ts";
import { cleanLine } from "./text.ts";

/** The headings of an exported list, in order. No passport number and no date of birth: those stay on the order's screen. */
export const EXPORT_HEADINGS = [
  "Order Id",
  "Status",
  "Full Name",
  "Email",
  "Telephone",
  "Nationality",
  "Arrival Date",
  "Processing Mode",
  "Processing Date",
  "Created At (UTC)",
  "Paid",
  "Paid At (UTC)",
  "Refund Date (UTC)",
  "Amount",
  "Currency",
  "Transaction Id",
  "Merchant Name",
  "Gateway",
] as const;

export const exportOrders = defineOperation({
  method: "GET",
  path: "/admin/export-orders/:orderName",
  summary: "A whole queue, or what a search finds in it, as CSV",
  access: "orders:export",
  params: z.object({ orderName: listNameSchema }),
  query: z.object({
    sort: sortSchema.optional(),
    dir: directionSchema.optional(),
    month: monthSchema.optional(),
    /** What is shorter than a search begins with exports everything, as the list shows everything. */
    search: z
      .string({ error: "search is text." })
      .max(200, "At most 200 characters.")
      .meta({ examples: ["perera"] })
      .transform(cleanLine)
      .optional(),
  }),
  data: z.null(),
  binary: "text/csv; charset=utf-8",
});

/** What people call a list in a sentence. */
export function listWords(list: ListName): string {
  const status = LIST_STATUS[list];
  return status === null ? "Order History" : STATUS_LABELS[status];
}

/** `orders-awaiting-response-2026-03-01.csv` of a list and the day (`YYYY-MM-DD`) it was exported on. */
export function exportName(list: ListName, month: Month | undefined, day: string): string {
  const words = [listWords(list), ...(month === undefined ? [] : [month])].join(" ").replace("Order ", "");
  return `orders-${words.toLowerCase().replaceAll(" ", "-")}-${day}.csv`;
}
