import * as z from "zod";
import { daySchema, notDay } from "#contract/date-schemas.ts";
import { defineOperation } from "#contract/operation.ts";
import { REPORT_MESSAGES } from "./messages.ts";

/** The row of orders whose nationality matches no known country. */
export const UNKNOWN_NATIONALITY = "Unknown";

/** Orders of one nationality: all, and by processing mode; the three add up to `count` (decision record 0048). */
export const countryRowSchema = z
  .object({
    nationality: z.string(),
    count: z.int(),
    standard_count: z.int(),
    priority_count: z.int(),
    future_count: z.int(),
  })
  .meta({ id: "CountryRow" });
export type CountryRow = z.infer<typeof countryRowSchema>;

/** A day or empty: date inputs submit an empty text when nothing is chosen. */
const dayOrNone = z
  .union([z.literal(""), daySchema], { error: notDay })
  .nullish()
  .transform((day) => (day ? day : undefined));

/** Creation days in UTC, both inclusive; all orders without them (decision record 0048). */
export const countryReportSchema = z
  .object({ fromDate: dayOrNone, toDate: dayOrNone })
  .refine(({ fromDate, toDate }) => fromDate === undefined || toDate === undefined || fromDate <= toDate, {
    error: REPORT_MESSAGES.dateRange,
    path: ["fromDate"],
  });
export type CountryReportRange = z.infer<typeof countryReportSchema>;

export const countryReport = defineOperation({
  method: "POST",
  path: "/admin/get-country-order-count",
  summary: "Orders by nationality, without Pending and Deleted, the most frequent first",
  access: "orders:work",
  shows: "nothing",
  body: countryReportSchema,
  data: z.array(countryRowSchema),
});
