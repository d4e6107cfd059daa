import * as z from "zod";
import { daySchema } from "#contract/date-schemas.ts";
import { defineOperation } from "#contract/operation.ts";
import { requiredLine } from "#contract/text-schemas.ts";
import { ORDER_MESSAGES } from "./messages.ts";
import { orderIdSchema } from "./order-id-schema.ts";
import { orderStatusSchema } from "./order-status.ts";

/** What two orders can have in common. */
export const SHARED_KEYS = ["passport", "email", "telephone", "card"] as const;
const sharedKeySchema = z.enum(SHARED_KEYS);
export type SharedKey = z.infer<typeof sharedKeySchema>;

/** The closest first. */
export const RELATIONS = ["duplicate", "same_traveller", "travels_together", "same_contact"] as const;
export type Relation = (typeof RELATIONS)[number];

/** An address of an agency is no person: each shared value brings at most as many orders. */
export const MAX_RELATED = 20;

export const relatedOrderSchema = z
  .object({
    order_id: z.int(),
    process_status: orderStatusSchema,
    full_name: z.string().nullable(),
    arrival_date: daySchema.nullable(),
    relation: z.enum(RELATIONS),
    shares: z.array(sharedKeySchema),
  })
  .meta({ id: "RelatedOrder" });

export const relatedOrders = defineOperation({
  method: "GET",
  path: "/admin/related-orders/:orderId",
  summary: "Orders of the same traveller, contact or card; the closest first",
  access: "orders:work",
  shows: "details",
  params: z.object({ orderId: orderIdSchema }),
  data: z.object({
    orders: z.array(relatedOrderSchema),
    /** What more orders share than are listed. */
    more: z.array(sharedKeySchema),
  }),
});
export type RelatedOrders = z.infer<typeof relatedOrders.data>;

export const dismissDuplicateSchema = z.object({
  orderId: orderIdSchema,
  otherId: orderIdSchema,
  reason: requiredLine(ORDER_MESSAGES.dismissReasonRequired, 500),
});

export const dismissDuplicate = defineOperation({
  method: "POST",
  path: "/admin/dismiss-duplicate",
  summary: "Two orders are no duplicates, until a passport number or arrival date of theirs changes",
  access: "orders:work",
  shows: "nothing",
  body: dismissDuplicateSchema,
  data: z.null(),
});
