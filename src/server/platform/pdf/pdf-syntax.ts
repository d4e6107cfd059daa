/** A value of PDF syntax (ISO 32000-1, 7.3). Anything else, such as `endobj`, is a Keyword. */
export type PdfValue = number | PdfName | Buffer | PdfValue[] | PdfDict | Keyword | PdfReference;
export type PdfDict = Map<string, PdfValue>;

export class PdfName {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export class Keyword {
  readonly word: string;
  constructor(word: string) {
    this.word = word;
  }
}

export class PdfReference {
  readonly id: number;
  constructor(id: number) {
    this.id = id;
  }
}

const isSpace = (byte: number) => byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0;
const DELIMITERS = new Set([..."()<>[]{}/%"].map((char) => char.charCodeAt(0)));
const isRegular = (byte: number | undefined): byte is number =>
  byte !== undefined && !isSpace(byte) && !DELIMITERS.has(byte);

const OPEN_DICT = new Keyword("<<");
const CLOSE_DICT = new Keyword(">>");
const OPEN_ARRAY = new Keyword("[");
const CLOSE_ARRAY = new Keyword("]");
/** Deeper nesting is an attempt to overflow the reader's stack. */
const MAX_DEPTH = 500;

/** Thrown for a file crafted to exhaust its reader. */
export class ResourceLimitError extends Error {}

function assertShallow(depth: number): void {
  if (depth > MAX_DEPTH) throw new ResourceLimitError("nested too deeply");
}

export interface PdfListener {
  /** Called with every name, wherever it occurs. */
  name(name: string): void;
  /** Called with every dictionary entry, even if a later entry with the same key replaces it. */
  entry(key: string, value: PdfValue): void;
}

/**
 * Reads values sequentially and as tolerantly as viewers do: inside a dictionary or array, `endobj` and `stream` are
 * ordinary values, because viewers keep reading there too.
 */
export class PdfReader {
  readonly bytes: Buffer;
  position: number;
  readonly #listener: PdfListener | undefined;

  constructor(bytes: Buffer, position: number, listener?: PdfListener) {
    this.bytes = bytes;
    this.position = position;
    this.#listener = listener;
  }

  /** The next value, or undefined at the end of the bytes. */
  value(depth = 0): PdfValue | undefined {
    const token = this.#token();
    if (token === OPEN_DICT) return this.#dict(depth);
    if (token === OPEN_ARRAY) return this.#array(depth);
    return token;
  }

  #dict(depth: number): PdfDict {
    assertShallow(depth);
    const dict: PdfDict = new Map();
    while (true) {
      const key = this.#token();
      if (key === undefined || key === CLOSE_DICT) return dict;
      if (!(key instanceof PdfName)) {
        // A dictionary or array in place of a key may still contain names.
        if (key === OPEN_DICT) this.#dict(depth + 1);
        if (key === OPEN_ARRAY) this.#array(depth + 1);
        continue;
      }
      const value = this.#valueOrReference(depth);
      if (value === undefined || value === CLOSE_DICT) return dict;
      this.#listener?.entry(key.name, value);
      // With two `S` entries viewers differ in which action they run.
      dict.set(key.name, key.name === "S" && dict.has("S") ? new Keyword("twice") : value);
    }
  }

  #array(depth: number): PdfValue[] {
    assertShallow(depth);
    const items: PdfValue[] = [];
    while (true) {
      const item = this.value(depth + 1);
      if (item === undefined || item === CLOSE_ARRAY) return items;
      items.push(item);
    }
  }

  #valueOrReference(depth: number): PdfValue | undefined {
    const value = this.value(depth + 1);
    if (typeof value !== "number") return value;
    const { position } = this;
    if (typeof this.#token() === "number") {
      const end = this.#token();
      if (end instanceof Keyword && end.word === "R") return new PdfReference(value);
    }
    this.position = position;
    return value;
  }

  #token(): PdfName | Keyword | Buffer | number | undefined {
    this.#skipSpace();
    const { bytes } = this;
    const first = bytes[this.position];
    if (first === undefined) return undefined;
    switch (String.fromCharCode(first)) {
      case "/":
        return this.#name();
      case "(":
        return this.#literalString();
      case "<":
        return bytes[this.position + 1] === first ? this.#advance(2, OPEN_DICT) : this.#hexString();
      case ">":
        return bytes[this.position + 1] === first ? this.#advance(2, CLOSE_DICT) : this.#advance(1, new Keyword(">"));
      case "[":
        return this.#advance(1, OPEN_ARRAY);
      case "]":
        return this.#advance(1, CLOSE_ARRAY);
      default:
        return this.#word();
    }
  }

  #advance<T>(length: number, token: T): T {
    this.position += length;
    return token;
  }

  #skipSpace(): void {
    const { bytes } = this;
    while (this.position < bytes.length) {
      const byte = bytes[this.position] ?? 0;
      if (byte === 0x25) this.#skipComment();
      else if (!isSpace(byte)) return;
      this.position += 1;
    }
  }

  #skipComment(): void {
    const { bytes } = this;
    while (this.position < bytes.length && bytes[this.position] !== 10 && bytes[this.position] !== 13)
      this.position += 1;
  }

  #regular(): string {
    const start = this.position;
    while (isRegular(this.bytes[this.position])) this.position += 1;
    return this.bytes.toString("latin1", start, this.position);
  }

  #name(): PdfName {
    this.position += 1;
    const name = this.#regular().replace(/#([0-9A-Fa-f]{2})/g, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    this.#listener?.name(name);
    return new PdfName(name);
  }

  #word(): Keyword | number {
    const word = this.#regular();
    if (word === "")
      return this.#advance(1, new Keyword(this.bytes.toString("latin1", this.position, this.position + 1)));
    const number = Number(word);
    return Number.isNaN(number) ? new Keyword(word) : number;
  }

  #hexString(): Buffer {
    const end = this.bytes.indexOf(">", this.position);
    const hex = this.bytes
      .toString("latin1", this.position + 1, end === -1 ? this.bytes.length : end)
      .replace(/[^0-9A-Fa-f]/g, "");
    this.position = end === -1 ? this.bytes.length : end + 1;
    return Buffer.from(hex.length % 2 === 0 ? hex : `${hex}0`, "hex");
  }

  #literalString(): Buffer {
    const out: number[] = [];
    let depth = 0;
    while (this.position < this.bytes.length) {
      const byte = this.bytes[this.position] ?? 0;
      this.position += 1;
      if (byte === 0x5c) {
        this.#escape(out);
        continue;
      }
      if (byte === 0x28) depth += 1;
      if (byte === 0x29) depth -= 1;
      if (depth === 0) break;
      if (!(byte === 0x28 && depth === 1)) out.push(byte);
    }
    return Buffer.from(out);
  }

  #escape(out: number[]): void {
    const octal = /^[0-7]{1,3}/.exec(this.bytes.toString("latin1", this.position, this.position + 3));
    if (octal !== null) {
      this.position += octal[0].length;
      out.push(Number.parseInt(octal[0], 8) & 0xff);
      return;
    }
    const byte = this.bytes[this.position] ?? 0;
    this.position += 1;
    const plain = { n: 10, r: 13, t: 9, b: 8, f: 12 }[String.fromCharCode(byte)];
    if (plain !== undefined) out.push(plain);
    else if (byte === 13 && this.bytes[this.position] === 10) this.position += 1;
    else if (byte !== 10 && byte !== 13) out.push(byte);
  }
}
