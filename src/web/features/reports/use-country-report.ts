import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { errorMessage, toApiError } from "#web/platform/api-error.ts";
import { toast } from "#web/platform/toasts.ts";
import { type ReportDates, withReportDates } from "./report-dates.ts";
import { useCountryReportQuery, useLazyCountryReportQuery } from "./reports.api.ts";

const UNAUTHENTICATED = 401;

/**
 * The report of these dates. A failure is toasted whenever it happens, a success only after Submit (doubt D-19); the
 * end of a session has been told by then.
 */
export function useCountryReport(dates: ReportDates) {
  const { currentData, error, isFetching, refetch } = useCountryReportQuery(dates);
  const [load] = useLazyCountryReportQuery();
  const [, setParams] = useSearchParams();

  useEffect(() => {
    if (error === undefined) return;
    if (toApiError(error).httpStatus !== UNAUTHENTICATED) toast.error(errorMessage(error), { id: "country-report" });
  }, [error]);

  const submit = async (wanted: ReportDates) => {
    // The same dates again are no further step on the way back.
    const replace = wanted.fromDate === dates.fromDate && wanted.toDate === dates.toDate;
    setParams((current) => withReportDates(current, wanted), { replace, preventScrollReset: true });
    try {
      // The same request as the one that the new address causes, or a fresh one when the dates are the same.
      const { message } = await load(wanted).unwrap();
      toast.success(message);
    } catch {
      // Told above: both look at the same answer.
    }
  };
  const refresh = async () => {
    await refetch();
  };
  return { rows: currentData?.data, error, isFetching, submit, refresh };
}
