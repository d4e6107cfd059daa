import * as z from "zod";
import { uploadFieldsSchema } from "#contract/documents/documents.ts";
import { reasonRule } from "#web/features/mail/recipient.ts";
import { fileProblem } from "./upload-file.ts";

const fileSchema = (refusals: WeakMap<File, string>) =>
  z.custom<File | null>().transform((file, context) => {
    const problem = fileProblem(file) ?? (file && refusals.get(file)) ?? null;
    if (file !== null && problem === null) return file;
    context.addIssue({ code: "custom", message: problem ?? "" });
    return z.NEVER;
  });

/** The upload form's values. `refusals` are the server's refusals of files that it has inspected. */
export function uploadFormSchema(ownEmail: string | null, refusals = new WeakMap<File, string>()) {
  return uploadFieldsSchema
    .omit({ orderId: true })
    .extend({ file: fileSchema(refusals) })
    .refine(...reasonRule(ownEmail));
}
