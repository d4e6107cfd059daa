import { Badge } from "@mantine/core";
import { shownIp, shownOs, splitBrowser } from "#contract/downloads/download-labels.ts";
import { AUTOMATION_LABELS, type DownloadEntry, UNKNOWN_PLACE } from "#contract/downloads/downloads.ts";
import { Instant } from "#web/ui/instant.tsx";
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

function whenCell({ create_ts, completed_at, automated, automated_reason, more, more_completed }: DownloadEntry) {
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
      {automated_reason !== null && <span className={classes.note}>{AUTOMATION_LABELS[automated_reason]}</span>}
    </>
  );
}
