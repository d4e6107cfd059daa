import * as z from "zod";
import { defineOperation } from "#contract/operation.ts";

/** Older ones don't count: one is to be made every day (docs/operations.md). */
export const BACKUP_DAYS = 2;

/** What a new installation needs before it can work, each true once it is there. */
export const setupSchema = z.object({
  company: z.boolean(),
  mail_provider: z.boolean(),
  /** A provider has taken a mail about an order. */
  mail_sent: z.boolean(),
  orders: z.boolean(),
  /** More than the first one. */
  members: z.boolean(),
  /** Saved once, the defaults too. */
  due_times: z.boolean(),
  /** By `npm run backup`; others are not seen. */
  backup: z.boolean(),
});
export type Setup = z.infer<typeof setupSchema>;

export const setup = defineOperation({
  method: "GET",
  path: "/admin/setup",
  summary: "What this installation has of what it needs to work",
  access: "setup:view",
  shows: "nothing",
  data: setupSchema,
});
