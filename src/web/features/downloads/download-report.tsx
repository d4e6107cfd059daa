import { Button } from "@mantine/core";
import { formatDateTimeUtc } from "#contract/dates.ts";
import { settleDownloadReport } from "#contract/downloads/download-reports.ts";
import type { DownloadEntry } from "#contract/downloads/downloads.ts";
import { anyAnswer } from "#web/features/orders/order-tags.ts";
import { api } from "#web/platform/api.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";
import { toast } from "#web/platform/toasts.ts";
import classes from "./downloads.module.css";

interface Props {
  orderId: number;
  report: NonNullable<DownloadEntry["report"]>;
}

const { useSettleDownloadReportMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    settleDownloadReport: build.mutation({
      ...callOf(settleDownloadReport, ({ reportId }: { orderId: number; reportId: number }) => ({
        body: { reportId },
      })),
      invalidatesTags: anyAnswer,
    }),
  }),
});

/** What the customer said about a download that was not theirs, and from where. */
export function DownloadReport({ orderId, report }: Props) {
  const [settle, { isLoading }] = useSettleDownloadReportMutation();
  const { id: reportId, at, note, device, ip, place, settled_by: by } = report;
  const run = async () => {
    try {
      await settle({ orderId, reportId }).unwrap();
    } catch (error) {
      toast.error(errorMessage(error), { about: `download report ${reportId}` });
    }
  };
  return (
    <div>
      <strong>The customer says: not me</strong>
      <span className={classes.note}>
        {`${formatDateTimeUtc(at)}, ${device}, ${ip}${place === null ? "" : ` (${place})`}`}
      </span>
      {note !== "" && (
        <span className={classes.note} dir="auto">
          {note}
        </span>
      )}
      {by === null ? (
        <Button variant="default" size="compact-xs" loading={isLoading} data-screen-only onClick={run}>
          Mark as dealt with
        </Button>
      ) : (
        <span className={classes.note}>{`Dealt with by ${by}`}</span>
      )}
    </div>
  );
}
