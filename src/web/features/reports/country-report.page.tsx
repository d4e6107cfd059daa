import { IconWorldOff } from "@tabler/icons-react";
import { useEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import { RefreshButton } from "#web/features/orders/list/refresh-button.tsx";
import { useListUrl } from "#web/platform/use-list-url.ts";
import { announce } from "#web/ui/announcer.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { TableFooter } from "#web/ui/order-table/table-footer.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { CountryChart } from "./country-chart.tsx";
import classes from "./country-report.module.css";
import { matchingRows, pageOf, totalsOf } from "./country-rows.ts";
import { CountryTable } from "./country-table.tsx";
import { ExportCsvButton } from "./export-csv-button.tsx";
import { parseReportDates } from "./report-dates.ts";
import { ReportForm } from "./report-form.tsx";
import { useCountryReport } from "./use-country-report.ts";

const TITLE = "Country Order Details";

/** `/admin/country-order-list`: orders by nationality (decision 10). Dates, search, page and size stand in the address. */
export function CountryReportPage() {
  const [params] = useSearchParams();
  const dates = useMemo(() => parseReportDates(params), [params]);
  const [url, changeUrl] = useListUrl();
  const { rows, error, isFetching, submit, refresh } = useCountryReport(dates);
  const matching = useMemo(() => rows && matchingRows(rows, url.search), [rows, url.search]);
  const totals = useMemo(() => totalsOf(matching ?? []), [matching]);
  useSearchReport(url.search, matching?.length);

  const { page, base, shown } = pageOf(matching ?? [], url.page, url.size);
  const hasFailed = rows === undefined && error !== undefined && !isFetching;
  return (
    <div className={classes.page}>
      <PageHeader title={TITLE}>
        <RefreshButton onRefresh={refresh} />
      </PageHeader>
      <ReportForm dates={dates} error={error} onSubmit={submit} />
      <div className={classes.toolbar}>
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
        {!hasFailed && <CountryChart rows={matching} />}
      </div>
    </div>
  );

  function instead() {
    if (hasFailed) return <ErrorState error={error} onRetry={refresh} />;
    if (matching?.length !== 0) return null;
    return <EmptyState icon={<IconWorldOff size={28} stroke={1.5} aria-hidden />} />;
  }
}

/** Tells assistive technology what a search found; the first sight of the report needs no words. */
function useSearchReport(search: string, found: number | undefined): void {
  const reported = useRef(search);
  useEffect(() => {
    if (found === undefined || reported.current === search) return;
    reported.current = search;
    announce(found === 1 ? "1 nationality found" : `${found} nationalities found`);
  }, [search, found]);
}
