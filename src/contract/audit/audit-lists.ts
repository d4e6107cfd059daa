import * as z from "zod";
import { daySchema, instantSchema } from "#contract/date-schemas.ts";
import { mailStateSchema } from "#contract/mail/mail-state.ts";
import { defineOperation } from "#contract/operation.ts";
import { orderIdSchema } from "#contract/orders/order-id-schema.ts";
import { pagingShape } from "#contract/paging.ts";
import { rowIdSchema } from "#contract/row-id.ts";
import { AUDIT_TYPES, auditDataSchema } from "./audit.ts";

const filterShape = {
  ...pagingShape,
  member: rowIdSchema.optional(),
  order: orderIdSchema.optional(),
  /** Days in UTC, both inclusive. */
  from: daySchema.optional(),
  to: daySchema.optional(),
};
const filterSchema = z.object(filterShape);
export type AuditFilter = z.output<typeof filterSchema>;

const person = z.object({ id: z.int(), name: z.string() }).nullable();
/** Rows are counted up to 10,000; beyond that, `total` is 10,000 and `total_capped` is true. */
const extra = { total: z.int(), total_capped: z.boolean() };

export const auditEntrySchema = z
  .intersection(
    z.object({
      id: z.int(),
      at: instantSchema,
      /** Null when no member was signed in. */
      actor: person,
      /** The member concerned. */
      member: person,
      order_id: z.int().nullable(),
    }),
    auditDataSchema,
  )
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditLog = defineOperation({
  method: "GET",
  path: "/admin/audit-log",
  summary: "The audit log, newest first; `member` finds events by or about a member",
  access: "security:view",
  shows: "nothing",
  query: z.object({
    ...filterShape,
    type: z.enum(AUDIT_TYPES, { error: "This is not a type of the audit log." }).optional(),
  }),
  data: z.array(auditEntrySchema),
  extra,
});

export const viewEntrySchema = z
  .object({
    member: z.object({ id: z.int(), name: z.string() }),
    /** The start of the hour. */
    hour: instantSchema,
    details: z.int(),
    documents: z.int(),
    mails: z.int(),
    packs: z.int(),
    /** Rows of lists and searches. */
    rows: z.int(),
    /** Ids of the orders opened. */
    order_ids: z.array(z.int()),
  })
  .meta({ id: "ViewEntry" });
export type ViewEntry = z.infer<typeof viewEntrySchema>;

export const viewLog = defineOperation({
  method: "GET",
  path: "/admin/view-log",
  summary: "What each member viewed, by hour, newest first; `order` finds who opened an order",
  access: "security:view",
  shows: "nothing",
  query: filterSchema,
  data: z.array(viewEntrySchema),
  extra,
});

export const otherAddressMailSchema = z
  .object({
    id: z.int(),
    at: instantSchema,
    member: person,
    order_id: z.int(),
    /** The address it was mailed to. */
    email: z.string(),
    state: mailStateSchema,
    /** As entered by the member. */
    reason: z.string().nullable(),
  })
  .meta({ id: "ForeignMail" });
export type OtherAddressMail = z.infer<typeof otherAddressMailSchema>;

export const otherAddressMails = defineOperation({
  method: "GET",
  path: "/admin/foreign-mails",
  summary: "Documents that were mailed to an address other than the order's own, newest first",
  access: "security:view",
  shows: "rows",
  query: filterSchema,
  data: z.array(otherAddressMailSchema),
  extra,
});
