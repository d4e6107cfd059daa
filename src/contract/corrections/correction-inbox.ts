/* Apart from the corrections, whose checks of values every page of the console would load. */
import * as z from "zod";
import { instantSchema } from "#contract/date-schemas.ts";
import { defineOperation } from "#contract/operation.ts";
import { rowIdSchema } from "#contract/row-id.ts";

/** Orders to decide are counted up to here. */
export const INBOX_COUNT_MAX = 100;
export const DECIDED_MAX = 20;

export const correctionInboxSchema = z
  .object({
    /** Orders with a requested correction that the member may decide. */
    to_decide: z.int(),
    /** What others decided of the member's own requests and the member has not seen yet, newest first. */
    decided: z.array(
      z.object({
        id: z.int(),
        order_id: z.int(),
        /** The labels of what was requested. */
        fields: z.array(z.string()),
        outcome: z.enum(["accepted", "declined"]),
        decided_by: z.string().nullable(),
        decided_at: instantSchema,
      }),
    ),
  })
  .meta({ id: "CorrectionInbox" });
export type CorrectionInbox = z.infer<typeof correctionInboxSchema>;

export const correctionInbox = defineOperation({
  method: "GET",
  path: "/admin/correction-inbox",
  summary: "Requested corrections that wait for the member, and decisions on the member's own requests",
  access: "orders:correct",
  shows: "nothing",
  data: correctionInboxSchema,
});

export const seeCorrectionDecisions = defineOperation({
  method: "POST",
  path: "/admin/see-correction-decisions",
  summary: "Say that the member has seen decisions on their own requests",
  access: "orders:correct",
  shows: "nothing",
  body: z.object({
    requestIds: z
      .array(rowIdSchema, { error: "requestIds must be a list of ids." })
      .min(1, "requestIds must have an id.")
      .max(DECIDED_MAX, `requestIds may have at most ${DECIDED_MAX} ids.`),
  }),
  data: z.object({ seen: z.int() }),
});
