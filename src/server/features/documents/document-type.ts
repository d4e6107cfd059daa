import { fileTypeFromBuffer } from "file-type";
import { DOCUMENT_TYPES, type DocumentType } from "#contract/documents.ts";
import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { InspectPdf, PdfFindings } from "#server/platform/pdf/inspect-pdf.ts";
import { imageSize } from "./image-size.ts";

/** What staff handed in, known by its content. */
export interface InspectedFile {
  contentType: DocumentType;
  pages: number | null;
  /** What can be read in a PDF's first pages; null for a picture. */
  text: string | null;
}

/** Other names that file-type has for what we serve under one. */
const SAME_TYPE: Record<string, DocumentType> = {
  "image/apng": "image/png",
  "image/heif": "image/heic",
  "image/heic-sequence": "image/heic",
  "image/heif-sequence": "image/heic",
};

/** 40 million: a scanned A3 page at 600 dpi in full has 70, at 400 dpi 31; a bomb has thousands. */
const MAX_PIXELS = 40_000_000;
/** Readers of PDF look for its header in the first kilobyte: an image with one there is two files at once. */
const HEADER_ZONE = 1024;

const PDF_REFUSALS: Record<Exclude<PdfFindings["kind"], "plain">, string> = {
  encrypted: MESSAGES.uploadPdfEncrypted,
  active: MESSAGES.uploadPdfActive,
  broken: MESSAGES.uploadPdfBroken,
};

/**
 * Decides by the bytes alone what a file is; its name and the type that the browser claims count for nothing.
 * @throws AppError unsupported_type, too_large for too many pixels, rule_violation for a PDF that is refused
 */
export async function inspectFile(bytes: Buffer, inspectPdf: InspectPdf): Promise<InspectedFile> {
  const contentType = await requireType(bytes);
  if (contentType === "application/pdf") return { contentType, ...(await requirePlain(bytes, inspectPdf)) };
  const size = imageSize(contentType, bytes);
  if (size === null || size.width === 0 || size.height === 0) throw unsupported();
  if (size.width * size.height > MAX_PIXELS) throw new AppError("too_large", MESSAGES.tooLarge);
  return { contentType, pages: null, text: null };
}

async function requireType(bytes: Buffer): Promise<DocumentType> {
  const found = await fileTypeFromBuffer(bytes);
  if (found === undefined) throw unsupported();
  const mime = SAME_TYPE[found.mime] ?? found.mime;
  if (!isDocumentType(mime)) throw unsupported();
  // file-type looks past some prefixes; a viewer may not.
  const pdfAt = bytes.subarray(0, HEADER_ZONE).indexOf("%PDF-");
  if (mime === "application/pdf" ? pdfAt !== 0 : pdfAt !== -1) throw unsupported();
  return mime;
}

function isDocumentType(mime: string): mime is DocumentType {
  return Object.hasOwn(DOCUMENT_TYPES, mime);
}

async function requirePlain(bytes: Buffer, inspectPdf: InspectPdf): Promise<{ pages: number; text: string }> {
  const findings = await inspectPdf(bytes);
  if (findings.kind === "plain") return { pages: findings.pages, text: findings.text };
  throw new AppError("rule_violation", PDF_REFUSALS[findings.kind]);
}

function unsupported(): AppError {
  return new AppError("unsupported_type", MESSAGES.uploadType);
}
