import * as z from "zod";
import { defineOperation } from "#contract/operation.ts";
import { rowIdSchema } from "#contract/row-id.ts";

export const DOWNLOAD_REPORT_MESSAGES = {
  reportNotFound: "This report is not found.",
  reportSettled: "The report is dealt with.",
} as const;

export const settleDownloadReport = defineOperation({
  method: "POST",
  path: "/admin/settle-download-report",
  summary: "Deal with a customer's word that a download was not theirs; the word itself stays",
  access: "conversation:write",
  shows: "nothing",
  body: z.object({ reportId: rowIdSchema }),
  data: z.null(),
});
