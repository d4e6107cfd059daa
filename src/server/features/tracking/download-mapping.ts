import type { DownloadEntry, VisitorDownload } from "#contract/downloads/downloads.ts";
import type { downloadReports, downloads } from "#server/platform/db/schema.ts";
import { englishCountryName } from "#server/platform/geo/country-names.ts";
import { deviceName } from "#server/platform/http/device-name.ts";

type Download = typeof downloads.$inferSelect;

type Report = Omit<typeof downloadReports.$inferSelect, "orderId" | "downloadId" | "settledBy"> & {
  settler: string | null;
};

interface Downloaded {
  download: Download;
  file1: string;
  /** At most one. */
  reports?: readonly Report[];
}

const placeOf = (country: string | null) => (country === null ? null : englishCountryName(country));

export function toDownloadEntry({ download, file1, reports: [report] = [] }: Downloaded): DownloadEntry {
  return {
    id: download.id,
    order_id: download.orderId,
    create_ts: download.createdAt.toISOString(),
    completed_at: download.completedAt?.toISOString() ?? null,
    ip: download.ip,
    country: download.country,
    place: placeOf(download.country),
    timezone: download.timezone,
    browser: download.browser,
    os: download.os,
    user_agent: download.userAgent,
    file1,
    automated: download.isAutomated,
    automated_reason: download.automation,
    more: download.moreStarted,
    more_completed: download.moreCompleted,
    ...(report && { report: toReport(report) }),
  };
}

function toReport({ id, reportedAt, note, ip, userAgent, country, settler }: Report) {
  const place = placeOf(country);
  return { id, at: reportedAt.toISOString(), note, ip, device: deviceName(userAgent), place, settled_by: settler };
}

type VisitorRow = Download & { reportedAt: Date | null };

/** The customer's list, limited to the fields that the page shows. */
export function toVisitorDownloads(rows: readonly VisitorRow[], hasIds: boolean): VisitorDownload[] {
  return rows.map(({ id, reportedAt, orderId, createdAt, ip, timezone, browser, os }) => ({
    order_id: orderId,
    create_ts: createdAt.toISOString(),
    ip,
    timezone,
    browser,
    os,
    ...(hasIds && { id, reported_at: reportedAt?.toISOString() ?? null }),
  }));
}
