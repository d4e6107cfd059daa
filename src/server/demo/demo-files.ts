import { crc32, deflateSync } from "node:zlib";

/** A card as the demo's documents show it. */
export interface CardFacts {
  serviceName: string;
  orderId: number;
  /** Label and value, one line each. */
  lines: readonly (readonly [string, string])[];
}

/** A small PDF of one page, written by hand: header, five objects, cross-reference table. Its text can be read out. */
export function makeCardPdf({ serviceName, orderId, lines }: CardFacts): Buffer {
  const rows = lines.map(([label, value], index) => {
    const y = 724 - index * 42;
    return `/F1 9 Tf 0.35 g 60 ${y} Td (${pdfText(label)}) Tj 0 -16 Td /F1 13 Tf 0.1 g (${pdfText(value)}) Tj -60 ${16 - y} Td`;
  });
  const content = [
    "0.04 0.43 0.42 rg 0 770 595 72 re f",
    `BT 1 g /F1 20 Tf 60 798 Td (${pdfText(serviceName)}) Tj -60 -798 Td`,
    `/F1 10 Tf 60 782 Td (Order ${orderId} - ${NOTE}) Tj -60 -782 Td`,
    ...rows,
    "ET",
  ].join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, "latin1");
}

/** The words of that card, a line each, in the letters that its font has. */
export function cardText({ serviceName, orderId, lines }: CardFacts): string {
  return [serviceName, `Order ${orderId} - ${NOTE}`, ...lines.flat()].map(inLatin1).join("\n");
}

const NOTE = "demonstration document, not valid for travel";
const STROKED: Record<string, string> = { ł: "l", Ł: "L", đ: "d", Đ: "D", ı: "i" };

/** Helvetica has Latin-1: a letter past it stands there without its marks, or as a question mark. */
function inLatin1(text: string): string {
  const plain = [...text.normalize("NFC")].map((letter) => {
    if (letter <= "\u00ff") return letter;
    const [bare = "?"] = STROKED[letter] ?? letter.normalize("NFKD");
    return bare <= "\u00ff" ? bare : "?";
  });
  return plain.join("");
}

const pdfText = (text: string) => inLatin1(text).replace(/[\\()]/g, "\\$&");

const WIDTH = 480;
const HEIGHT = 300;

/** A picture of a card without words; the order's number is in its text chunk. */
export function makeCardPng({ orderId }: Pick<CardFacts, "orderId">): Buffer {
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
