import { Button } from "@mantine/core";
import { useState } from "react";
import { DOWNLOADS_SHOWN, type DownloadEntry, PLACE_SOURCE } from "#contract/downloads/downloads.ts";
import { useIsPrinting } from "#web/platform/use-is-printing.ts";
import { RecordTable } from "#web/ui/record-table.tsx";
import { Section } from "#web/ui/section.tsx";
import { DOWNLOAD_COLUMNS } from "./download-columns.tsx";
import classes from "./downloads.module.css";

/** Downloads by people; those of mail scanners and previews are collapsed, because they prove nothing (decision record 0028). */
export function DownloadHistorySection({ downloads }: { downloads: readonly DownloadEntry[] }) {
  const [hasAutomated, setAutomated] = useState(false);
  const isPrinting = useIsPrinting();
  const automated = downloads.filter((entry) => entry.automated).length;
  const shown = downloads
    .filter((entry) => hasAutomated || isPrinting || !entry.automated)
    .toSorted((a, b) => b.id - a.id);
  return (
    <Section
      title="Download History"
      empty={shown.length === 0 ? "Downloads by the customer are listed here." : undefined}
      actions={
        automated > 0 && (
          <Button variant="default" size="xs" aria-expanded={hasAutomated} onClick={() => setAutomated(!hasAutomated)}>
            {`${hasAutomated ? "Hide" : "Show"} ${automated} automated`}
          </Button>
        )
      }
    >
      {shown.length > 0 && (
        <RecordTable label="Download History" columns={DOWNLOAD_COLUMNS} rows={shown} rowKey={(entry) => entry.id} />
      )}
      {downloads.length === DOWNLOADS_SHOWN && (
        <p className={classes.source}>{`The newest ${DOWNLOADS_SHOWN} downloads are shown.`}</p>
      )}
      {shown.length > 0 && (
        <p className={classes.source}>
          <a href={PLACE_SOURCE.href} target="_blank" rel="noopener noreferrer">
            {PLACE_SOURCE.text}
          </a>
        </p>
      )}
    </Section>
  );
}
