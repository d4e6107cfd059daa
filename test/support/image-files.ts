import { crc32, deflateSync } from "node:zlib";

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A grey PNG with this size in its header. Without rows, each with its filter byte, large ones have no pixel data. */
export function png(width = 2, height = 2, rows = Buffer.alloc(Math.min(width * height, 100) + height)): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

type Size = [width: number, height: number];

/** Headers of the other formats, each 3 by 5 pixels. */
export const IMAGE_HEADS = {
  "image/jpeg": Buffer.from("ffd8ffe000104a46494600010100000100010000ffc0000b080005000301011100ffd9", "hex"),
  "image/gif": gif([3, 5]),
  "image/webp": webp(3, 5),
  "image/tiff": tiff([3, 5]),
  "image/heic": heif("heic", [3, 5]),
  "image/avif": heif("avif", [3, 5]),
} as const;

function shorts(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, 2 * index);
  return bytes;
}

/** A GIF with a screen of this size, and frames with a comment and two data blocks each. */
export function gif(screen: Size, frames: Size[] = []): Buffer {
  const data = Buffer.from("0202aabb01cc00", "hex");
  const drawn = frames.flatMap((size) => [
    Buffer.from("21fe03616263002c", "hex"),
    shorts(0, 0, ...size),
    Buffer.from([0x80]),
    Buffer.alloc(6),
    data,
  ]);
  return Buffer.concat([Buffer.from("GIF89a"), shorts(...screen), Buffer.alloc(3), ...drawn, Buffer.from(";")]);
}

export function webp(width: number, height: number): Buffer {
  const size = Buffer.alloc(6);
  size.writeUIntLE(width - 1, 0, 3);
  size.writeUIntLE(height - 1, 3, 3);
  const head = Buffer.from("524946461e00000057454250565038581200000000000000", "hex");
  return Buffer.concat([head, size, Buffer.alloc(20)]);
}

/** A TIFF with a page for each size. */
export function tiff(...sizes: Size[]): Buffer {
  const long = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
  const entry = (tag: number, value: number) => Buffer.concat([shorts(tag, 3), long(1), long(value)]);
  const pages = sizes.map(([width, height], index) => {
    const next = index + 1 < sizes.length ? 8 + (index + 1) * 30 : 0;
    return Buffer.concat([shorts(2), entry(256, width), entry(257, height), long(next)]);
  });
  return Buffer.concat([Buffer.from("49492a0008000000", "hex"), ...pages, Buffer.alloc(60)]);
}

/** A HEIF file that states these sizes for the pictures in it. */
export function heif(brand: string, ...sizes: Size[]): Buffer {
  const stated = sizes.map(([width, height]) => {
    const box = Buffer.from("000000146973706500000000", "hex");
    const size = Buffer.alloc(8);
    size.writeUInt32BE(width, 0);
    size.writeUInt32BE(height, 4);
    return Buffer.concat([box, size]);
  });
  const head = Buffer.from(`ftyp${brand}\0\0\0\0mif1${brand}`, "latin1");
  return Buffer.concat([Buffer.from("00000018", "hex"), head, ...stated, Buffer.alloc(40)]);
}
