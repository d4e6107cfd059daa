import { MESSAGES } from "#contract/messages.ts";
import { parseOrderId } from "#contract/order-id.ts";
import { AppError, notFound } from "#server/platform/app-error.ts";
import type { Visitor } from "#server/platform/http/access.ts";
import type { Client } from "#server/platform/http/client.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { createDownloadsService, type DownloadsDeps, type DownloadsService } from "./downloads.service.ts";
import { findTrackable } from "./trackable-order.ts";
import { deleteExpiredGrants, findGrantedOrders, upsertGrant } from "./visitor-grants.repository.ts";
import { hashVisitorToken, isSameText, makeVisitorToken, xsrfTokenOf } from "./visitor-token.ts";

export interface TrackingDeps extends DownloadsDeps {
  /** Cookies are marked Secure. */
  isHttps: boolean;
  /**
   * `assertTracking` counts a try before it is looked at, or throws AppError rate_limited; a right one is given back.
   * An order id that is none is null.
   */
  limits: {
    assertTracking(ip: string, orderId: number | null): Promise<void>;
    trackingSucceeded(ip: string, orderId: number | null): Promise<void>;
  };
}

export interface TrackingService extends DownloadsService {
  readonly isHttps: boolean;
  /**
   * Lets a visitor in who knows an order and its e-mail. `token` is the cookie he already has: it keeps its orders.
   * @returns the token of his cookie
   * @throws AppError rate_limited, or one and the same not_found whatever is wrong
   */
  track(request: { orderId: string; email: string }, client: Client, token: string | undefined): Promise<string>;
  /** Undefined when no order is open to this cookie any more. */
  findVisitor(token: string | undefined): Promise<Visitor | undefined>;
  /** @throws AppError unauthenticated without a live cookie, xsrf for a call that our page did not make */
  requireVisitor(call: { token: string | undefined; xsrf: string; isCrossSite: boolean }): Promise<Visitor>;
  pruneGrants(): Promise<void>;
  registerJobs(jobs: Jobs): void;
}

export const GRANT_SECONDS = 30 * 60;

export function createTrackingService(deps: TrackingDeps): TrackingService {
  const { db, now, timeline, orders, limits, isHttps, countryOf } = deps;
  /** Stands in for the e-mail of an order that does not exist, so that both refusals do the same work. */
  const nobody = makeVisitorToken();

  const findVisitor: TrackingService["findVisitor"] = async (token) => {
    if (token === undefined) return undefined;
    const tokenHash = hashVisitorToken(token);
    const orderIds = await findGrantedOrders(db, tokenHash, now());
    return orderIds.length === 0 ? undefined : { tokenHash, orderIds: new Set(orderIds) };
  };

  const track: TrackingService["track"] = async ({ orderId, email }, client, given) => {
    const id = parseOrderId(orderId);
    await limits.assertTracking(client.ip, id);
    const order = await findTrackable(orders, db, id ?? 0);
    const isRight = isSameText(email.toLowerCase(), order?.emailKey ?? nobody);
    if (order === undefined || !isRight) throw notFound(MESSAGES.trackNotFound);
    await limits.trackingSucceeded(client.ip, id);
    // A cookie that opens nothing may be anybody's invention: only a live one is kept.
    const token = given !== undefined && (await findVisitor(given)) !== undefined ? given : makeVisitorToken();
    const at = now();
    await db.transaction(async (tx) => {
      await upsertGrant(tx, {
        tokenHash: hashVisitorToken(token),
        orderId: order.id,
        createdAt: at,
        expiresAt: new Date(at.getTime() + GRANT_SECONDS * 1000),
        ...client,
      });
      const data = { ip: client.ip, user_agent: client.userAgent, country: countryOf(client.ip) };
      await timeline.recordFor(tx, at, order.id, null, { type: "tracked", data });
    });
    return token;
  };

  const pruneGrants = () => deleteExpiredGrants(db, now());

  return {
    ...createDownloadsService(deps),
    isHttps,
    track,
    findVisitor,
    requireVisitor: async ({ token, xsrf, isCrossSite }) => {
      const visitor = await findVisitor(token);
      if (token === undefined || visitor === undefined) {
        throw new AppError("unauthenticated", MESSAGES.visitorNoGrant);
      }
      if (isCrossSite || !isSameText(xsrf, xsrfTokenOf(token))) throw new AppError("xsrf", MESSAGES.xsrf);
      return visitor;
    },
    pruneGrants,
    registerJobs: (jobs) => jobs.schedule("visitor-grants-prune", "41 * * * *", pruneGrants),
  };
}
