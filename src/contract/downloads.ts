import * as z from "zod";
import { instantSchema } from "./dates.ts";

/** Why a fetch of the file is no download by a person (decision 14), and what staff read about it. */
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

/** The licence of the places asks for this line, with its link, on every screen that shows one (CC BY 4.0). */
export const PLACE_SOURCE = { text: "IP geolocation by DB-IP", href: "https://db-ip.com" } as const;
export const UNKNOWN_PLACE = "Unknown place";

/** One download as staff see it. Automated ones are stored and shown, but are no download by a person (decision 14). */
export const downloadEntrySchema = z
  .object({
    id: z.int(),
    order_id: z.int(),
    create_ts: instantSchema,
    completed_at: instantSchema.nullable(),
    ip: z.string(),
    /** Where the address is registered: ISO alpha-2 and its English name; null when no register has it. */
    country: z.string().nullable(),
    place: z.string().nullable(),
    timezone: z.string().nullable(),
    browser: z.string(),
    os: z.string(),
    user_agent: z.string(),
    file1: z.string(),
    automated: z.boolean(),
    /** Null for people, and for rows from before reasons were kept. */
    automated_reason: z.enum(AUTOMATIONS).nullable(),
  })
  .meta({ id: "DownloadEntry" });
export type DownloadEntry = z.infer<typeof downloadEntrySchema>;

/** The same as the customer sees it. */
export const visitorDownloadSchema = downloadEntrySchema
  .pick({ order_id: true, create_ts: true, ip: true, timezone: true, browser: true, os: true })
  .meta({ id: "VisitorDownload" });
export type VisitorDownload = z.infer<typeof visitorDownloadSchema>;

const withoutUnknown = (text: string) => text.replaceAll("Unknown", "").trim();

/**
 * The stored browser text `Browser-Version-Device-Type`, split as the specification does: part 0 is the browser,
 * part 2 the device, parts 2 and 3 together the device type; the word Unknown goes.
 */
export function splitBrowser(browser: string): { browser: string; device: string; deviceType: string } {
  const [name = "", , device = "", type = ""] = browser.split("-").map(withoutUnknown);
  return { browser: name, device, deviceType: [device, type].filter((part) => part !== "").join(" ") };
}

export function shownOs(os: string): string {
  return withoutUnknown(os);
}

/** An address without the prefix that IPv4 wears inside IPv6. */
export function shownIp(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.)/i, "");
}
