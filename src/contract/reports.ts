import * as z from "zod";
import { daySchema, notDay } from "./dates.ts";
import { MESSAGES } from "./messages.ts";
import { defineOperation } from "./operation.ts";

/** The row of orders whose nationality fits no country we know. */
export const UNKNOWN_NATIONALITY = "Unknown";

/** Orders of one nationality: all, and by processing mode; the three add up to `count` (D-19). */
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

/** A day, or none: date inputs hand an empty text over when nothing is chosen. */
const dayOrNone = z
  .union([z.literal(""), daySchema], { error: notDay })
  .nullish()
  .transform((day) => (day ? day : undefined));

/** Creation days in UTC, both included; without them everything (decision 10). */
export const countryReportSchema = z
  .object({ fromDate: dayOrNone, toDate: dayOrNone })
  .refine(({ fromDate, toDate }) => fromDate === undefined || toDate === undefined || fromDate <= toDate, {
    error: MESSAGES.dateRange,
    path: ["fromDate"],
  });
export type CountryReportRange = z.infer<typeof countryReportSchema>;

export const countryReport = defineOperation({
  method: "POST",
  path: "/admin/get-country-order-count",
  summary: "Orders by nationality, without Pending and Deleted, the most frequent first",
  access: "orders:work",
  body: countryReportSchema,
  data: z.array(countryRowSchema),
});
