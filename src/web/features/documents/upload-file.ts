import { DOCUMENT_MAX_BYTES, DOCUMENT_TYPES } from "#contract/documents/documents.ts";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { MESSAGES } from "#contract/messages.ts";

/** The `accept` attribute: `image/*` in addition to the exact types, because some systems know no type for HEIC. */
export const FILE_ACCEPT = [...Object.keys(DOCUMENT_TYPES), "image/*", ".heic", ".heif"].join(",");

/** What of a file can be judged before it travels. */
export type PickedFile = Pick<File, "size" | "type">;

/**
 * Why this file can't be uploaded, or null. The server decides by content; only certain failures are refused here, so
 * that no one waits for an upload that is bound to fail. A browser that doesn't know the type leaves it empty.
 */
export function fileProblem(file: PickedFile | null): string | null {
  if (file === null) return MESSAGES.uploadFileRequired;
  if (file.size === 0) return MESSAGES.uploadEmpty;
  if (!mayBeAccepted(file.type)) return DOCUMENT_MESSAGES.uploadType;
  if (file.size > DOCUMENT_MAX_BYTES) return MESSAGES.uploadLarge;
  return null;
}

function mayBeAccepted(type: string): boolean {
  if (type === "" || type === "application/pdf") return true;
  return type.startsWith("image/") && !type.startsWith("image/svg");
}
