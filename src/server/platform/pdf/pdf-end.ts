const MARK = "%%EOF";
/** Start of an incremental update: an object, a cross-reference table, `startxref` or a comment. */
const PART = /^(\d{1,10}[\s\0]+\d{1,5}[\s\0]+obj|xref|trailer|startxref|%)/;

/**
 * Checks how a PDF ends: `whole` with only white space after the last `%%EOF`, `trailing` when something else follows.
 * Each incremental update after an earlier `%%EOF` must start like PDF content, so that no other file is hidden in between.
 */
export function pdfEnd(bytes: Buffer): "whole" | "trailing" | "missing" {
  let isEnded = false;
  for (let at = bytes.indexOf(MARK); at !== -1; at = bytes.indexOf(MARK, at + MARK.length)) {
    // Elsewhere it is part of a text or image.
    if (at > 0 && bytes[at - 1] !== 10 && bytes[at - 1] !== 13) continue;
    isEnded = true;
    let next = at + MARK.length;
    while (next < bytes.length && isBlank(bytes[next] ?? 1)) next += 1;
    if (next === bytes.length) return "whole";
    if (!PART.test(bytes.toString("latin1", next, next + 40))) return "trailing";
  }
  return isEnded ? "trailing" : "missing";
}

/** PDF white space, which includes NUL. */
const isBlank = (byte: number) => byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0;
