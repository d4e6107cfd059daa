import * as z from "zod";
import { monthSchema } from "#contract/date-schemas.ts";
import type { Month } from "#contract/dates.ts";
import { defineOperation } from "#contract/operation.ts";
import { cleanLine } from "#contract/text.ts";
import { listInput } from "./order-filter.ts";
import { directionSchema, sortSchema } from "./orders.ts";
import { type ListName, listNameSchema, QUEUE } from "./queues.ts";

/** The column headings in order. No passport number and no date of birth: those are shown only on the order's screen. */
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
  "Flight Number",
  "Due At (UTC)",
  "Document",
  "Refunded Amount",
  "Refund Left",
] as const;

export const exportOrders = defineOperation({
  method: "POST",
  path: "/admin/export-orders/:orderName",
  summary: "A whole queue, or the hits of a search in it, as CSV",
  access: "orders:export",
  shows: "rows",
  fresh: true,
  params: z.object({ orderName: listNameSchema }),
  // In the body: a search is often an e-mail address, which must not appear in a URL.
  body: listInput({
    sort: sortSchema.optional(),
    dir: directionSchema.optional(),
    month: monthSchema.optional(),
    /** Searches shorter than the minimum export everything, as the list shows everything. */
    search: z
      .string({ error: "search must be text." })
      .max(200, "At most 200 characters.")
      .meta({ examples: ["perera"] })
      .transform(cleanLine)
      .optional(),
  }),
  data: z.null(),
  binary: "text/csv; charset=utf-8",
});

/** `orders-awaiting-response-2026-03-01.csv`: the list and the day of the export (`YYYY-MM-DD`). */
export function exportName(list: ListName, month: Month | undefined, day: string): string {
  const words = [QUEUE[list].label, ...(month === undefined ? [] : [month])].join(" ").replace("Order ", "");
  return `orders-${words.toLowerCase().replaceAll(" ", "-")}-${day}.csv`;
}
