import { MESSAGES } from "#contract/messages.ts";
import { parseOrderId } from "#contract/orders/order-id.ts";
import { emailKey as keyOfEmail } from "#contract/text.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import type { Limits } from "#server/features/auth/limits.ts";
import { AppError, notFound } from "#server/platform/app-error.ts";
import type { Visitor } from "#server/platform/http/access.ts";
import type { Client } from "#server/platform/http/client.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { createDownloadReports } from "./download-reports.ts";
import { createDownloadsService, type DownloadsDeps } from "./downloads.service.ts";
import { findTrackable } from "./trackable-order.ts";
import { deleteExpiredGrants, deleteGrants, findGrants, moveGrants, upsertGrant } from "./visitor-grants.repository.ts";
import { hashVisitorToken, isSameText, makeVisitorToken, xsrfTokenOf } from "./visitor-token.ts";

export interface TrackingDeps extends DownloadsDeps {
  /** Whether cookies are marked Secure. */
  isHttps: boolean;
  /** Counts an attempt before it is checked. */
  limits: Pick<Limits, "tracking" | "answer">;
}

export type TrackingService = ReturnType<typeof createTrackingService>;

export const GRANT_SECONDS = 30 * 60;

export function createTrackingService(deps: TrackingDeps) {
  const { db, now, metrics, timeline, orders, limits, isHttps, countryOf } = deps;
  /** Compared instead of the e-mail address of an unknown order, so that both refusals do the same work. */
  const placeholderEmail = makeVisitorToken();

  /** Undefined when the cookie has no valid grant. */
  async function findVisitor(token: string | undefined): Promise<Visitor | undefined> {
    if (token === undefined) return undefined;
    const tokenHash = hashVisitorToken(token);
    const grants = await findGrants(db, tokenHash, now());
    return grants.size === 0 ? undefined : { tokenHash, grants };
  }

  const beginCounted: Limits["tracking"] = async (request) => {
    try {
      return await limits.tracking(request);
    } catch (error) {
      if (error instanceof AppError && error.code === "rate_limited") {
        metrics?.count("tracking_failures_total", { kind: "limited" });
      }
      throw error;
    }
  };

  /**
   * Grants a visitor access who knows an order id and its e-mail address. The grants of `given`, the token of the
   * visitor's current cookie, move to the new cookie, and the old one becomes invalid.
   * @returns the token of the new cookie
   * @throws AppError rate_limited, or the same not_found for every wrong input
   */
  async function track(
    { orderId, email }: { orderId: string; email: string },
    client: Client,
    formerToken: string | undefined,
  ): Promise<string> {
    const id = parseOrderId(orderId);
    const emailKey = keyOfEmail(email);
    const attempt = await beginCounted({ ip: client.ip, emailKey, orderId: id });
    const order = await findTrackable(deps, db, id ?? 0);
    // Orders from before domains had one form keep theirs.
    const isMatch = isSameText(emailKey, order === undefined ? placeholderEmail : keyOfEmail(order.emailKey));
    if (order === undefined || !isMatch) {
      metrics?.count("tracking_failures_total", { kind: attempt.exhausted === null ? "wrong" : "limited" });
      throw attempt.exhausted ?? notFound(VISITOR_MESSAGES.trackNotFound);
    }
    await attempt.succeeded();
    // Always a new token, against session fixation.
    const token = makeVisitorToken();
    const tokenHash = hashVisitorToken(token);
    const at = now();
    await db.transaction(async (tx) => {
      const data = { ip: client.ip, user_agent: client.userAgent, country: countryOf(client.ip) };
      // Lock the order's row first, as a purge, a change of the address and an objection to it do before they end grants.
      await orders.lock(tx, order.id);
      const current = await findTrackable(deps, tx, order.id);
      if (current?.emailKey !== order.emailKey) throw notFound(VISITOR_MESSAGES.trackNotFound);
      await timeline.recordFor(tx, at, order.id, null, { type: "tracked", data });
      if (formerToken !== undefined)
        await moveGrants(tx, { from: hashVisitorToken(formerToken), to: tokenHash, now: at });
      const expiresAt = new Date(at.getTime() + GRANT_SECONDS * 1000);
      await upsertGrant(tx, { tokenHash, orderId: order.id, createdAt: at, expiresAt, ...client });
    });
    return token;
  }

  const pruneGrants = () => deleteExpiredGrants(db, now());

  return {
    ...createDownloadsService(deps),
    ...createDownloadReports(deps),
    isHttps,
    track,
    findVisitor,

    /** Deletes the grants of a cookie, if any. */
    async leave(token: string | undefined): Promise<void> {
      if (token !== undefined) await deleteGrants(db, hashVisitorToken(token));
    },

    /** @throws AppError unauthenticated without a valid cookie, xsrf for a request not made by our page */
    async requireVisitor(call: { token: string | undefined; xsrf: string; isCrossSite: boolean }): Promise<Visitor> {
      const { token, xsrf, isCrossSite } = call;
      const visitor = await findVisitor(token);
      if (token === undefined || visitor === undefined) {
        throw new AppError("unauthenticated", VISITOR_MESSAGES.visitorNoGrant);
      }
      if (isCrossSite || !isSameText(xsrf, xsrfTokenOf(token))) throw new AppError("xsrf", MESSAGES.xsrf);
      return visitor;
    },

    pruneGrants,

    registerJobs(jobs: Jobs): void {
      jobs.schedule("visitor-grants-prune", "41 * * * *", pruneGrants);
    },
  };
}
