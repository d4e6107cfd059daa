import { Badge } from "@mantine/core";
import { type DownloadEntry, shownIp, shownOs, splitBrowser } from "#contract/downloads.ts";
import { Instant } from "#web/ui/instant.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import classes from "./downloads.module.css";

const orDash = (text: string | null) => (text ? text : "-");

/** The columns of the download history as staff see it. */
export const DOWNLOAD_COLUMNS: readonly RecordColumn<DownloadEntry>[] = [
  { header: "Date & Time", cell: whenCell },
  { header: "Device IP Address", isLong: true, cell: ({ ip }) => shownIp(ip) },
  { header: "Device Type", cell: ({ browser }) => orDash(splitBrowser(browser).deviceType) },
  {
    header: "Browser",
    cell: (entry) => <span title={entry.user_agent}>{orDash(splitBrowser(entry.browser).browser)}</span>,
  },
  { header: "OS", cell: ({ os }) => orDash(shownOs(os)) },
  { header: "Device Location", cell: ({ timezone }) => orDash(timezone) },
];

function whenCell({ create_ts, completed_at, automated }: DownloadEntry) {
  return (
    <>
      <Instant at={create_ts} />
      <span className={classes.note}>{completed_at === null ? "Not finished" : "Finished"}</span>
      {automated && (
        <Badge variant="default" size="sm" tt="none" fw={500}>
          Automated
        </Badge>
      )}
    </>
  );
}
