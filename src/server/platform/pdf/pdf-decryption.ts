import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import { type PdfDict, PdfName, type PdfValue } from "./pdf-syntax.ts";

/** Decrypts the bytes of a stream. */
export type StreamDecryption = (bytes: Buffer, id: number, generation: number) => Buffer;

// ISO 32000-1, algorithm 2: padding of an empty password.
const PADDING = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");

const hash = (name: string, ...parts: Buffer[]) => {
  const digest = createHash(name);
  for (const part of parts) digest.update(part);
  return digest.digest();
};

/**
 * Creates the decryption for files with an empty user password, i.e. protected by an owner password only
 * (ISO 32000-2, 7.6). Throws when the file does not use the standard security handler.
 */
export function streamDecryption(encrypt: PdfDict, fileId: Buffer): StreamDecryption {
  const version = numberOf(encrypt.get("V"), 0);
  const method = streamMethod(encrypt, version);
  if (method === "Identity") return (bytes) => bytes;
  if (method === "AESV3") {
    const key = modernKey(encrypt);
    return (bytes) => aesCbc("aes-256-cbc", key, bytes);
  }
  const key = classicKey(encrypt, version, fileId);
  return (bytes, id, generation) => {
    const suffix = Buffer.from([id, id >> 8, id >> 16, generation, generation >> 8]);
    const salt = method === "AESV2" ? Buffer.from("sAlT") : Buffer.alloc(0);
    const objectKey = hash("md5", key, suffix, salt).subarray(0, Math.min(key.length + 5, 16));
    return method === "AESV2" ? aesCbc("aes-128-cbc", objectKey, bytes) : rc4(objectKey, bytes);
  };
}

type Method = "Identity" | "V2" | "AESV2" | "AESV3";

function streamMethod(encrypt: PdfDict, version: number): Method {
  if (nameOf(encrypt.get("Filter")) !== "Standard") throw new Error("not the standard security handler");
  if (version === 1 || version === 2) return "V2";
  if (version !== 4 && version !== 5) throw new Error(`encryption version ${version}`);
  const filterName = nameOf(encrypt.get("StmF")) ?? "Identity";
  if (filterName === "Identity") return "Identity";
  const filters = encrypt.get("CF");
  const filter = filters instanceof Map ? filters.get(filterName) : undefined;
  const method = filter instanceof Map ? nameOf(filter.get("CFM")) : undefined;
  if (method === "None") return "Identity";
  if (method === "V2" || method === "AESV2" || method === "AESV3") return method;
  throw new Error(`crypt filter ${method}`);
}

/** Algorithm 2, revisions 2 to 4, with the empty password. */
function classicKey(encrypt: PdfDict, version: number, fileId: Buffer): Buffer {
  const revision = numberOf(encrypt.get("R"), 0);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(numberOf(encrypt.get("P"), 0) | 0);
  const metadata =
    revision >= 4 && wordOf(encrypt.get("EncryptMetadata")) === "false" ? Buffer.alloc(4, 0xff) : Buffer.alloc(0);
  const length = version === 1 ? 5 : version === 4 ? 16 : numberOf(encrypt.get("Length"), 40) / 8;
  if (!Number.isInteger(length) || length < 5 || length > 16) throw new Error("key length");
  const owner = bytesOf(encrypt.get("O")).subarray(0, 32);
  let key = hash("md5", PADDING, owner, permissions, fileId, metadata).subarray(0, length);
  if (revision >= 3) for (let round = 0; round < 50; round += 1) key = hash("md5", key).subarray(0, length);
  return key;
}

/** Algorithm 2.A, revisions 5 and 6, with the empty password. */
function modernKey(encrypt: PdfDict): Buffer {
  const salt = bytesOf(encrypt.get("U")).subarray(40, 48);
  const intermediate = numberOf(encrypt.get("R"), 0) >= 6 ? hardenedHash(salt) : hash("sha256", salt);
  const decipher = createDecipheriv("aes-256-cbc", intermediate, Buffer.alloc(16)).setAutoPadding(false);
  return Buffer.concat([decipher.update(bytesOf(encrypt.get("UE")).subarray(0, 32)), decipher.final()]);
}

/** ISO 32000-2, algorithm 2.B, with the empty password and no user data. */
export function hardenedHash(salt: Buffer): Buffer {
  let key = hash("sha256", salt);
  for (let round = 1, last = 0; round <= 64 || last > round - 33; round += 1) {
    const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const block = Buffer.concat([cipher.update(Buffer.concat(Array<Buffer>(64).fill(key))), cipher.final()]);
    const remainder = block.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = hash(["sha256", "sha384", "sha512"][remainder] ?? "sha256", block);
    last = block.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

/** A stream's length is not always known, so bytes after its end may be decrypted into garbage without an error. */
function aesCbc(name: string, key: Buffer, bytes: Buffer): Buffer {
  const whole = bytes.length - (bytes.length % 16);
  if (whole < 32) return Buffer.alloc(0);
  const decipher = createDecipheriv(name, key, bytes.subarray(0, 16)).setAutoPadding(false);
  return Buffer.concat([decipher.update(bytes.subarray(16, whole)), decipher.final()]);
}

/** OpenSSL 3 has RC4 only in its legacy provider, which Node does not load. */
export function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_none, index) => index);
  const at = (index: number) => state[index & 255] ?? 0;
  const swap = (a: number, b: number) => {
    const kept = at(a);
    state[a & 255] = at(b);
    state[b & 255] = kept;
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  const out = Buffer.alloc(bytes.length);
  for (let n = 0, i = 0, j = 0; n < bytes.length; n += 1) {
    i = (i + 1) & 255;
    j = (j + at(i)) & 255;
    swap(i, j);
    out[n] = (bytes[n] ?? 0) ^ at(at(i) + at(j));
  }
  return out;
}

const numberOf = (value: PdfValue | undefined, fallback: number) => (typeof value === "number" ? value : fallback);
const nameOf = (value: PdfValue | undefined) => (value instanceof PdfName ? value.name : undefined);
const wordOf = (value: PdfValue | undefined) => (typeof value === "object" && "word" in value ? value.word : undefined);

function bytesOf(value: PdfValue | undefined): Buffer {
  if (!Buffer.isBuffer(value)) throw new Error("a string is expected");
  return value;
}
