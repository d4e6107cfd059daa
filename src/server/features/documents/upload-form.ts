import { createHash } from "node:crypto";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import type * as z from "zod";
import { type checkFieldsSchema, uploadDocument, type uploadFieldsSchema } from "#contract/documents.ts";
import type { FieldError } from "#contract/envelope.ts";
import { MESSAGES } from "#contract/messages.ts";
import { cleanLine } from "#contract/text.ts";
import { AppError } from "#server/platform/app-error.ts";
import { invalidInput } from "#server/platform/http/errors.ts";

interface UploadedFile {
  content: Buffer;
  sha256: Buffer;
  /** What the member's computer called it: shown, never used. */
  originalName: string;
}

/** A multipart form with one file; its other fields by their schema. */
export interface FileForm<Fields> {
  fields: Fields;
  file: UploadedFile;
}
export type UploadForm = FileForm<z.output<typeof uploadFieldsSchema>>;
export type CheckForm = FileForm<z.output<typeof checkFieldsSchema>>;

const FILE_FIELD = uploadDocument.fileField;
const NAME_LENGTH = 200;

/**
 * Reads the whole form, its parts in any order, and keeps at most one file of at most 10 MB in memory.
 * @throws AppError too_large, or invalid_input with the specification's message for each field
 */
export async function readFileForm<Fields>(
  request: FastifyRequest,
  schema: z.ZodType<Fields>,
): Promise<FileForm<Fields>> {
  const given: Record<string, unknown> = {};
  let file: UploadedFile | undefined;
  if (request.isMultipart()) {
    for await (const part of request.parts()) {
      if (part.type === "file") {
        const read = await readFile(part);
        if (part.fieldname === FILE_FIELD) file = read;
      } else {
        // A field given twice is no field of ours: an array fits no text.
        given[part.fieldname] = Object.hasOwn(given, part.fieldname) ? [given[part.fieldname], part.value] : part.value;
      }
    }
  }
  return check(schema, given, file);
}

async function readFile(part: MultipartFile): Promise<UploadedFile | undefined> {
  const digest = createHash("sha256");
  const chunks: Buffer[] = [];
  for await (const chunk of part.file) {
    digest.update(chunk);
    chunks.push(chunk);
  }
  if (part.file.truncated) throw new AppError("too_large", MESSAGES.uploadLarge);
  const content = Buffer.concat(chunks);
  // What a browser sends for a file field that nobody filled in.
  if (content.length === 0 && !part.filename) return undefined;
  const name = cleanLine(part.filename ?? "");
  const originalName = [...name].slice(0, NAME_LENGTH).join("").trim() || "document";
  return { content, sha256: digest.digest(), originalName };
}

function check<Fields>(
  schema: z.ZodType<Fields>,
  given: Record<string, unknown>,
  file: UploadedFile | undefined,
): FileForm<Fields> {
  const fields = schema.safeParse(given);
  const errors: FieldError[] = (fields.error?.issues ?? []).map(({ path, message }) => ({
    path: path.join("."),
    message,
  }));
  if (file === undefined) errors.push({ path: FILE_FIELD, message: MESSAGES.uploadFileRequired });
  else if (file.content.length === 0) errors.push({ path: FILE_FIELD, message: MESSAGES.uploadEmpty });
  if (!fields.success || file === undefined || errors.length > 0) throw invalidInput(errors);
  return { fields: fields.data, file };
}
