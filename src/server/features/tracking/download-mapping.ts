import type { DownloadEntry, VisitorDownload } from "#contract/downloads/downloads.ts";
import type { downloads } from "#server/platform/db/schema.ts";
import { englishCountryName } from "#server/platform/geo/country-names.ts";

type Download = typeof downloads.$inferSelect;

export function toDownloadEntry({ download, file1 }: { download: Download; file1: string }): DownloadEntry {
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
    more: download.moreStarted,
    more_completed: download.moreCompleted,
  };
}

/** The customer's list, limited to the fields that the page shows. */
export function toVisitorDownloads(rows: readonly Download[]): VisitorDownload[] {
  return rows.map(({ orderId, createdAt, ip, timezone, browser, os }) => ({
    order_id: orderId,
    create_ts: createdAt.toISOString(),
    ip,
    timezone,
    browser,
    os,
  }));
}
