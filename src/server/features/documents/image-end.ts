import type { DocumentType } from "#contract/documents/documents.ts";

type ImageType = Exclude<DocumentType, "application/pdf">;

/**
 * End of a picture by its own structure; null if it is truncated or malformed. TIFF has no end, because its parts may
 * be anywhere.
 */
const ENDS: Partial<Record<ImageType, (bytes: Buffer) => number | null>> = {
  "image/png": pngEnd,
  "image/jpeg": jpegEnd,
  "image/gif": gifEnd,
  "image/webp": (bytes) => 8 + bytes.readUInt32LE(4),
  "image/heic": boxesEnd,
  "image/avif": boxesEnd,
};

/** Whether a picture is followed by what does not belong to it, or has no end. */
export async function hasTrailingData(type: ImageType, bytes: Buffer): Promise<boolean> {
  const endOf = ENDS[type];
  if (endOf === undefined) return false;
  const end = endOf(bytes);
  if (end === null || end > bytes.length) return true;
  const rest = bytes.subarray(end);
  if (isBlank(rest)) return false;
  return type === "image/jpeg" ? await holdsOtherFile(rest) : true;
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0 || byte === 32 || (byte >= 9 && byte <= 13));
}

/** What a telephone appends: further pictures (depth, gain map), a film of a few seconds. */
const APPENDED = /^(?:image|video)\//;
/** Markup that a browser would run, and the start of a PDF, which readers look for far into a file. */
const MARKUP = /%PDF-|<\s*(?:!doctype|html|head|body|script|svg|iframe|\?php|\?xml)/i;

/**
 * Whether what follows a JPEG is a file of another kind. Every maker of telephones and cameras appends its own data there,
 * so it is not the known ones that are accepted but other files that are refused.
 */
async function holdsOtherFile(rest: Buffer): Promise<boolean> {
  const start = rest.findIndex((byte) => byte !== 0xff && byte !== 0 && byte !== 32 && !(byte >= 9 && byte <= 13));
  if (start === -1) return false;
  const { fileTypeFromBuffer } = await import("file-type");
  const found = await fileTypeFromBuffer(
    rest.subarray(rest[start - 1] === 0xff && rest[start] === 0xd8 ? start - 1 : start),
  );
  return (found !== undefined && !APPENDED.test(found.mime)) || isArchive(rest) || MARKUP.test(rest.toString("latin1"));
}

const ARCHIVE_END = Buffer.from("PK\x05\x06", "latin1");
const ARCHIVE_END_BYTES = 22;

/** Archives are read from their end: its record there, whose comment reaches the end of the file. */
export function isArchive(bytes: Buffer): boolean {
  const from = Math.max(0, bytes.length - ARCHIVE_END_BYTES - 0xffff);
  for (
    let at = bytes.lastIndexOf(ARCHIVE_END);
    at >= from;
    at = at === 0 ? -1 : bytes.lastIndexOf(ARCHIVE_END, at - 1)
  ) {
    if (at + ARCHIVE_END_BYTES > bytes.length) continue;
    const isOneDisk = bytes.readUInt32LE(at + 4) === 0 && bytes.readUInt16LE(at + 8) === bytes.readUInt16LE(at + 10);
    if (isOneDisk && at + ARCHIVE_END_BYTES + bytes.readUInt16LE(at + 20) >= bytes.length) return true;
  }
  return false;
}

function pngEnd(bytes: Buffer): number | null {
  let at = 8;
  while (at + 12 <= bytes.length) {
    const next = at + 12 + bytes.readUInt32BE(at);
    if (bytes.toString("latin1", at + 4, at + 8) === "IEND") return next;
    at = next;
  }
  return null;
}

const JPEG_END = 0xd9;
const JPEG_SCAN = 0xda;

/** Segment by segment; the pixels after a scan header contain 0xff only before 0 and restart marks. */
function jpegEnd(bytes: Buffer): number | null {
  let at = 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) {
      // Readers skip to the next marker.
      at = bytes.indexOf(0xff, at);
      if (at === -1) return null;
      continue;
    }
    const marker = bytes[at + 1] ?? 0;
    if (marker === JPEG_END) return at + 2;
    if (marker === 0xff) at += 1;
    else if (marker === 0x00 || marker === 0x01 || isRestart(marker)) at += 2;
    else {
      if (at + 4 > bytes.length) return null;
      at += 2 + bytes.readUInt16BE(at + 2);
      if (marker === JPEG_SCAN) at = afterPixels(bytes, at);
    }
  }
  return null;
}

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

function afterPixels(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker !== 0 && marker !== 0xff && !isRestart(marker)) return at;
  }
  return bytes.length;
}

const GIF_EXTENSION = 0x21;
const GIF_FRAME = 0x2c;
const GIF_END = 0x3b;

function gifEnd(bytes: Buffer): number | null {
  const colours = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + colours(bytes[10]);
  for (;;) {
    const kind = bytes[at];
    if (kind === GIF_END) return at + 1;
    if (kind === GIF_FRAME) at += 11 + colours(bytes[at + 9]);
    else if (kind === GIF_EXTENSION) at += 2;
    else return null;
    for (let block = bytes[at] ?? 0; block > 0; block = bytes[at] ?? 0) at += block + 1;
    at += 1;
  }
}

/** ISO base media: consecutive boxes with their lengths. A length of 0 extends to the end of the file. */
function boxesEnd(bytes: Buffer): number | null {
  let at = 0;
  while (at + 8 <= bytes.length && /^[\x20-\x7e\xa9]{4}$/.test(bytes.toString("latin1", at + 4, at + 8))) {
    const short = bytes.readUInt32BE(at);
    if (short === 0) return bytes.length;
    const length = short === 1 && at + 16 <= bytes.length ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    if (length < 8) return null;
    at += length;
  }
  return at;
}
