import * as z from "zod";
import { defineOperation } from "#contract/operation.ts";
import { rowIdSchema } from "#contract/row-id.ts";
import { requiredLine } from "#contract/text-schemas.ts";
import { RESET_FACTOR_MESSAGES } from "./reset-messages.ts";

const REASON_MAX = 500;

export const resetFactorSchema = z.object({
  reason: requiredLine(RESET_FACTOR_MESSAGES.reasonRequired, REASON_MAX),
  /** How the Admin knew who was asking: forgers ask for this too. */
  recognised: requiredLine(RESET_FACTOR_MESSAGES.recognisedRequired, REASON_MAX),
});
export type FactorReset = z.output<typeof resetFactorSchema>;

export const resetFactor = defineOperation({
  method: "PUT",
  path: "/admin/reset-second-factor",
  summary: "Remove a member's second factor and recovery codes and end their sessions; member and Admins are notified",
  access: "security:manage",
  shows: "nothing",
  fresh: true,
  body: resetFactorSchema.extend({ teamMemberId: rowIdSchema }),
  data: z.object({ ended: z.int() }),
});
