import type { DocumentType } from "#contract/documents/documents.ts";

export interface ImageSize {
  width: number;
  height: number;
}
type ImageType = Exclude<DocumentType, "application/pdf">;

/** The size in an image's header, or null if it can't be read. Never decodes pixels. */
export function imageSize(type: ImageType, bytes: Buffer): ImageSize | null {
  try {
    return READERS[type](bytes);
  } catch (error) {
    // The header points outside the file.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const READERS: Record<ImageType, (bytes: Buffer) => ImageSize | null> = {
  "image/png": (bytes) =>
    bytes.toString("latin1", 12, 16) === "IHDR"
      ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
      : null,
  "image/gif": gifSize,
  "image/jpeg": jpegSize,
  "image/webp": webpSize,
  "image/tiff": tiffSize,
  "image/heic": largestItem,
  "image/avif": largestItem,
};

/** The first start-of-frame segment (C0 to CF without C4, C8 and CC, which are tables). */
function jpegSize(bytes: Buffer): ImageSize | null {
  let at = 2;
  while (at + 9 < bytes.length) {
    // Readers skip what stands before the next marker.
    at = bytes.indexOf(0xff, at);
    if (at === -1 || at + 9 >= bytes.length) return null;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
    } else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2;
    } else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    } else {
      at += 2 + bytes.readUInt16BE(at + 2);
    }
  }
  return null;
}

const GIF_EXTENSION = 0x21;
const GIF_FRAME = 0x2c;

/** The screen, or more if a frame extends beyond it: readers allocate memory for both. */
function gifSize(bytes: Buffer): ImageSize {
  const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  let at = 13 + colours(bytes.readUInt8(10));
  // Ends at the trailer, at invalid data, or where the file is truncated.
  while (at + 10 <= bytes.length && (bytes[at] === GIF_EXTENSION || bytes[at] === GIF_FRAME)) {
    if (bytes[at] === GIF_FRAME) {
      size.width = Math.max(size.width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5));
      size.height = Math.max(size.height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7));
      at += 11 + colours(bytes.readUInt8(at + 9));
    } else {
      at += 2;
    }
    for (let block = bytes[at] ?? 0; block > 0; block = bytes[at] ?? 0) at += block + 1;
    at += 1;
  }
  return size;
}

function webpSize(bytes: Buffer): ImageSize | null {
  const chunk = bytes.toString("latin1", 12, 16);
  if (chunk === "VP8X") return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (chunk === "VP8 ") return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (chunk !== "VP8L") return null;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

const TIFF_VERSION = 42;
const TIFF_WIDTH = 256;
const TIFF_HEIGHT = 257;
const TIFF_SHORT = 3;
/** A scan with more pages is larger than 10 MB. */
const TIFF_PAGES = 1000;

/** The largest page; each page's directory points to the next one. */
function tiffSize(bytes: Buffer): ImageSize | null {
  const isLittle = bytes.toString("latin1", 0, 2) === "II";
  const short = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const long = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  if (short(2) !== TIFF_VERSION) return null;
  const largest = { width: 0, height: 0 };
  let directory = long(4);
  for (let page = 0; directory !== 0; page += 1) {
    if (page === TIFF_PAGES) return null;
    const size = { width: 0, height: 0 };
    const entries = short(directory);
    for (let entry = 0; entry < entries; entry += 1) {
      const at = directory + 2 + entry * 12;
      const value = short(at + 2) === TIFF_SHORT ? short(at + 8) : long(at + 8);
      if (short(at) === TIFF_WIDTH) size.width = value;
      if (short(at) === TIFF_HEIGHT) size.height = value;
    }
    if (size.width === 0 || size.height === 0) return null;
    if (size.width * size.height > largest.width * largest.height) Object.assign(largest, size);
    directory = long(directory + 2 + entries * 12);
  }
  return largest;
}

/** HEIF files have the size of every picture in an `ispe` box; returns the largest. */
function largestItem(bytes: Buffer): ImageSize | null {
  let largest: ImageSize | null = null;
  for (let at = bytes.indexOf("ispe"); at !== -1; at = bytes.indexOf("ispe", at + 4)) {
    const size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    if (largest === null || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}
