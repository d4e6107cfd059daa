import * as z from "zod";
import { addRemarkSchema } from "#contract/remarks/remarks.ts";
import { ASKED_FLAGS } from "./remark-flags.ts";

/** The comment form's values. */
export const commentFormSchema = addRemarkSchema.pick({ remark: true }).extend({ flags: z.array(z.enum(ASKED_FLAGS)) });
