import * as z from "zod";
import { instantSchema } from "#contract/date-schemas.ts";

/** Why a fetch of the file does not count as a download by a person (decision record 0028), as shown to staff. */
export const AUTOMATION_LABELS = {
  headers: "It asked for the headers alone",
  prefetch: "A browser fetched it ahead of a press",
  embedded: "A page or mail loaded it as a picture or part of itself",
  scanner: "A mail scanner or link checker",
  program: "A program, no browser",
  nameless: "It sent no user agent",
} as const;
export type Automation = keyof typeof AUTOMATION_LABELS;
const AUTOMATIONS = Object.keys(AUTOMATION_LABELS) as [Automation, ...Automation[]];

/** The licence of the country data requires this line, with its link, on every screen that shows a country (CC BY 4.0). */
export const PLACE_SOURCE = { text: "IP geolocation by DB-IP", href: "https://db-ip.com" } as const;
export const UNKNOWN_PLACE = "Unknown place";

/** Number of newest downloads that an order shows. */
export const DOWNLOADS_SHOWN = 200;

/** One download as staff see it. Automated ones are shown but don't count as a person's (decision record 0028). */
export const downloadEntrySchema = z
  .object({
    id: z.int(),
    order_id: z.int(),
    create_ts: instantSchema,
    completed_at: instantSchema.nullable(),
    ip: z.string(),
    /** Country in which the address is registered: ISO alpha-2 and English name; null when no register lists it. */
    country: z.string().nullable(),
    place: z.string().nullable(),
    timezone: z.string().nullable(),
    browser: z.string(),
    os: z.string(),
    user_agent: z.string(),
    file1: z.string(),
    automated: z.boolean(),
    /** Null for people, and for rows older than this field. */
    automated_reason: z.enum(AUTOMATIONS).nullable(),
    /** After twenty downloads an hour one row stands for all further ones: how many, and how many of them were completed. */
    more: z.int(),
    more_completed: z.int(),
    /** The customer's word on the tracking page that it was not theirs; absent without it. */
    report: z
      .object({
        id: z.int(),
        at: instantSchema,
        note: z.string(),
        ip: z.string(),
        device: z.string(),
        place: z.string().nullable(),
        /** The member who dealt with it; null while it waits. */
        settled_by: z.string().nullable(),
      })
      .optional(),
  })
  .meta({ id: "DownloadEntry" });
export type DownloadEntry = z.infer<typeof downloadEntrySchema>;

/** The same download as the customer sees it. */
export const visitorDownloadSchema = downloadEntrySchema
  .pick({ order_id: true, create_ts: true, ip: true, timezone: true, browser: true, os: true })
  // Absent unless asked for: the id for a report, and when the customer reported it.
  .extend({ id: z.int().optional(), reported_at: instantSchema.nullable().optional() })
  .meta({ id: "VisitorDownload" });
export type VisitorDownload = z.infer<typeof visitorDownloadSchema>;
