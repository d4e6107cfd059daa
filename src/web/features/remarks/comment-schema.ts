import * as z from "zod";
import { addRemarkSchema } from "#contract/remarks.ts";
import { ASKED_FLAGS } from "./remark-flags.ts";

/** What the comment form holds. */
export const commentFormSchema = addRemarkSchema.pick({ remark: true }).extend({ flags: z.array(z.enum(ASKED_FLAGS)) });
