/** The file can't be read beyond `line`. */
export class CsvFileError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const NOT_UTF8 = 'The bytes are not UTF-8. Save the file as "CSV UTF-8".';

/**
 * Decodes bytes to text with `\n` line ends, so that lines can be counted; drops a byte order mark. `decode` takes the
 * bytes in chunks, `end` returns what was held back. Both throw CsvFileError at the line of the first byte that is not
 * UTF-8.
 */
export function utf8Text() {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  let isFirst = true;
  let heldReturn = "";

  function decoded(chunk?: Buffer): string {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      const [before = ""] = (chunk ?? Buffer.alloc(0)).toString("utf8").split("\ufffd", 1);
      throw new CsvFileError(line + lineEnds(unifiedEnds(before)), NOT_UTF8);
    }
  }

  function unified(text: string): string {
    const whole = heldReturn + text;
    // A carriage return at the very end may be the first half of \r\n.
    heldReturn = whole.endsWith("\r") ? "\r" : "";
    const kept = heldReturn === "" ? whole : whole.slice(0, -1);
    const result = unifiedEnds(kept);
    line += lineEnds(result);
    return result;
  }

  return {
    decode(chunk: Buffer): string {
      if (isFirst && isUtf16(chunk)) throw new CsvFileError(1, NOT_UTF8);
      isFirst = false;
      return unified(decoded(chunk));
    },
    end(): string {
      return unified(decoded()) + (heldReturn === "" ? "" : "\n");
    },
  };
}

function unifiedEnds(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/** Number of line ends in a text with `\n` line ends. */
export function lineEnds(text: string): number {
  let ends = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) ends += 1;
  return ends;
}

function isUtf16(chunk: Buffer): boolean {
  return (chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0xfe && chunk[1] === 0xff);
}
