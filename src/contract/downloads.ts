import * as z from "zod";
import { instantSchema } from "./dates.ts";

/** One download as staff see it. Automated ones are stored and shown, but are no download by a person (decision 14). */
export const downloadEntrySchema = z
  .object({
    id: z.int(),
    order_id: z.int(),
    create_ts: instantSchema,
    completed_at: instantSchema.nullable(),
    ip: z.string(),
    timezone: z.string().nullable(),
    browser: z.string(),
    os: z.string(),
    user_agent: z.string(),
    file1: z.string(),
    automated: z.boolean(),
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
  return ip.replace(/^::ffff:/i, "");
}
