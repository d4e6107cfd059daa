import { useEffect } from "react";
import { useLocation, useSearchParams } from "react-router";
import { errorMessage, toApiError } from "#web/platform/api-error.ts";
import { toast } from "#web/platform/toasts.ts";
import { type ReportDates, withReportDates } from "./report-dates.ts";
import { useCountryReportQuery, useLazyCountryReportQuery } from "./reports.api.ts";

const UNAUTHENTICATED = 401;

/**
 * The report of these dates. Failures always show a toast, a success only after Submit (decision record 0048); the end
 * of a session has already been reported.
 */
export function useCountryReport(dates: ReportDates) {
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
  const refresh = async () => {
    await refetch();
  };
  return { rows: currentData?.data, error, isFetching, submit, refresh };
}
