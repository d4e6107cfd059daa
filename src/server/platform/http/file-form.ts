import { createHash } from "node:crypto";
import { type Readable, Transform } from "node:stream";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import type * as z from "zod";
import type { FieldError } from "#contract/envelope.ts";
import { MESSAGES } from "#contract/messages.ts";
import { cleanLine } from "#contract/text.ts";
import { AppError } from "../app-error.ts";
import { invalidInput } from "./errors.ts";

export interface UploadedFile {
  content: Buffer;
  sha256: Buffer;
  /** Name on the member's computer; never a path of ours. */
  originalName: string;
}

/** A multipart form with one file and other fields by their schema. */
export interface FileForm<Fields, File = UploadedFile> {
  fields: Fields;
  file: File;
}

/** An operation with a file, and the schema of the form's other fields. */
interface FormOperation<Fields> {
  body: z.ZodType<Fields>;
  fileField: string;
}

const NAME_LENGTH = 200;
/** A working connection delivers something within seconds. */
const STALL_MS = 15_000;

/**
 * Reads the whole form, parts in any sequence, with at most one file of at most 10 MB in memory.
 * @throws AppError too_large, request_timeout when nothing arrives for `stallMs`, or invalid_input with the
 * specification's message for each field
 */
export async function readFileForm<Fields>(
  request: FastifyRequest,
  operation: FormOperation<Fields>,
  stallMs?: number,
): Promise<FileForm<Fields>> {
  const { fields, file } = await readOptionalFileForm(request, operation, stallMs, MESSAGES.uploadFileRequired);
  if (file === null) throw new Error("a missing file was not refused");
  return { fields, file };
}

/** The same, but a form without a file is refused only if `missing` says how. */
export async function readOptionalFileForm<Fields>(
  request: FastifyRequest,
  operation: FormOperation<Fields>,
  stallMs: number = STALL_MS,
  missing: string | null = null,
): Promise<FileForm<Fields, UploadedFile | null>> {
  const { input, files } = await withoutStall(request, stallMs, (body) => readParts(body, operation));
  const file = files.at(-1) ?? null;
  const noFile = file === null && missing !== null ? [{ path: operation.fileField, message: missing }] : [];
  return { fields: check(operation, input, files, noFile), file };
}

/** What a form with several files may hold, and what a form with more is told. */
export interface FilesLimits {
  maxFiles: number;
  /** Of all files together. */
  maxBytes: number;
  /** Of the longest text field. */
  fieldBytes: number;
  tooMany: string;
  tooLarge: string;
  /** Told each text field as it is read, so that a refused form can be shown again with what was typed. */
  onText?: (name: string, text: string) => void;
}

/** The same for a form whose file field may be repeated, or absent. */
export async function readFilesForm<Fields>(
  request: FastifyRequest,
  operation: FormOperation<Fields>,
  limits: FilesLimits,
  stallMs: number = STALL_MS,
): Promise<FileForm<Fields, UploadedFile[]>> {
  const { input, files } = await withoutStall(request, stallMs, (body) => readParts(body, operation, limits));
  const { maxFiles, tooMany } = limits;
  const extra = files.length > maxFiles ? [{ path: operation.fileField, message: tooMany }] : [];
  return { fields: check(operation, input, files, extra), file: files };
}

async function withoutStall<T>(
  request: FastifyRequest,
  stallMs: number,
  read: (request: FastifyRequest) => Promise<T>,
): Promise<T> {
  const stall = watchForStall(request.raw, stallMs);
  const pieces = inPieces(request.raw);
  try {
    // The read that loses the race ends with the connection, which the answer closes.
    return await Promise.race([read(withBody(request, pieces)), stall.stalled]);
  } catch (error) {
    // Discards the rest of the body: the parser would otherwise process 200,000 empty parts of a refused form.
    request.raw.unpipe().resume();
    pieces.destroy();
    throw error;
  } finally {
    stall.stop();
  }
}

const PIECE_BYTES = 4096;

/**
 * The same body, at most 4 kB at a time, with a turn for other calls in between: the parser processes what it gets in
 * one go, also past its limit of parts, and 64 kB hold 13,000 empty ones.
 */
function inPieces(body: Readable): Transform {
  const pieces = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const pass = (from: number) => {
        if (from >= chunk.length || pieces.destroyed) return done();
        pieces.push(chunk.subarray(from, from + PIECE_BYTES));
        setImmediate(pass, from + PIECE_BYTES);
      };
      pass(0);
    },
  });
  body.once("close", () => {
    if (!body.readableEnded) pieces.destroy();
  });
  return body.pipe(pieces);
}

/** The request with another stream as its body, for the parser, which reads `raw`. */
function withBody(request: FastifyRequest, body: Transform): FastifyRequest {
  return Object.create(request, { raw: { value: Object.assign(body, { headers: request.raw.headers }) } });
}

/** Without this, the memory of a stalled body would be held until the request's own limit. */
export function watchForStall(body: Readable, stallMs: number) {
  const { promise: stalled, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AppError("request_timeout", MESSAGES.uploadStalled)), stallMs);
  const onData = () => void timer.refresh();
  body.on("data", onData);
  return {
    stalled,
    stop: () => {
      clearTimeout(timer);
      body.off("data", onData);
    },
  };
}

async function readParts(request: FastifyRequest, { fileField }: { fileField: string }, limits?: FilesLimits) {
  const input: Record<string, unknown> = {};
  const files: UploadedFile[] = [];
  let bytes = 0;
  const count = (length: number) => {
    bytes += length;
    if (limits !== undefined && bytes > limits.maxBytes) throw new AppError("too_large", limits.tooLarge);
  };
  // One file more than allowed, so that it is refused in our words.
  const own = limits && { limits: { files: limits.maxFiles + 1, fieldSize: limits.fieldBytes } };
  if (request.isMultipart()) {
    for await (const part of request.parts(own)) {
      // Undefined for a part without a name.
      requireUtf8(String(part.fieldname), part.type === "file" ? (part.filename ?? "") : String(part.value));
      if (part.type === "file") {
        const read = await readFile(part, count);
        if (part.fieldname === fileField && read !== null) files.push(read);
      } else {
        // A repeated field becomes an array, which no schema accepts.
        input[part.fieldname] = Object.hasOwn(input, part.fieldname) ? [input[part.fieldname], part.value] : part.value;
        limits?.onText?.(part.fieldname, String(part.value));
      }
    }
  }
  return { input, files };
}

/**
 * What the parser made of bytes that are no UTF-8. A character U+FFFD that somebody typed is refused with them.
 * @throws AppError invalid_input
 */
export function requireUtf8(...texts: string[]): void {
  if (texts.some((text) => text.includes("\uFFFD"))) throw new AppError("invalid_input", MESSAGES.bodyNotUtf8);
}

async function readFile(part: MultipartFile, count: (bytes: number) => void): Promise<UploadedFile | null> {
  const digest = createHash("sha256");
  const chunks: Buffer[] = [];
  for await (const chunk of part.file) {
    count(chunk.length);
    digest.update(chunk);
    chunks.push(chunk);
  }
  if (part.file.truncated) throw new AppError("too_large", MESSAGES.uploadLarge);
  const content = Buffer.concat(chunks);
  // Sent by browsers for an empty file field.
  if (content.length === 0 && !part.filename) return null;
  const name = cleanLine(part.filename ?? "");
  const originalName = [...name].slice(0, NAME_LENGTH).join("").trim() || "document";
  return { content, sha256: digest.digest(), originalName };
}

function check<Fields>(
  { body, fileField }: FormOperation<Fields>,
  input: Record<string, unknown>,
  files: readonly UploadedFile[],
  others: readonly FieldError[],
): Fields {
  const fields = body.safeParse(input);
  const errors: FieldError[] = (fields.error?.issues ?? []).map(({ path, message }) => ({
    path: path.join("."),
    message,
  }));
  errors.push(...others);
  if (files.some(({ content }) => content.length === 0))
    errors.push({ path: fileField, message: MESSAGES.uploadEmpty });
  if (!fields.success || errors.length > 0) throw invalidInput(errors);
  return fields.data;
}
