import { inflateSync } from "node:zlib";
import { type StreamDecryption, streamDecryption } from "./pdf-decryption.ts";
import { withoutPredictor } from "./pdf-predictor.ts";
import {
  Keyword,
  type PdfDict,
  type PdfListener,
  PdfName,
  PdfReader,
  PdfReference,
  type PdfValue,
  ResourceLimitError,
} from "./pdf-syntax.ts";
import { type NumberedObject, type StartingEntry, startsSomething } from "./starting-actions.ts";

/**
 * Names used only by active content: scripts, launched programs, form submission and import, rich media, embedded files.
 * The name alone counts, because each can be reached indirectly (an indirect name, an older revision).
 */
const ACTIVE_NAMES = new Set([
  "JavaScript",
  "Launch",
  "SubmitForm",
  "ImportData",
  "EmbeddedFile",
  "EmbeddedFiles",
  "FileAttachment",
  // XFA forms and 3D scenes contain scripts.
  "XFA",
  "OnInstantiate",
]);
/** Where a file specification has its file. */
const FILE_KEYS = ["F", "UF", "DOS", "Mac", "Unix"];
/** Active beside one of these in one object: a file specification with its file, a rendition with its script. */
const ACTIVE_BESIDE: Record<string, readonly string[]> = { EF: FILE_KEYS, JS: ["Rendition"] };
/** Entries whose name is a label, whatever it says: a font may be called Launch. */
const LABELS = new Set(["Name", "BaseFont", "FontName", "FontFamily"]);

/** Upper limit for a 10 MB file: each object has a number, `obj` and content. */
const MAX_OBJECTS = 400_000;
/**
 * How many times the file's length may be read in total. Objects follow each other, so normally once; an `obj` inside an
 * image may be read to the end of the file. A file that opens a string two million times would be read two million times.
 */
const MAX_READINGS = 8;

const MAX_INFLATED = 64 * 1024 * 1024;
/** More than any writer puts into one stream; used when the stream states no length. */
const MAX_OBJECT_STREAM = 4 * 1024 * 1024;

interface FoundObject {
  id: number | undefined;
  generation: number;
  value: PdfValue | undefined;
  /** Offset of its stream, if it has one. */
  streamAt: number | undefined;
}

/**
 * True when a PDF contains active content. pdf.js exposes only what a viewer reaches and hides several actions, so this
 * scans the raw bytes: every object of every revision, and the objects inside compressed streams.
 * Throws when a part can't be read, which must be treated as a refusal.
 */
export function hasActiveContent(bytes: Buffer): boolean {
  const found = new NameWatch();
  const objects: FoundObject[] = [];
  for (const object of readObjects(bytes, found)) {
    objects.push(object);
    if (found.isActive) return true;
    if (objects.length > MAX_OBJECTS) throw new ResourceLimitError();
  }
  const streams = objects.filter(({ value, streamAt }) => streamAt !== undefined && isObjectStream(value));
  const decrypt = streams.length === 0 ? undefined : decryptionOf(objects);
  const unpacked: { dict: PdfDict; content: Buffer }[] = [];
  for (const object of streams) {
    const content = inflate(bytes, object, decrypt, (value) => resolved(value, objects));
    const reader = new PdfReader(content, 0, found);
    while (reader.value() !== undefined);
    found.endObject();
    if (found.isActive) return true;
    if (object.value instanceof Map) unpacked.push({ dict: object.value, content });
  }
  if (found.starting.length === 0 && found.asKeys.length === 0) return false;
  const work = new WorkLimit(bytes.length + unpacked.reduce((sum, { content }) => sum + content.length, 0));
  const inStreams = unpacked.flatMap(({ dict, content }) => [...objectsOf(dict, content, work)]);
  const all = [...objects, ...inStreams];
  const isFont = fontsAmong(all);
  return (
    startsSomething(
      found.starting.filter(({ value }) => !isFont(value)),
      all,
    ) || !found.asKeys.every(isFont)
  );
}

/** Tells a font, and nothing else in every revision of the object: resources may have any name as their key. */
function fontsAmong(objects: readonly PartialObject[]): (value: PdfValue) => boolean {
  const others = new Set<number | undefined>();
  const known = new Set<number | undefined>();
  for (const { id, value, streamAt } of objects) {
    known.add(id);
    if (streamAt !== undefined || !isFontDict(value)) others.add(id);
  }
  return (value) => (value instanceof PdfReference ? known.has(value.id) && !others.has(value.id) : isFontDict(value));
}

type PartialObject = NumberedObject & { streamAt?: number | undefined };

/** Not the tree of names that a script or an embedded file is found by, and no action. */
function isFontDict(value: PdfValue | undefined): boolean {
  if (!(value instanceof Map)) return false;
  const type = value.get("Type");
  return (
    type instanceof PdfName &&
    type.name === "Font" &&
    !["Names", "Kids", "S", "D", ...FILE_KEYS].some((key) => value.has(key))
  );
}

/** The objects of a decompressed object stream with the numbers from its header (ISO 32000-1, 7.5.7). */
function* objectsOf(dict: PdfDict, content: Buffer, work: WorkLimit): Generator<NumberedObject> {
  const first = dict.get("First");
  if (typeof first !== "number") throw new Error("an object stream without a header");
  const head = new PdfReader(content.subarray(0, first), 0);
  for (let id = head.value(); id !== undefined; id = head.value()) {
    const offset = head.value();
    if (typeof id !== "number" || typeof offset !== "number") throw new Error("an object stream with a broken header");
    const reader = new PdfReader(content, first + offset);
    yield { id, value: reader.value() };
    work.add(reader.position - first - offset);
  }
}

/** Throws once a file's length was read too many times. */
class WorkLimit {
  #left: number;

  constructor(bytes: number) {
    this.#left = MAX_READINGS * bytes + 1_000_000;
  }

  add(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new ResourceLimitError();
  }
}

class NameWatch implements PdfListener {
  isActive = false;
  /** Actions that viewers run automatically: on opening the file, turning to a page, entering a field. */
  readonly starting: StartingEntry[] = [];
  /** Values under a watched name that occurs only as a key: harmless if they are fonts. */
  readonly asKeys: PdfValue[] = [];
  /** How often each name occurs in this object otherwise than as a label or a key of `#values`. */
  #names = new Map<string, number>();
  #values = new Map<string, PdfValue[]>();

  name(name: string): void {
    this.#count(name, 1);
  }

  entry(key: string, value: PdfValue): void {
    if (key === "OpenAction" || key === "AA") this.starting.push({ key, value });
    if (LABELS.has(key) && value instanceof PdfName) this.#count(value.name, -1);
    if (!isWatched(key)) return;
    this.#count(key, -1);
    const values = this.#values.get(key);
    if (values === undefined) this.#values.set(key, [value]);
    else values.push(value);
  }

  #count(name: string, by: number): void {
    this.#names.set(name, (this.#names.get(name) ?? 0) + by);
  }

  endObject(): void {
    for (const [name, count] of this.#names) {
      if (!isWatched(name) || !(ACTIVE_BESIDE[name]?.some((other) => this.#names.has(other)) ?? true)) continue;
      if (count > 0) this.isActive = true;
      else this.asKeys.push(...(this.#values.get(name) ?? []));
    }
    this.#names = new Map();
    this.#values = new Map();
  }
}

const isWatched = (name: string) =>
  ACTIVE_NAMES.has(name) || Object.hasOwn(ACTIVE_BESIDE, name) || name.startsWith("RichMedia");

/** Yields what follows each `obj` or `trailer` anywhere in the file: cross-references may point to any offset. */
function* readObjects(bytes: Buffer, found: NameWatch): Generator<FoundObject> {
  const text = bytes.toString("latin1");
  const work = new WorkLimit(bytes.length);
  for (const { 0: word, index } of text.matchAll(/(?<!end)obj|trailer/g)) {
    const reader = new PdfReader(bytes, index + word.length, found);
    const value = reader.value();
    const end = value === undefined ? undefined : reader.value();
    found.endObject();
    work.add(reader.position - index);
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

/** Recognized by an object stream's required entries, not by its type, which may be an indirect reference. */
function isObjectStream(value: PdfValue | undefined): value is PdfDict {
  return value instanceof Map && value.has("N") && value.has("First");
}

/** The newest value that a reference stands for. */
function resolved(value: PdfValue | undefined, objects: readonly FoundObject[]): PdfValue | undefined {
  return value instanceof PdfReference ? objects.findLast(({ id }) => id === value.id)?.value : value;
}

function inflate(
  bytes: Buffer,
  object: FoundObject,
  decrypt: StreamDecryption | undefined,
  resolve: (value: PdfValue | undefined) => PdfValue | undefined,
): Buffer {
  const { value, id, generation, streamAt = 0 } = object;
  if (!(value instanceof Map) || id === undefined) throw new Error("an object stream without a number");
  const length = value.get("Length");
  const rest = bytes.subarray(streamAt, streamAt + (typeof length === "number" ? length : MAX_OBJECT_STREAM));
  const plain = decrypt === undefined ? rest : decrypt(rest, id, generation);
  const filters = listed(resolve(value.get("Filter"))).map((each) => (each instanceof PdfName ? each.name : "?"));
  if (filters.some((name) => name !== "FlateDecode" && name !== "Fl")) {
    throw new Error(`an object stream behind ${filters.join(" ")}`);
  }
  const parameters = listed(resolve(value.get("DecodeParms") ?? value.get("DP")));
  return filters.reduce(
    (data, _name, at) => withoutPredictor(inflateSync(data, { maxOutputLength: MAX_INFLATED }), parameters[at]),
    plain,
  );
}

/** One value or an array of them; `null` alone is nothing. */
function listed(value: PdfValue | undefined): PdfValue[] {
  if (Array.isArray(value)) return value;
  return value === undefined || (value instanceof Keyword && value.word === "null") ? [] : [value];
}

/** The file's decryption; undefined when it is not encrypted. */
function decryptionOf(objects: readonly FoundObject[]): StreamDecryption | undefined {
  for (const { value } of objects) {
    if (!(value instanceof Map) || !value.has("Encrypt")) continue;
    const encrypt = value.get("Encrypt");
    const dict = resolved(encrypt, objects);
    if (!(dict instanceof Map)) throw new Error("no encryption dictionary");
    const ids = value.get("ID");
    const fileId = Array.isArray(ids) && Buffer.isBuffer(ids[0]) ? ids[0] : Buffer.alloc(0);
    return streamDecryption(dict, fileId);
  }
  return undefined;
}
