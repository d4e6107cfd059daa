import type { DownloadEntry, VisitorDownload } from "#contract/downloads.ts";
import { englishCountryName } from "#server/platform/geo/country-names.ts";
import type { DownloadRecord } from "./downloads.repository.ts";

export function toDownloadEntry({ download, file1 }: DownloadRecord): DownloadEntry {
  return {
    id: download.id,
    order_id: download.orderId,
    create_ts: download.createdAt.toISOString(),
    completed_at: download.completedAt?.toISOString() ?? null,
    ip: download.ip,
    country: download.country,
    place: download.country === null ? null : englishCountryName(download.country),
    timezone: download.timezone,
    browser: download.browser,
    os: download.os,
    user_agent: download.userAgent,
    file1,
    automated: download.isAutomated,
    automated_reason: download.automation,
  };
}

/** The customer's own list: what people did, and no more of it than the page shows. */
export function toVisitorDownloads(records: readonly DownloadRecord[]): VisitorDownload[] {
  return records
    .filter(({ download }) => !download.isAutomated)
    .map(({ download: { orderId, createdAt, ip, timezone, browser, os } }) => ({
      order_id: orderId,
      create_ts: createdAt.toISOString(),
      ip,
      timezone,
      browser,
      os,
    }));
}
