import { DOCUMENT_TYPES, type DocumentType } from "#contract/documents/documents.ts";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { PdfFindings } from "#server/platform/pdf/inspect-pdf.ts";
import { hasTrailingData, isArchive } from "./image-end.ts";
import { imageSize } from "./image-size.ts";

/** An uploaded file with the type found in its content. */
export interface InspectedFile {
  contentType: DocumentType;
  pages: number | null;
  /** Text of a PDF's first pages; null for a picture. */
  text: string | null;
}

/** Types of file-type that we serve under another name. */
const SAME_TYPE: Record<string, DocumentType> = {
  "image/apng": "image/png",
  "image/heif": "image/heic",
  "image/heic-sequence": "image/heic",
  "image/heif-sequence": "image/heic",
};

/** 40 million: a full A3 scan has 70 million at 600 dpi, 31 million at 400 dpi; a decompression bomb has thousands. */
const MAX_PIXELS = 40_000_000;
/** PDF readers look for the header in the first kilobyte: an image with one there is a polyglot file. */
const HEADER_ZONE = 1024;
/** What programs write before it: a byte order mark, line ends, blanks. */
const BEFORE_HEADER = /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)?[\s\0]*%PDF-/;

const PDF_REFUSALS: Record<Exclude<PdfFindings["kind"], "plain">, string> = {
  encrypted: DOCUMENT_MESSAGES.uploadPdfEncrypted,
  active: DOCUMENT_MESSAGES.uploadPdfActive,
  broken: DOCUMENT_MESSAGES.uploadPdfBroken,
  trailing: DOCUMENT_MESSAGES.uploadTrailing,
};

/**
 * Determines a file's type from its bytes only; its name and the browser's type are ignored.
 * @throws AppError unsupported_type, too_large for too many pixels, rule_violation for a refused PDF and for data after
 * the end
 */
export async function inspectFile(
  bytes: Buffer,
  inspectPdf: (bytes: Buffer) => Promise<PdfFindings>,
): Promise<InspectedFile> {
  const contentType = await requireType(bytes);
  if (contentType === "application/pdf") return { contentType, ...(await requirePlain(bytes, inspectPdf)) };
  const size = imageSize(contentType, bytes);
  if (size === null || size.width === 0 || size.height === 0) throw unsupported();
  if (size.width * size.height > MAX_PIXELS) throw new AppError("too_large", MESSAGES.tooLarge);
  if (await hasTrailingData(contentType, bytes)) throw new AppError("rule_violation", DOCUMENT_MESSAGES.uploadTrailing);
  return { contentType, pages: null, text: null };
}

async function requireType(bytes: Buffer): Promise<DocumentType> {
  const head = bytes.toString("latin1", 0, HEADER_ZONE);
  if (BEFORE_HEADER.test(head)) return "application/pdf";
  const { fileTypeFromBuffer } = await import("file-type");
  const found = await fileTypeFromBuffer(bytes);
  if (found === undefined) throw unsupported();
  const mime = SAME_TYPE[found.mime] ?? found.mime;
  if (!isDocumentType(mime)) throw unsupported();
  if (mime === "application/pdf" || head.includes("%PDF-")) throw unsupported();
  return mime;
}

function isDocumentType(mime: string): mime is DocumentType {
  return Object.hasOwn(DOCUMENT_TYPES, mime);
}

async function requirePlain(
  bytes: Buffer,
  inspectPdf: (bytes: Buffer) => Promise<PdfFindings>,
): Promise<{ pages: number; text: string }> {
  if (isArchive(bytes)) throw new AppError("rule_violation", DOCUMENT_MESSAGES.uploadTrailing);
  const findings = await inspectPdf(bytes);
  if (findings.kind === "plain") return { pages: findings.pages, text: findings.text };
  throw new AppError("rule_violation", PDF_REFUSALS[findings.kind]);
}

function unsupported(): AppError {
  return new AppError("unsupported_type", DOCUMENT_MESSAGES.uploadType);
}
