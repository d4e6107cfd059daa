import * as z from "zod";
import { uploadFieldsSchema } from "#contract/documents.ts";
import { reasonRule } from "#web/features/mail/recipient.ts";
import { fileProblem } from "./upload-file.ts";

const fileSchema = (refusals: WeakMap<File, string>) =>
  z.custom<File | null>().transform((file, context) => {
    const problem = fileProblem(file) ?? (file && refusals.get(file)) ?? null;
    if (file !== null && problem === null) return file;
    context.addIssue({ code: "custom", message: problem ?? "" });
    return z.NEVER;
  });

/** What the upload form holds; the order id is the screen's. `refusals` are those of the server for files it has seen. */
export function uploadFormSchema(ownEmail: string | null, refusals = new WeakMap<File, string>()) {
  return uploadFieldsSchema
    .omit({ orderId: true })
    .extend({ file: fileSchema(refusals) })
    .refine(...reasonRule(ownEmail));
}
