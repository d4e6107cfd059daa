import * as z from "zod";
import { MESSAGES } from "#contract/messages.ts";
import { OVERRIDE_REASON_MAX } from "#contract/packs.ts";
import { requiredLine } from "#contract/text.ts";

/** The form of an override: what is optional on the wire is the form's whole point. */
export const overrideFormSchema = z.object({
  overrideReason: requiredLine(MESSAGES.packOverrideReasonRequired, OVERRIDE_REASON_MAX),
});
