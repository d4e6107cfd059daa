import * as z from "zod";
import { instantSchema } from "./dates.ts";

/** A payment dispute, opened by a comment with the chargeback flag (decision 9). */
export const disputeSchema = z
  .object({ id: z.int(), opened_at: instantSchema, opened_by: z.string().nullable(), is_open: z.boolean() })
  .meta({ id: "Dispute" });
export type Dispute = z.infer<typeof disputeSchema>;
