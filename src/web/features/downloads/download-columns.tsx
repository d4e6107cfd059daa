import { Badge, Skeleton } from "@mantine/core";
import { shownIp, shownOs, splitBrowser } from "#contract/downloads/download-labels.ts";
import { AUTOMATION_LABELS, type DownloadEntry, UNKNOWN_PLACE } from "#contract/downloads/downloads.ts";
import { Instant } from "#web/ui/instant.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import classes from "./downloads.module.css";

const orDash = (text: string | null) => (text ? text : "-");

/** The columns of the download history for staff. */
export const DOWNLOAD_COLUMNS: readonly RecordColumn<DownloadEntry>[] = [
  { header: "Date & Time", cell: whenCell },
  { header: "Device IP Address", isLong: true, cell: addressCell },
  { header: "Device Type", cell: ({ browser }) => orDash(splitBrowser(browser).deviceType) },
  {
    header: "Browser",
    cell: (entry) => <span title={entry.user_agent}>{orDash(splitBrowser(entry.browser).browser)}</span>,
  },
  { header: "OS", cell: ({ os }) => orDash(shownOs(os)) },
  { header: "Device Location", cell: ({ timezone }) => orDash(timezone) },
];

function addressCell({ ip, place }: DownloadEntry) {
  return (
    <>
      <span translate="no">{shownIp(ip)}</span>
      <span className={classes.note}>{place ?? UNKNOWN_PLACE}</span>
    </>
  );
}

const loadReport = async () => (await import("./download-report.tsx")).DownloadReport;

function whenCell(entry: DownloadEntry) {
  const {
    order_id: orderId,
    create_ts,
    completed_at,
    automated,
    automated_reason,
    more,
    more_completed,
    report,
  } = entry;
  return (
    <>
      <Instant at={create_ts} />
      <span className={classes.note}>{completed_at === null ? "Not finished" : "Finished"}</span>
      {more > 0 && (
        <span className={classes.note}>{`and ${more} more by this visitor, ${more_completed} of them finished`}</span>
      )}
      {automated && (
        <Badge variant="default" size="sm" tt="none" fw={500}>
          Automated
        </Badge>
      )}
      {report !== undefined && (
        <LoadedPart load={loadReport} props={{ orderId, report }} skeleton={<Skeleton height={60} />} />
      )}
      {automated_reason !== null && <span className={classes.note}>{AUTOMATION_LABELS[automated_reason]}</span>}
    </>
  );
}
