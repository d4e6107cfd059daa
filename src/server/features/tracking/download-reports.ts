import type * as z from "zod";
import { DOWNLOAD_REPORT_MESSAGES } from "#contract/downloads/download-reports.ts";
import type { reportDownload } from "#contract/tracking/tracking.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { requireFound } from "#server/platform/app-error.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import { requireGrant, type Visitor } from "#server/platform/http/access.ts";
import type { Client } from "#server/platform/http/client.ts";
import { findReport, findReportable, insertReport, settleReport } from "./download-reports.repository.ts";
import type { DownloadsDeps } from "./downloads.service.ts";
import { findTrackable } from "./trackable-order.ts";
import { deleteOtherGrants } from "./visitor-grants.repository.ts";

/** "Not you?": downloads that their customer calls somebody else's. */
export function createDownloadReports(deps: DownloadsDeps & { limits: { answer(ip: string): Promise<void> } }) {
  const { db, now, timeline, orders, countryOf, limits } = deps;

  async function report(
    tx: Transaction,
    visitor: Visitor,
    client: Client,
    { orderId, downloadId, note }: { orderId: number; downloadId: number; note: string },
  ): Promise<void> {
    // Locked first, as a purge and a change of the address do before they end what the visitor may see.
    await orders.lock(tx, orderId);
    requireFound(await findTrackable(deps, tx, orderId), VISITOR_MESSAGES.trackNotFound);
    const { reportId } = requireFound(await findReportable(tx, orderId, downloadId), VISITOR_MESSAGES.notFound);
    if (reportId !== null) return;
    const at = now();
    const { ip, userAgent } = client;
    const country = countryOf(ip);
    await insertReport(tx, { orderId, downloadId, reportedAt: at, note, ip, userAgent, country });
    const ended = await deleteOtherGrants(tx, orderId, visitor.tokenHash);
    await timeline.recordFor(tx, at, orderId, null, {
      type: "download-reported",
      data: { download_id: downloadId, note, ended_visits: ended, ip, user_agent: userAgent, country },
    });
  }

  return {
    /**
     * Notes that a download was somebody else's, and ends all visits to the order but this one. Once for each download.
     * @throws AppError rate_limited, forbidden, not_found also for a download that the customer's page does not show
     */
    async reportDownload(
      visitor: Visitor,
      client: Client,
      { orderId: given, downloadId, note }: z.output<typeof reportDownload.body>,
    ): Promise<void> {
      await limits.answer(client.ip);
      const { orderId } = requireGrant(visitor, given);
      await db.transaction((tx) => report(tx, visitor, client, { orderId, downloadId, note: note ?? "" }));
    },

    /** Dealing with it again changes nothing. @throws AppError not_found @returns the order */
    async settleDownloadReport(actor: { id: number }, reportId: number): Promise<number> {
      return await db.transaction(async (tx) => {
        const { orderId, downloadId } = requireFound(
          await findReport(tx, reportId),
          DOWNLOAD_REPORT_MESSAGES.reportNotFound,
        );
        requireFound(await orders.lock(tx, orderId), DOWNLOAD_REPORT_MESSAGES.reportNotFound);
        const at = now();
        if (await settleReport(tx, { id: reportId, at, by: actor.id })) {
          const data = { download_id: downloadId };
          await timeline.recordFor(tx, at, orderId, actor.id, { type: "download-report-settled", data });
        }
        return orderId;
      });
    },
  };
}
