import * as z from "zod";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { recordFilingSchema } from "#contract/filings/filings.ts";
import { fileProblem } from "#web/features/documents/upload-file.ts";
import { serverNow } from "#web/platform/server-clock.ts";

const WITHOUT_SECONDS = "2026-03-01T14:05".length;

/** What an input of the type `datetime-local` holds is meant as UTC here. Browsers leave out seconds that are zero. */
const utcTime = z
  .string()
  .transform((text) => `${text}${text.length === WITHOUT_SECONDS ? ":00" : ""}Z`)
  .pipe(recordFilingSchema.shape.filedAt);

/** Date and time in UTC, as an input of the type `datetime-local` takes it. */
export const utcNow = () => new Date(serverNow()).toISOString().slice(0, 16);

/** The form's values. Whether the time has come is decided by the server's clock. */
export const recordFormSchema = recordFilingSchema.pick({ reference: true }).extend({
  filedAt: utcTime,
  receipt: z.custom<File | null>().superRefine((file, context) => {
    const problem = file === null ? null : fileProblem(file);
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
  }),
});

/** The words of a refusal that asks for a confirmation. */
export const askedSchema = z.object({ confirm: z.array(z.string()).min(1) });

/** Refusals that are about the receipt, whatever their message. */
export const RECEIPT_CODES: ReadonlySet<string> = new Set(["too_large", "unsupported_type"]);
const PDF_REFUSALS: ReadonlySet<string> = new Set([
  DOCUMENT_MESSAGES.uploadPdfEncrypted,
  DOCUMENT_MESSAGES.uploadPdfActive,
  DOCUMENT_MESSAGES.uploadPdfBroken,
  DOCUMENT_MESSAGES.uploadTrailing,
]);

/** True when a refusal is about the receipt. */
export function isAboutReceipt(code: string, message: string): boolean {
  return RECEIPT_CODES.has(code) || PDF_REFUSALS.has(message);
}
