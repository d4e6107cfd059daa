import { inflateSync } from "node:zlib";
import { type StreamDecryption, streamDecryption } from "./pdf-decryption.ts";
import { Keyword, type PdfDict, PdfName, PdfReader, PdfReference, type PdfValue } from "./pdf-syntax.ts";

/**
 * Names that only active content needs: scripts, programs started, forms sent or filled from a file, rich media, files
 * inside. Named alone, because each may be reached by a roundabout way (an indirect name, an older revision).
 */
const ACTIVE_NAMES = new Set([
  "JavaScript",
  "Launch",
  "SubmitForm",
  "ImportData",
  "EmbeddedFile",
  "EmbeddedFiles",
  "FileAttachment",
  // XFA forms and 3D scenes bring scripts of their own.
  "XFA",
  "OnInstantiate",
]);
/** Harmless apart, active together in one object: a file specification with its file, a rendition with its script. */
const ACTIVE_PAIRS = [
  ["EF", "F"],
  ["EF", "UF"],
  ["Rendition", "JS"],
] as const;

const MAX_INFLATED = 64 * 1024 * 1024;
/** No writer compresses so many objects into one stream; without a length given we look no further. */
const MAX_OBJECT_STREAM = 4 * 1024 * 1024;

interface FoundObject {
  id: number | undefined;
  generation: number;
  value: PdfValue | undefined;
  /** Where the bytes of its stream begin, when it has one. */
  streamAt: number | undefined;
}

/**
 * True when a PDF carries active content. pdf.js shows only what a viewer would reach and hides several actions, so
 * the file is read here as it lies: every object of every revision, and the objects inside of compressed streams.
 * Throws when a part can't be read, which must count as a refusal.
 */
export function hasActiveContent(bytes: Buffer): boolean {
  const found = new NameWatch();
  const objects: FoundObject[] = [];
  for (const object of readObjects(bytes, found)) {
    objects.push(object);
    if (found.isActive) return true;
  }
  const streams = objects.filter(({ value, streamAt }) => streamAt !== undefined && isObjectStream(value));
  if (streams.length === 0) return false;
  const decrypt = decryptionOf(objects);
  return streams.some((object) => {
    const reader = new PdfReader(inflate(bytes, object, decrypt), 0, found.see);
    while (reader.value() !== undefined);
    found.endObject();
    return found.isActive;
  });
}

class NameWatch {
  isActive = false;
  #names = new Set<string>();

  readonly see = (name: string): void => {
    if (ACTIVE_NAMES.has(name) || name.startsWith("RichMedia")) this.isActive = true;
    this.#names.add(name);
  };

  endObject(): void {
    if (ACTIVE_PAIRS.some(([a, b]) => this.#names.has(a) && this.#names.has(b))) this.isActive = true;
    this.#names = new Set();
  }
}

/** Whatever follows an `obj` or `trailer`, anywhere in the file: a cross-reference may point into any place. */
function* readObjects(bytes: Buffer, found: NameWatch): Generator<FoundObject> {
  const text = bytes.toString("latin1");
  for (const { 0: word, index } of text.matchAll(/(?<!end)obj|trailer/g)) {
    const reader = new PdfReader(bytes, index + word.length, found.see);
    const value = reader.value();
    const end = value === undefined ? undefined : reader.value();
    found.endObject();
    const [, id, generation] =
      /(\d{1,10})[\s\0]+(\d{1,5})[\s\0]*$/.exec(text.slice(Math.max(0, index - 40), index)) ?? [];
    yield {
      id: word === "trailer" || id === undefined ? undefined : Number(id),
      generation: Number(generation ?? 0),
      value,
      streamAt: end instanceof Keyword && end.word === "stream" ? afterLineEnd(bytes, reader.position) : undefined,
    };
  }
}

function afterLineEnd(bytes: Buffer, position: number): number {
  let at = position;
  while (bytes[at] === 32) at += 1;
  if (bytes[at] === 13) at += 1;
  return bytes[at] === 10 ? at + 1 : at;
}

/** By the entries that an object stream can't do without, not by its type, which may be named indirectly. */
function isObjectStream(value: PdfValue | undefined): value is PdfDict {
  return value instanceof Map && value.has("N") && value.has("First");
}

function inflate(bytes: Buffer, object: FoundObject, decrypt: StreamDecryption | undefined): Buffer {
  const { value, id, generation, streamAt = 0 } = object;
  if (!(value instanceof Map) || id === undefined) throw new Error("an object stream without a number");
  const length = value.get("Length");
  const rest = bytes.subarray(streamAt, streamAt + (typeof length === "number" ? length : MAX_OBJECT_STREAM));
  const plain = decrypt === undefined ? rest : decrypt(rest, id, generation);
  const filter = value.get("Filter");
  if (filter === undefined) return plain;
  const filters = (Array.isArray(filter) ? filter : [filter]).map((each) =>
    each instanceof PdfName ? each.name : "?",
  );
  if (filters.some((name) => name !== "FlateDecode" && name !== "Fl") || value.has("DecodeParms")) {
    throw new Error(`an object stream behind ${filters.join(" ")}`);
  }
  return filters.reduce((data) => inflateSync(data, { maxOutputLength: MAX_INFLATED }), plain);
}

/** Undefined when the file is not encrypted. */
function decryptionOf(objects: readonly FoundObject[]): StreamDecryption | undefined {
  for (const { value } of objects) {
    if (!(value instanceof Map) || !value.has("Encrypt")) continue;
    const encrypt = value.get("Encrypt");
    const dict = encrypt instanceof PdfReference ? objects.findLast(({ id }) => id === encrypt.id)?.value : encrypt;
    if (!(dict instanceof Map)) throw new Error("no encryption dictionary");
    const ids = value.get("ID");
    const fileId = Array.isArray(ids) && Buffer.isBuffer(ids[0]) ? ids[0] : Buffer.alloc(0);
    return streamDecryption(dict, fileId);
  }
  return undefined;
}
