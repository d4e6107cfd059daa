import { formatNewYork } from "#contract/dates.ts";
import { shownIp, shownOs, splitBrowser } from "#contract/downloads/download-labels.ts";
import type { VisitorDownload } from "#contract/downloads/downloads.ts";

/** The columns of Downloaded History in order; each is also a key of the locale files. */
export const HISTORY_COLUMNS = [
  "number",
  "orderId",
  "time",
  "ip",
  "device",
  "deviceType",
  "browser",
  "os",
  "location",
] as const;
export type HistoryColumn = (typeof HISTORY_COLUMNS)[number];

/** The value of each column for a download; unknown values are `-`. */
export function historyRow(entry: VisitorDownload, index: number, language = "en"): Record<HistoryColumn, string> {
  const { browser, device, deviceType } = splitBrowser(entry.browser);
  return {
    number: String(index + 1),
    orderId: String(entry.order_id),
    time: formatNewYork(entry.create_ts, language),
    ip: shownIp(entry.ip) || "-",
    device: device || "-",
    deviceType: deviceType || "-",
    browser: browser || "-",
    os: shownOs(entry.os) || "-",
    location: entry.timezone || "-",
  };
}
