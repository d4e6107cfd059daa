import * as z from "zod";
import { defineOperation } from "./operation.ts";
import { orderIdSchema } from "./order-id.ts";
import { orderStatusSchema } from "./order-status.ts";
import { folderCountsSchema } from "./orders.ts";

const personSchema = z.object({ id: z.int(), name: z.string() });

/**
 * Something of an order changed: its status, or what hangs on it (a comment, a document, a mail). `who` is null for
 * the program and the customer. A hint to ask again, never the truth itself: it may be lost, repeated or late.
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

/** Who has an order open, each member once, the one who is told included. */
export const presenceSchema = z.object({ order_id: z.int(), viewers: z.array(personSchema) }).meta({ id: "Presence" });
export type Presence = z.infer<typeof presenceSchema>;

/** More changed than is told one by one, or the server did not hear what: everything shown should be asked for again. */
export const refreshSchema = z.object({}).meta({ id: "Refresh" });

/** The events of the stream by name, each with the shape of its `data`. */
export const LIVE_EVENTS = {
  counts: folderCountsSchema,
  order: orderChangeSchema,
  presence: presenceSchema,
  refresh: refreshSchema,
} as const;
export type LiveEventName = keyof typeof LIVE_EVENTS;

/** A comment line so often, so that proxies keep a quiet stream open and a dead one is noticed. */
export const LIVE_HEARTBEAT_MS = 15_000;

/** `order` names the order that the screen shows: presence is told and counted for it. */
export const liveQuerySchema = z.object({ order: orderIdSchema.optional() });

export const liveEvents = defineOperation({
  method: "GET",
  path: "/admin/events",
  summary: "Counts, changed orders and who views an order, as server-sent events",
  access: "session",
  query: liveQuerySchema,
  data: z.string(),
  binary: "text/event-stream",
});
