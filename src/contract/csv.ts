/**
 * Options of csv-stringify for every CSV file: UTF-8 with a byte order mark and CRLF (RFC 4180), text quoted, and an
 * apostrophe before text that a spreadsheet would run as a formula (it starts with = + - @, a tab or a carriage
 * return).
 */
export const SPREADSHEET = {
  bom: true,
  escape_formulas: true,
  quoted_string: true,
  record_delimiter: "windows",
} as const;
