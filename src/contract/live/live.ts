import * as z from "zod";
import { changedClaimsSchema, personSchema } from "#contract/claims/claims.ts";
import { defineOperation } from "#contract/operation.ts";
import { orderIdSchema } from "#contract/orders/order-id-schema.ts";
import { orderStatusSchema } from "#contract/orders/order-status.ts";
import { folderCountsSchema } from "#contract/orders/orders.ts";

/**
 * An order changed: its status, or something attached to it (a comment, a document, a mail). `who` is null for the
 * program and the customer. Only a hint to refetch: it may be lost, repeated or late.
 */
export const orderChangeSchema = z
  .object({
    order_id: z.int(),
    process_status: orderStatusSchema,
    previous_status: orderStatusSchema.nullable(),
    version: z.int(),
    who: personSchema.nullable(),
  })
  .meta({ id: "OrderChange" });
export type OrderChange = z.infer<typeof orderChangeSchema>;

/** The viewers of an order, each member once, including the recipient. */
export const presenceSchema = z.object({ order_id: z.int(), viewers: z.array(personSchema) }).meta({ id: "Presence" });
export type Presence = z.infer<typeof presenceSchema>;

/** Too many changes to list, or the server may have missed some: refetch everything shown. */
export const refreshSchema = z.object({}).meta({ id: "Refresh" });

/** The events of the stream by name, with the schema of their `data`. */
export const LIVE_EVENTS = {
  counts: folderCountsSchema,
  order: orderChangeSchema,
  claims: changedClaimsSchema,
  presence: presenceSchema,
  refresh: refreshSchema,
} as const;
export type LiveEventName = keyof typeof LIVE_EVENTS;

/** Interval of comment lines that keep proxies from closing a quiet stream and reveal a dead one. */
export const LIVE_HEARTBEAT_MS = 15_000;

/**
 * `order` is the order that the screen shows: presence is reported for it. `first` is set for the first stream of a page,
 * which starts with the orders that changed in the last seconds.
 */
export const liveQuerySchema = z.object({ order: orderIdSchema.optional(), first: z.literal("1").optional() });

export const liveEvents = defineOperation({
  method: "GET",
  path: "/admin/events",
  summary: "Counts, changed orders, claims and who views an order, as server-sent events",
  access: "session",
  shows: "nothing",
  countsAsUse: false,
  query: liveQuerySchema,
  data: z.string(),
  binary: "text/event-stream",
});
