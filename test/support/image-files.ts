import { crc32, deflateSync } from "node:zlib";

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A grey PNG whose header states this size; its pixels are missing when it is large. */
export function png(width = 2, height = 2): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.min(width * height, 100) + height));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

/** Heads of the other formats, each 3 by 5 pixels. */
export const IMAGE_HEADS = {
  "image/jpeg": Buffer.from("ffd8ffe000104a46494600010100000100010000ffc0000b080005000301011100ffd9", "hex"),
  "image/gif": Buffer.from("474946383961030005000000003b", "hex"),
  "image/webp": Buffer.concat([
    Buffer.from("524946461e000000574542505650385812000000", "hex"),
    Buffer.from("00000000020000040000", "hex"),
    Buffer.alloc(20),
  ]),
  "image/tiff": tiff(),
  "image/heic": heif("heic"),
  "image/avif": heif("avif"),
} as const;

function tiff(): Buffer {
  const entry = (tag: number, value: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(tag, 0);
    bytes.writeUInt16LE(3, 2);
    bytes.writeUInt32LE(1, 4);
    bytes.writeUInt16LE(value, 8);
    return bytes;
  };
  return Buffer.concat([Buffer.from("49492a00080000000200", "hex"), entry(256, 3), entry(257, 5), Buffer.alloc(60)]);
}

function heif(brand: string): Buffer {
  const size = Buffer.from("0000001469737065000000000000000300000005", "hex");
  return Buffer.concat([
    Buffer.from("00000018", "hex"),
    Buffer.from(`ftyp${brand}\0\0\0\0mif1${brand}`, "latin1"),
    size,
    Buffer.alloc(40),
  ]);
}
