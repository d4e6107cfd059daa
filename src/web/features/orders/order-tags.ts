import type * as z from "zod";
import { type ApiError, mayStand } from "#web/platform/api-error.ts";

/** The cache tags that a change of one order invalidates: its details, every list, the counts. */
export function orderTags(orderId: number | string) {
  return [{ type: "OrderDetails", id: Number(orderId) }, "OrderList", "FolderCounts"] as const;
}

/** For `providesTags` of what is read of one order. */
export function ofOrder(_answer: unknown, _error: unknown, orderId: number) {
  return [{ type: "OrderDetails", id: orderId }] as const;
}

interface Change {
  orderId: number | string;
}

/** For `invalidatesTags`, whatever became of the change: a refusal may also mean that the screen is out of date. */
export function anyAnswer(_answer: unknown, _error: unknown, { orderId }: Change) {
  return orderTags(orderId);
}

/** The same, unless the change was refused. */
export function unlessRefused(_answer: unknown, error: ApiError | undefined, { orderId }: Change) {
  return mayStand(error) ? orderTags(orderId) : [];
}

const OLD = new Set([404, 409, 422]);

/** The same, unless the refusal has another reason than that the order is another one by now. */
export function unlessUnchanged(_answer: unknown, error: ApiError | undefined, { orderId }: Change) {
  return error === undefined || OLD.has(error.httpStatus) ? orderTags(orderId) : [];
}

/** The argument of a change whose call does not name the order. */
export interface ChangeOf<O extends { body: z.ZodType }> {
  orderId: number;
  body: z.input<O["body"]>;
}
