import { type BaseQueryFn, createApi } from "@reduxjs/toolkit/query/react";
import { successSchema } from "#contract/envelope.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { Operation } from "#contract/operation.ts";
import type { ApiCall } from "./api-call.ts";
import { type ApiError, errorFrom, noAnswer } from "./api-error.ts";
import { withProof } from "./confirm-identity.ts";
import { endRefusedSession } from "./refused-session.ts";
import { type Answer, send } from "./transport.ts";

/** The envelope of a success as the contract defines it, or the error. */
function readAnswer(
  operation: Operation,
  { httpStatus, body, retryAfter }: Answer,
): { data: unknown } | { error: ApiError } {
  if (httpStatus < 200 || httpStatus > 299) return { error: errorFrom(httpStatus, body, retryAfter) };
  const envelope = successSchema(operation.data, operation.extra ?? {}).safeParse(body);
  if (envelope.success) return { data: envelope.data };
  const refused = errorFrom(httpStatus, body);
  return { error: refused.refusal === null ? { ...refused, message: MESSAGES.internal } : refused };
}

const baseQuery: BaseQueryFn<ApiCall, unknown, ApiError> = (call, { signal }) =>
  withProof<{ data: unknown } | { error: ApiError }>(
    async (stored) => {
      const token = call.token ?? stored;
      let answer: Answer;
      try {
        answer = await send(call, token, signal);
      } catch {
        return { error: noAnswer() };
      }
      const result = readAnswer(call.operation, answer);
      if ("error" in result) endRefusedSession(call.operation, token, result.error);
      return result;
    },
    (result) => ("error" in result ? result.error : null),
  );

/**
 * The console's api; features inject their endpoints with `callOf` (operation-endpoint.ts). Queries return the whole
 * envelope. Nothing is retried automatically, mutations least of all.
 */
export const api = createApi({
  reducerPath: "api",
  baseQuery,
  tagTypes: [
    "OrderList",
    "FolderCounts",
    "OrderDetails",
    "UserInfo",
    "Gateway",
    "TeamMember",
    "Activity",
    "CountryReport",
    "DisputeList",
    "DisputeCounts",
    "AuditLog",
    "Session",
    "Account",
    "Claims",
    "CorrectionInbox",
    "OrderView",
    "QuickReply",
    "MailText",
    "PinnedViewCounts",
  ],
  refetchOnReconnect: true,
  refetchOnMountOrArgChange: true,
  endpoints: () => ({}),
});
