import { describe, expect, it } from "vitest";
import { DOCUMENT_MAX_BYTES, DOCUMENT_TYPES } from "#contract/documents/documents.ts";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { fileProblem } from "./upload-file.ts";

describe("fileProblem", () => {
  it("requires a file @5-015", () => {
    expect(fileProblem(null)).toBe(MESSAGES.uploadFileRequired);
  });

  it.each(Object.keys(DOCUMENT_TYPES))("accepts %s @5-016", (type) => {
    expect(fileProblem({ size: 1, type })).toBeNull();
  });

  it("leaves a file without a type to the server", () => {
    expect(fileProblem({ size: 1, type: "" })).toBeNull();
  });

  it.each(["image/svg+xml", "text/html", "application/zip", "application/msword"])("refuses %s @5-016", (type) => {
    expect(fileProblem({ size: 1, type })).toBe(DOCUMENT_MESSAGES.uploadType);
  });

  it("refuses an empty file and one byte too many", () => {
    const type = "application/pdf";
    expect(fileProblem({ size: 0, type })).toBe(MESSAGES.uploadEmpty);
    expect(fileProblem({ size: DOCUMENT_MAX_BYTES, type })).toBeNull();
    expect(fileProblem({ size: DOCUMENT_MAX_BYTES + 1, type })).toBe(MESSAGES.uploadLarge);
  });
});
