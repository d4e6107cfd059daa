import type { TypedCorrection } from "#contract/corrections/customer-correction.ts";
import { MINUTE_MS } from "#contract/dates.ts";
import type { VisitorDownload } from "#contract/downloads/downloads.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { SiteLink } from "./site-links.ts";
import type { MainResult } from "./tracking.ts";
import type { Language } from "./visitor-languages.ts";
import { VISITOR_MESSAGES } from "./visitor-messages.ts";

/** Why a visitor's request was refused, as JSON. */
export type VisitorProblem =
  /** `until`: milliseconds since 1970, rounded up to the minute. */
  | { kind: "wait"; until: number }
  /** `requestId` only for a server error, which has no other details; `fields` are those to check. */
  | { kind: "refused"; httpStatus: number; message: string; requestId?: string; fields?: string[] };

/** The answer of `get-download-history`: an order's progress and downloads. */
export interface VisitorOrder {
  data: VisitorDownload[];
  mainResult: MainResult;
  path: { file1: string | null };
}

/** What the track form is shown with. */
export interface TrackArrival {
  notice?: "left" | "proveAgain";
  /** A form that was sent without script and refused. */
  form?: { orderId: string; email: string };
}

/** Everything that a page of the visitor area is rendered from, on the server and again by its script. */
export interface VisitorPage extends TrackArrival {
  language: Language;
  serviceName: string;
  links: Record<SiteLink, string>;
  /** Where the service reads mail; null when it names no such address. */
  supportEmail: string | null;
  /** The path of the screen; null when it is the request's own, which may be no screen's. */
  path: string | null;
  order?: VisitorOrder;
  /** The text of an answer that was sent without script and refused. */
  typedAnswer?: string;
  /** A request for a correction that was sent without script and refused. */
  typedCorrection?: TypedCorrection;
  /** A report of a download that was sent without script and refused. */
  typedReport?: { downloadId: string; note: string };
  problem?: VisitorProblem;
}

/** Exported by the built renderer (`src/web/visitor-server.tsx`). @param template the built `visitor.html` */
export type CreateVisitorRenderer = (template: string) => (page: VisitorPage) => Promise<string>;

interface Refused {
  code?: ErrorCode | undefined;
  httpStatus: number;
  message: string;
  requestId?: string | undefined;
  errors?: readonly { path: string }[] | undefined;
}

export function visitorProblem({ code, httpStatus, message, requestId, errors = [] }: Refused): VisitorProblem {
  const fields = errors.flatMap(({ path }) => (path.startsWith("fields.") ? [path.slice("fields.".length)] : []));
  // Each is told at its place, in the page's language.
  if (fields.length > 0) return { kind: "refused", httpStatus, message: VISITOR_MESSAGES.invalidInput, fields };
  // Visitors' calls are repeatable; the message about an unclear outcome is for staff.
  const shown = code === "outcome_unclear" ? VISITOR_MESSAGES.unavailable : message;
  const reference = code === "internal" && requestId !== undefined ? { requestId } : {};
  return { kind: "refused", httpStatus, message: shown, ...reference };
}

/** A time to wait until, as shown: without seconds. */
export function waitUntil(moment: number): VisitorProblem {
  return { kind: "wait", until: Math.ceil(moment / MINUTE_MS) * MINUTE_MS };
}
