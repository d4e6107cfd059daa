import { describe, expect, it } from "vitest";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { uploadFormSchema } from "./upload-schema.ts";

const schema = uploadFormSchema("traveller@example.com");
const file = new File(["%PDF-1.7"], "card.pdf", { type: "application/pdf" });
const valid = { email: "Traveller@example.com", mailServiceProvider: "AWS", reason: "", file } as const;

const problems = (values: object) =>
  Object.fromEntries(
    schema.safeParse(values).error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [],
  );

describe("uploadFormSchema", () => {
  it("accepts the order's own address without a reason", () => {
    expect(schema.parse(valid)).toEqual({ ...valid, reason: null });
  });

  it("reports every error of an empty form at once @5-014 @5-028", () => {
    expect(problems({ ...valid, email: "", file: null })).toEqual({
      email: DOCUMENT_MESSAGES.uploadEmailRequired,
      file: MESSAGES.uploadFileRequired,
    });
  });

  it("requires a reason for another address, in addition to the error of a missing file", () => {
    expect(problems({ ...valid, email: "else@example.com", reason: " ", file: null })).toEqual({
      file: MESSAGES.uploadFileRequired,
      reason: DOCUMENT_MESSAGES.reasonRequired,
    });
  });

  it("refuses a file that the server has refused, and accepts the next one", () => {
    const refused = new File(["torn"], "card.pdf", { type: "application/pdf" });
    const form = uploadFormSchema(valid.email, new WeakMap([[refused, DOCUMENT_MESSAGES.uploadPdfBroken]]));
    expect(form.safeParse({ ...valid, file: refused }).error?.issues.map(({ message }) => message)).toEqual([
      DOCUMENT_MESSAGES.uploadPdfBroken,
    ]);
    expect(form.safeParse(valid).success).toBe(true);
  });

  it("accepts another address with a reason", () => {
    expect(problems({ ...valid, email: "else@example.com", reason: "Asked for on the telephone" })).toEqual({});
  });

  it("requires a reason for any address when the order has none", () => {
    const result = uploadFormSchema(null).safeParse(valid);
    expect(result.error?.issues.map(({ message }) => message)).toEqual([DOCUMENT_MESSAGES.reasonRequired]);
  });
});
