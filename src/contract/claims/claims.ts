import * as z from "zod";
import { instantSchema } from "#contract/date-schemas.ts";
import { defineOperation } from "#contract/operation.ts";
import { orderIdSchema } from "#contract/orders/order-id-schema.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { rowIdSchema } from "#contract/row-id.ts";
import { CLAIM_MESSAGES } from "./messages.ts";

export const personSchema = z.object({ id: z.int(), name: z.string() });

/** How a claim began: handed out by Take next, by Claim, by the member's first write, or assigned. */
export const CLAIM_KINDS = ["next", "manual", "work", "assigned"] as const;

/** Who has an order. Advisory: it blocks nothing but another claim. */
export const claimSchema = z
  .object({
    order_id: z.int(),
    member: personSchema,
    kind: z.enum(CLAIM_KINDS),
    claimed_at: instantSchema,
    /** The member used the order within the last two minutes and still has it open. */
    is_active: z.boolean(),
  })
  .meta({ id: "Claim" });
export type Claim = z.infer<typeof claimSchema>;

const claimsOverviewSchema = z.object({
  claims: z.array(claimSchema),
  viewers: z.array(z.object({ order_id: z.int(), member: personSchema })),
});
export type ClaimsOverview = z.infer<typeof claimsOverviewSchema>;

/** The claims and viewers of `orders`; an order without an entry has none. */
export const changedClaimsSchema = claimsOverviewSchema
  .extend({ orders: z.array(z.int()) })
  .meta({ id: "ChangedClaims" });
export type ChangedClaims = z.infer<typeof changedClaimsSchema>;

/** The orders of one member that Take next handed out and that are still theirs. */
export const HANDED_OUT_MAX = 3;

/** Orders of one member that they claimed or were handed; what they work on or were assigned doesn't count. */
export const CLAIMED_MAX = 20;

/** The queues that Take next hands out from; of those that wait for an answer, the answered orders alone. */
export const TAKE_NEXT_LISTS = [
  "newOrder",
  "priorityOrder",
  "awaitingOrder",
  "contactCustomerOrder",
  "customerCalledOrder",
  "refundOrder",
] as const satisfies readonly ListName[];
export type TakeNextList = (typeof TAKE_NEXT_LISTS)[number];

export const takeNext = defineOperation({
  method: "POST",
  path: "/admin/take-next",
  summary: "Be handed the order of a queue that is due first and that nobody has; null when nothing is waiting",
  access: "orders:work",
  shows: "nothing",
  body: z.object({
    orderName: z.enum(TAKE_NEXT_LISTS, {
      error: CLAIM_MESSAGES.takeNextList,
    }),
  }),
  data: z.object({ order_id: z.int() }).nullable(),
});

const ofOrder = z.object({ orderId: orderIdSchema });

export const claimOrder = defineOperation({
  method: "POST",
  path: "/admin/claim-order",
  summary: "Claim an order; one that somebody has only by naming them. The refusal's data is their claim",
  access: "orders:work",
  shows: "nothing",
  body: ofOrder.extend({
    /** The member who has it, as the caller saw. */
    takeOverFrom: rowIdSchema.nullish(),
  }),
  data: claimSchema,
});

export const renewClaim = defineOperation({
  method: "POST",
  path: "/admin/renew-claim",
  summary:
    "Keep one's own claim active for two minutes; the refusal's data is the claim of whoever has the order, or null",
  access: "orders:work",
  shows: "nothing",
  body: ofOrder,
  data: z.null(),
});

export const returnOrder = defineOperation({
  method: "POST",
  path: "/admin/return-order",
  summary: "Give an order back; Take next offers it to the caller again after 15 minutes",
  access: "orders:work",
  shows: "nothing",
  body: ofOrder,
  data: z.null(),
});

export const assignOrder = defineOperation({
  method: "POST",
  path: "/admin/assign-order",
  summary: "Give an order to a member, or with null to nobody, whoever has it",
  access: "orders:assign",
  shows: "nothing",
  body: ofOrder.extend({ memberId: rowIdSchema.nullable() }),
  data: claimSchema.nullable(),
});

export const claims = defineOperation({
  method: "GET",
  path: "/admin/claims",
  summary: "All claims, and who views which order",
  access: "orders:work",
  shows: "nothing",
  countsAsUse: false,
  data: claimsOverviewSchema,
});
