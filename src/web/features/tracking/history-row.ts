import { formatNewYork } from "#contract/dates.ts";
import { shownIp, shownOs, splitBrowser, type VisitorDownload } from "#contract/downloads.ts";

/** The columns of Downloaded History, in their order; each is also a key of the locale files. */
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

/** What each column shows of a download; what is not known is `-`. */
export function historyRow(entry: VisitorDownload, index: number): Record<HistoryColumn, string> {
  const { browser, device, deviceType } = splitBrowser(entry.browser);
  return {
    number: String(index + 1),
    orderId: String(entry.order_id),
    time: formatNewYork(entry.create_ts),
    ip: shownIp(entry.ip) || "-",
    device: device || "-",
    deviceType: deviceType || "-",
    browser: browser || "-",
    os: shownOs(entry.os) || "-",
    location: entry.timezone || "-",
  };
}
