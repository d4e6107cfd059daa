import * as z from "zod";
import { PACK_MESSAGES } from "#contract/packs/messages.ts";
import { OVERRIDE_REASON_MAX } from "#contract/packs/packs.ts";
import { requiredLine } from "#contract/text-schemas.ts";

/** The override form: the field that is optional on the wire is required here. */
export const overrideFormSchema = z.object({
  overrideReason: requiredLine(PACK_MESSAGES.packOverrideReasonRequired, OVERRIDE_REASON_MAX),
});
