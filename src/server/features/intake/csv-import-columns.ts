import * as z from "zod";
import { zonedInstantSchema } from "#contract/date-schemas.ts";
import { type IntakeOrder, intakeOrderSchema } from "#contract/intake/intake.ts";
import { CsvFileError } from "./csv-import-text.ts";

/** A line of the file: the order in the form of intake, and when it was received, for imported history. */
const csvOrderSchema = intakeOrderSchema.extend({
  created_at: zonedInstantSchema.optional(),
});
type Column = keyof typeof csvOrderSchema.shape;
const COLUMNS = Object.keys(csvOrderSchema.shape) as Column[];
const REQUIRED = COLUMNS.filter((column) => !csvOrderSchema.shape[column].safeParse(undefined).success);

export interface CsvOrder {
  order: IntakeOrder;
  /** Null: now. */
  createdAt: Date | null;
}

export interface CsvProblem {
  column: string;
  message: string;
}

/**
 * The columns of the file, in its order; null is one without a name, which spreadsheets add where cells were cleared.
 * @throws CsvFileError at `line` with every unknown, repeated or missing one
 */
function parseHeader(cells: readonly string[], line: number): (Column | null)[] {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const unknown = names.filter((name) => name !== "" && !isColumn(name));
  const problems = [
    ...unknown.map((name) => `Unknown column "${name.slice(0, 60)}".`),
    ...names
      .filter((name, index) => isColumn(name) && names.indexOf(name) < index)
      .map((name) => `Two columns ${name}.`),
    ...REQUIRED.filter((column) => !names.includes(column)).map((column) => `The column ${column} is missing.`),
  ];
  if (unknown.length > 0) problems.push(`Known columns: ${COLUMNS.join(", ")}.`);
  if (problems.length > 0) throw new CsvFileError(line, problems.join("\n"));
  return names.slice(0, names.findLastIndex(isColumn) + 1).map((name) => (isColumn(name) ? name : null));
}

function isColumn(name: string): name is Column {
  return COLUMNS.some((column) => column === name);
}

/** The order of a line, or all that is wrong with it. */
export type LineParser = (cells: readonly string[], now: Date) => CsvOrder | { problems: CsvProblem[] };

const checkOrder = z.compile(intakeOrderSchema);
const checkCreatedAt = z.compile(csvOrderSchema.pick({ created_at: true }));

/** Parses the lines below a header. @throws CsvFileError for an invalid header */
export function lineParser(header: readonly string[], headerLine: number): LineParser {
  const columns = parseHeader(header, headerLine);
  // Created with all columns: V8 is slow on objects that grow key by key.
  const blank = Object.fromEntries(COLUMNS.map((column) => [column, undefined]));

  return (cells, now) => {
    const hasTooMany = cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== "");
    if (cells.length < columns.length || hasTooMany) {
      const message = `The line has ${cells.length} cells, the header has ${columns.length}.`;
      return { problems: [{ column: "", message }] };
    }
    const problems: CsvProblem[] = [];
    const values: Record<string, unknown> = { ...blank };
    let index = 0;
    for (const column of columns) {
      const cell = withoutTextMark((cells[index] ?? "").trim());
      index += 1;
      if (cell === "") continue;
      if (column === null) {
        problems.push({ column: "", message: `Cell ${index} has a value, but its column has no name.` });
        continue;
      }
      const message = hostility(cell) ?? damage(column, cell);
      if (message !== null) problems.push({ column, message });
      values[column] = cellValue(column, cell);
    }
    const order = checkOrder.safeParse(values);
    const createdAtCheck = checkCreatedAt.safeParse(values);
    if (!order.success || !createdAtCheck.success || problems.length > 0) {
      const hostile = new Set(problems.map(({ column }) => column));
      for (const { path, message } of [...(order.error?.issues ?? []), ...(createdAtCheck.error?.issues ?? [])]) {
        const column = String(path[0] ?? "");
        if (!hostile.has(column)) problems.push({ column, message: COLUMN_MESSAGES[column] ?? message });
      }
      return { problems };
    }
    const createdAt = createdAtCheck.data.created_at === undefined ? null : new Date(createdAtCheck.data.created_at);
    if (createdAt === null || createdAt <= now) return { order: order.data, createdAt };
    return { problems: [{ column: "created_at", message: "created_at is in the future." }] };
  };
}

/** The contract's messages for these are about types, which a cell doesn't have. */
const COLUMN_MESSAGES: Record<string, string> = {
  paid: "paid must be true, false, yes, no, 1 or 0.",
  gateway_id: "gateway_id must be a whole number.",
};

const BOOLEANS: Record<string, boolean> = { true: true, yes: true, 1: true, false: false, no: false, 0: false };

function cellValue(column: Column, cell: string): unknown {
  if (column === "paid") return BOOLEANS[cell.toLowerCase()] ?? cell;
  if (column === "gateway_id") return /^\d{1,10}$/.test(cell) ? Number(cell) : cell;
  return cell;
}

/** A spreadsheet writes an apostrophe before a number that it shall not calculate with; so do our exports. */
function withoutTextMark(cell: string): string {
  return cell.startsWith("'") && TEXT_MARK.test(cell) ? cell.slice(1) : cell;
}

/** Not in a quotation, which has one at its end too. */
const TEXT_MARK = /^'[+-]?[\s(]*\d[^']*$/;

/**
 * What a spreadsheet calculates. Telephone numbers and codes start with + and stay, as does text behind a dash:
 * behind a sign, only a call, a command, a reference to a sheet or one to a cell is a formula.
 */
const FORMULA =
  /^(?:=|@\w+\(|[+-][\s+-]*(?:[=@]|[\s(]*(?:[\p{L}_][\p{L}\p{N}_.]*(?:\(|[|!]\S)|\$?[a-z]{1,3}\$?\d+\s*(?:$|[-+*/^&=<>:)]))))/iu;

/** True for most cells, which then need no further check. */
const HARMLESS = /^(?![=@+-])[^\0]*$/;

function hostility(cell: string): string | null {
  if (HARMLESS.test(cell)) return null;
  if (cell.includes("\0")) return "The cell has a NUL character.";
  return FORMULA.test(cell) ? "The cell begins like a spreadsheet formula." : null;
}

/** `4.47701E+11`, which has lost its last digits, and `#####`, `#N/A`, `#REF!` in any language, which have lost all. */
const LOST = /^(?:[+-]?\d+(?:[.,]\d+)?E[+-]\d+|#{2,}|#[\p{Lu}\d/]+[!?]?)$/iu;
/** A number of digits that was read as a quantity: `447700900123.0`. */
const QUANTITY = /^\d+[.,]0+$/;
const NUMBERS: readonly string[] = ["phone_code", "telephone_number", "passport_number", "card_last4"];

function damage(column: Column, cell: string): string | null {
  const isQuantity = NUMBERS.includes(column) && QUANTITY.test(cell);
  if (!isQuantity && !LOST.test(cell)) return null;
  return `A spreadsheet has changed this value to ${cell.slice(0, 30)}. Format its column as text and enter it again.`;
}
