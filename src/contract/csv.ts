/**
 * How every CSV that leaves the desk is written, in the words of csv-stringify: UTF-8 with its mark and CRLF (RFC 4180),
 * text in quotes, and an apostrophe before what a spreadsheet would take for a formula (it begins with = + - @, a tab
 * or a carriage return).
 */
export const SPREADSHEET = {
  bom: true,
  escape_formulas: true,
  quoted_string: true,
  record_delimiter: "windows",
} as const;
