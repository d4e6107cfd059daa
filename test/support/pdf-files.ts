import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";
import { hardenedHash, rc4 } from "#server/platform/pdf/pdf-decryption.ts";

interface PdfOptions {
  /** Additional entries of the catalog and the page, and additional objects from number 10 on. */
  catalog?: string;
  page?: string;
  objects?: Record<number, string>;
  trailer?: string;
}

/** A small handwritten PDF without a cross-reference table, which readers rebuild. */
export function pdf({ catalog = "", page = "", objects = {}, trailer = "" }: PdfOptions = {}): Buffer {
  const all: Record<number, string> = {
    1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] ${page} >>`,
    ...objects,
  };
  const body = Object.entries(all).map(([id, text]) => `${id} 0 obj\n${text}\nendobj\n`);
  return Buffer.from(`%PDF-1.7\n${body.join("")}trailer\n<< /Root 1 0 R ${trailer} >>\n%%EOF\n`, "latin1");
}

const stream = (content: string | Buffer, dict = "") =>
  `<< /Length ${content.length} ${dict} >>\nstream\n${typeof content === "string" ? content : content.toString("latin1")}\nendstream`;
const HELVETICA = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";

interface TextPdfOptions {
  /** Fonts besides `/F1`, and their objects. */
  fonts?: string;
  objects?: Record<number, string>;
}

/** One page with these drawing operators; `/F1` is Helvetica. */
export function textPdf(operators: string, { fonts = "", objects = {} }: TextPdfOptions = {}): Buffer {
  const page = `/Resources << /Font << /F1 5 0 R ${fonts} >> >> /Contents 4 0 R`;
  return pdf({ page, objects: { 4: stream(operators), 5: HELVETICA, ...objects } });
}

/** The same with compressed operators. */
export function packedPdf(operators: Buffer): Buffer {
  const packed = stream(deflateSync(operators, { level: 9 }), "/Filter /FlateDecode");
  return pdf({ page: "/Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R", objects: { 4: packed, 5: HELVETICA } });
}

/** Several pages, the operators of each by its number from 1 on. */
export function pagesPdf(count: number, operatorsOf: (page: number) => string): Buffer {
  const objects: Record<number, string> = { 5: HELVETICA };
  const ids = Array.from({ length: count }, (_, index) => 10 + 2 * index);
  ids.forEach((id, index) => {
    objects[id] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Resources << /Font << /F1 5 0 R >> >> /Contents ${id + 1} 0 R >>`;
    objects[id + 1] = stream(operatorsOf(index + 1));
  });
  objects[2] = `<< /Type /Pages /Kids [${ids.map((id) => `${id} 0 R`).join(" ")}] /Count ${count} >>`;
  return pdf({ objects });
}

/** An object stream (number 20) that holds one object (number 21), its bytes passed through `encrypt`. */
export function objectStream(hidden: string, encrypt: (bytes: Buffer) => Buffer = (bytes) => bytes): string {
  const header = "21 0 ";
  const data = encrypt(deflateSync(Buffer.from(header + hidden, "latin1")));
  const dict = `<< /Type /ObjStm /N 1 /First ${header.length} /Filter /FlateDecode /Length ${data.length} >>`;
  return `${dict}\nstream\n${data.toString("latin1")}\nendstream`;
}

const PADDING = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");
const md5 = (...parts: Buffer[]) => createHash("md5").update(Buffer.concat(parts)).digest();
const hex = (bytes: Buffer) => `<${bytes.toString("hex")}>`;

interface EncryptedPdfOptions {
  userPassword?: string;
  objects?: (encrypt: (bytes: Buffer, id: number) => Buffer) => Record<number, string>;
  catalog?: string;
}

/** A PDF with an owner password and, by default, an empty user password: RC4, 128 bits (revision 3). */
export function rc4Pdf({ userPassword = "", objects = () => ({}), catalog = "" }: EncryptedPdfOptions = {}): Buffer {
  const fileId = randomBytes(16);
  const owner = randomBytes(32);
  const padded = Buffer.concat([Buffer.from(userPassword), PADDING]).subarray(0, 32);
  let key = md5(padded, owner, Buffer.from([0xfc, 0xff, 0xff, 0xff]), fileId);
  for (let round = 0; round < 50; round += 1) key = md5(key);
  let user = rc4(key, md5(PADDING, fileId));
  for (let round = 1; round <= 19; round += 1) user = rc4(Buffer.from(key.map((byte) => byte ^ round)), user);
  const dict = `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O ${hex(owner)} /U ${hex(Buffer.concat([user, Buffer.alloc(16)]))} >>`;
  const encrypt = (bytes: Buffer, id: number) =>
    rc4(md5(key, Buffer.from([id, id >> 8, id >> 16, 0, 0])).subarray(0, 16), bytes);
  return pdf({
    catalog,
    objects: { ...objects(encrypt), 9: dict },
    trailer: `/Encrypt 9 0 R /ID [${hex(fileId)} ${hex(fileId)}]`,
  });
}

/** The same with AES, 256 bits (revision 5 or 6), and an empty user password. */
export function aesPdf(
  revision: 5 | 6,
  { objects = () => ({}), catalog = "" }: Omit<EncryptedPdfOptions, "userPassword"> = {},
): Buffer {
  const key = randomBytes(32);
  const hash = (salt: Buffer) => (revision === 6 ? hardenedHash(salt) : createHash("sha256").update(salt).digest());
  const [validation, keySalt] = [randomBytes(8), randomBytes(8)];
  const user = Buffer.concat([hash(validation), validation, keySalt]);
  const wrap = createCipheriv("aes-256-cbc", hash(keySalt), Buffer.alloc(16)).setAutoPadding(false);
  const userKey = Buffer.concat([wrap.update(key), wrap.final()]);
  const encrypt = (bytes: Buffer) => {
    const iv = randomBytes(16);
    const cipher = createCipheriv("aes-256-cbc", key, iv);
    return Buffer.concat([iv, cipher.update(bytes), cipher.final()]);
  };
  const dict = [
    `<< /Filter /Standard /V 5 /R ${revision} /Length 256 /P -4 /StmF /StdCF /StrF /StdCF`,
    "/CF << /StdCF << /CFM /AESV3 /AuthEvent /DocOpen /Length 32 >> >>",
    `/U ${hex(user)} /UE ${hex(userKey)} /O ${hex(randomBytes(48))} /OE ${hex(randomBytes(32))} /Perms ${hex(randomBytes(16))} >>`,
  ].join(" ");
  return pdf({
    catalog,
    objects: { ...objects((bytes) => encrypt(bytes)), 9: dict },
    trailer: `/Encrypt 9 0 R /ID [<00> <00>]`,
  });
}
