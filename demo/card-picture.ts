import { crc32, deflateSync } from "node:zlib";

const WIDTH = 480;
const HEIGHT = 300;

/** A PNG that looks like a card, without readable text; its text chunk contains the order id. */
export function cardPicture(orderId: number): Buffer {
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    // Palette: 0 paper, 1 the band on top, 2 lines of writing.
    const isWriting = y > 90 && y % 34 < 8;
    const left = y * (WIDTH + 1) + 31;
    rows.fill(y < 60 ? 1 : 0, y * (WIDTH + 1) + 1, (y + 1) * (WIDTH + 1));
    if (isWriting) rows.fill(2, left, left + 160 + ((orderId * Math.floor(y / 34) * 37) % 220));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from("fdfcfa0b6e6a5b6b73", "hex")),
    chunk("tEXt", Buffer.from(`Title\0Order ${orderId}`, "latin1")),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
