import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { CountryRow } from "#contract/reports/reports.ts";
import { announce } from "#web/ui/announcer.tsx";
import { countryCsv, countryCsvName } from "./country-csv.ts";
import type { ReportDates } from "./report-dates.ts";

/** Long enough for a slow machine to start reading the URL before it is revoked. */
const URL_LIFE_MS = 60_000;

/** Saves all rows of the current filter, on every page, with their totals. */
export function ExportCsvButton({ rows, dates }: { rows: readonly CountryRow[]; dates: ReportDates }) {
  const save = () => {
    const url = URL.createObjectURL(new Blob([countryCsv(rows)], { type: "text/csv;charset=utf-8" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = countryCsvName(dates);
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), URL_LIFE_MS);
    announce(`Exported ${rows.length} ${rows.length === 1 ? "row" : "rows"}`);
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      disabled={rows.length === 0}
      onClick={save}
    >
      Export CSV
    </Button>
  );
}
