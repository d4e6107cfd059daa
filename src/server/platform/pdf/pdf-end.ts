const MARK = "%%EOF";
/** Ctrl-Z, with which DOS ended a file. */
const DOS_END = 26;
/** Start of an incremental update: an object, a cross-reference table, `startxref` or a comment. */
const PART = /^(\d{1,10}[\s\0]+\d{1,5}[\s\0]+obj|xref|trailer|startxref|%)/;

/**
 * Checks how a PDF ends: `whole` with only white space, or a Ctrl-Z, after the last `%%EOF`, `trailing` when something else follows.
 * Each incremental update after an earlier `%%EOF` must start like PDF content, so that no other file is hidden in between.
 */
export function pdfEnd(bytes: Buffer): "whole" | "trailing" | "missing" {
  let isEnded = false;
  const isInStream = streamWatch(bytes);
  for (let at = bytes.indexOf(MARK); at !== -1; at = bytes.indexOf(MARK, at + MARK.length)) {
    // Elsewhere it is part of a text or image, or the comment at the end of a character map.
    if (!isOwnLine(bytes, at) || isInStream(at)) continue;
    isEnded = true;
    let next = at + MARK.length;
    while (next < bytes.length && isBlank(bytes[next] ?? 1)) next += 1;
    if (bytes[next] === DOS_END && next === bytes.length - 1) next += 1;
    if (next === bytes.length) return "whole";
    if (!PART.test(bytes.toString("latin1", next, next + 40))) return "trailing";
  }
  return isEnded ? "trailing" : "missing";
}

/** At the start of a line, perhaps behind blanks, or behind the offset of the cross-references. */
function isOwnLine(bytes: Buffer, at: number): boolean {
  const before = bytes[at - 1];
  if (before === undefined || before === 10 || before === 13) return true;
  return /(?:[\r\n]|startxref\s+\d+)[ \t]+$/.test(bytes.toString("latin1", Math.max(0, at - 60), at));
}

const STREAM = /^stream(?:\r?\n|\r)/;
const STREAM_END = "endstream";

/** Tells whether a position, each later than the one before, is between `stream` and the `endstream` that follows it. */
function streamWatch(bytes: Buffer): (at: number) => boolean {
  let from = 0;
  let until = 0;
  return (at) => {
    while (until < at && from !== -1) {
      from = bytes.indexOf("stream", Math.max(from, until));
      if (from === -1 || from > at) break;
      const isOpening =
        STREAM.test(bytes.toString("latin1", from, from + 8)) &&
        />>[\s\0]*$/.test(bytes.toString("latin1", Math.max(0, from - 12), from));
      if (isOpening) {
        const end = bytes.indexOf(STREAM_END, from);
        // Without an end nothing is a stream any more.
        if (end === -1) from = -1;
        else until = end;
      } else {
        from += "stream".length;
      }
    }
    return from !== -1 && from < at && at < until;
  };
}

/** PDF white space, which includes NUL. */
const isBlank = (byte: number) => byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0;
