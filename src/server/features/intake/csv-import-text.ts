import { Transform } from "node:stream";

/** The file can't be read past `line`. */
export class CsvFileError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const NOT_UTF8 = 'The bytes are not UTF-8. Save the file as "CSV UTF-8".';

/**
 * Bytes to text with `\n` as the one line end, so that lines can be counted; a byte order mark goes. Fails with
 * CsvFileError at the line of the first byte that is not UTF-8.
 */
export function asUtf8(): Transform {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  let isFirst = true;
  let heldReturn = "";

  function decode(chunk?: Buffer): string {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      const [before = ""] = (chunk ?? Buffer.alloc(0)).toString("utf8").split("\ufffd", 1);
      throw new CsvFileError(line + lineEnds(before), NOT_UTF8);
    }
  }

  function unified(text: string): string {
    const whole = heldReturn + text;
    // A return at the very end may be half of \r\n.
    heldReturn = whole.endsWith("\r") ? "\r" : "";
    const result = whole.slice(0, whole.length - heldReturn.length).replace(/\r\n?/g, "\n");
    line += lineEnds(result);
    return result;
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        if (isFirst && isUtf16(chunk)) throw new CsvFileError(1, NOT_UTF8);
        isFirst = false;
        done(null, unified(decode(chunk)));
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        done(null, unified(decode()) + (heldReturn === "" ? "" : "\n"));
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

function lineEnds(text: string): number {
  return text.split(/\r\n?|\n/).length - 1;
}

function isUtf16(chunk: Buffer): boolean {
  return (chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0xfe && chunk[1] === 0xff);
}
