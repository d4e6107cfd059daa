import * as z from "zod";
import { uploadFieldsSchema } from "#contract/documents.ts";
import { reasonRule } from "#web/features/mail/recipient.ts";
import { fileProblem } from "./upload-file.ts";

const fileSchema = z.custom<File | null>().transform((file, context) => {
  const problem = fileProblem(file);
  if (file !== null && problem === null) return file;
  context.addIssue({ code: "custom", message: problem ?? "" });
  return z.NEVER;
});

/** What the upload form holds; the order id is the screen's. */
export function uploadFormSchema(ownEmail: string | null) {
  return uploadFieldsSchema
    .omit({ orderId: true })
    .extend({ file: fileSchema })
    .refine(...reasonRule(ownEmail));
}
