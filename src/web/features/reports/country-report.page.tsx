import { Button } from "@mantine/core";
import { IconDownload, IconWorldOff } from "@tabler/icons-react";
import { useEffect, useMemo, useRef } from "react";
import { useLocation, useSearchParams } from "react-router";
import { formatDay } from "#contract/dates.ts";
import type { CountryRow } from "#contract/reports/reports.ts";
import { errorMessage, toApiError } from "#web/platform/api-error.ts";
import { saveBytes } from "#web/platform/file-tab.ts";
import { toast } from "#web/platform/toasts.ts";
import { useIsPrinting } from "#web/platform/use-is-printing.ts";
import { useListUrl } from "#web/platform/use-list-url.ts";
import { announce } from "#web/ui/announcer.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { TableFooter } from "#web/ui/order-table/table-footer.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RefreshButton } from "#web/ui/refresh-button.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { CountryChart } from "./country-chart.tsx";
import { countryCsv, countryCsvName } from "./country-csv.ts";
import classes from "./country-report.module.css";
import { matchingRows, pageOf, totalsOf } from "./country-rows.ts";
import { CountryTable } from "./country-table.tsx";
import { parseReportDates, type ReportDates, withReportDates } from "./report-dates.ts";
import { ReportForm } from "./report-form.tsx";
import { useCountryReportQuery, useLazyCountryReportQuery } from "./reports.api.ts";

const TITLE = "Country Order Details";

/** `/admin/country-order-list`: orders by nationality (decision record 0048). Dates, page and size are in the URL. */
export function CountryReportPage() {
  const [params] = useSearchParams();
  const dates = useMemo(() => parseReportDates(params), [params]);
  const [url, changeUrl] = useListUrl();
  const { rows, error, isFetching, submit, refresh } = useCountryReport(dates);
  const matching = useMemo(() => rows && matchingRows(rows, url.search), [rows, url.search]);
  const totals = useMemo(() => totalsOf(matching ?? []), [matching]);
  useSearchReport(url.search, matching?.length);

  const isPrinting = useIsPrinting();
  const { page, base, shown } = pageOf(matching ?? [], url.page, isPrinting ? "all" : url.size);
  const hasFailed = rows === undefined && error !== undefined && !isFetching;
  return (
    <div className={classes.page}>
      <PageHeader title={TITLE}>
        <RefreshButton onRefresh={refresh} />
      </PageHeader>
      <div data-screen-only>
        <ReportForm dates={dates} error={error} onSubmit={submit} />
      </div>
      <p data-print-only>{printedText(dates, url.search)}</p>
      <div className={classes.toolbar} data-screen-only>
        <SearchBox
          label="Search nationalities"
          placeholder="Search"
          value={url.search}
          onSearch={(search) => changeUrl({ search })}
        />
        <ExportCsvButton rows={matching ?? []} dates={dates} />
      </div>
      <div className={classes.columns}>
        <div className={classes.frame}>
          <CountryTable
            title={TITLE}
            rows={matching && shown}
            base={base}
            totals={totals}
            isBusy={isFetching}
            instead={instead()}
          />
          <TableFooter
            page={page}
            size={url.size}
            view={{ base, count: shown.length }}
            total={matching?.length ?? 0}
            isTotalKnown={matching !== undefined}
            hasFailed={hasFailed}
            onPage={(wanted) => changeUrl({ page: wanted })}
            onSize={(size) => changeUrl({ size })}
          />
        </div>
        {!hasFailed && (
          <div data-screen-only>
            <CountryChart rows={matching} />
          </div>
        )}
      </div>
    </div>
  );

  function instead() {
    if (hasFailed) return <ErrorState error={error} onRetry={refresh} />;
    if (matching?.length !== 0) return null;
    return <EmptyState icon={<IconWorldOff size={28} stroke={1.5} aria-hidden />} hint={whyEmpty(dates, url.search)} />;
  }
}

function whyEmpty({ fromDate, toDate }: ReportDates, search: string): string {
  if (search !== "") return "No nationality fits the search.";
  const isPart = fromDate !== "" || toDate !== "";
  return isPart ? "No order was created on these days." : "Orders count here by nationality, as soon as there are any.";
}

/** The heading of a printed report: its form and search are not printed. */
function printedText({ fromDate, toDate }: ReportDates, search: string): string {
  const days = [fromDate && `From ${formatDay(fromDate)}`, toDate && `To ${formatDay(toDate)}`];
  return [...days, search && `Search: ${search}`].filter((words) => words !== "").join(" · ");
}

/** Announces the result of a search to assistive technology; the initial report is not announced. */
function useSearchReport(search: string, found: number | undefined): void {
  const reported = useRef(search);
  useEffect(() => {
    if (found === undefined || reported.current === search) return;
    reported.current = search;
    announce(found === 1 ? "1 nationality found" : `${found} nationalities found`);
  }, [search, found]);
}

const UNAUTHENTICATED = 401;

/**
 * The report of these dates. Failures always show a toast, a success only after Submit (decision record 0048); the end
 * of a session has already been reported.
 */
function useCountryReport(dates: ReportDates) {
  const { currentData, error, isFetching, refetch } = useCountryReportQuery(dates);
  const [load] = useLazyCountryReportQuery();
  const [, setParams] = useSearchParams();
  // The table's search text.
  const { state } = useLocation();

  useEffect(() => {
    if (error === undefined) return;
    if (toApiError(error).httpStatus !== UNAUTHENTICATED) toast.error(errorMessage(error), { id: "country-report" });
  }, [error]);

  const submit = async (wanted: ReportDates) => {
    // The same dates must not add another history entry.
    const replace = wanted.fromDate === dates.fromDate && wanted.toDate === dates.toDate;
    setParams((current) => withReportDates(current, wanted), { replace, preventScrollReset: true, state });
    try {
      // Shares the request that the new URL causes, or makes a fresh one when the dates are the same.
      const { message } = await load(wanted).unwrap();
      toast.success(message);
    } catch {
      // Reported above: both read the same result.
    }
  };
  return { rows: currentData?.data, error, isFetching, submit, refresh: refetch };
}

/** Saves all rows of the current filter, on every page, with their totals. */
function ExportCsvButton({ rows, dates }: { rows: readonly CountryRow[]; dates: ReportDates }) {
  const save = () => {
    saveBytes(countryCsv(rows), "text/csv;charset=utf-8", countryCsvName(dates));
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
