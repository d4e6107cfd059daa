import * as z from "zod";
import { zonedInstantSchema } from "#contract/date-schemas.ts";
import { type IntakeOrder, intakeOrderSchema } from "#contract/intake.ts";
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

/** The columns of the file, in its order. @throws CsvFileError with every unknown, repeated or missing one */
function parseHeader(cells: readonly string[]): Column[] {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const unknown = names.filter((name) => !isColumn(name));
  const problems = [
    ...unknown.map((name) => `Unknown column "${name.slice(0, 60)}".`),
    ...names
      .filter((name, index) => isColumn(name) && names.indexOf(name) < index)
      .map((name) => `Two columns ${name}.`),
    ...REQUIRED.filter((column) => !names.includes(column)).map((column) => `The column ${column} is missing.`),
  ];
  if (unknown.length > 0) problems.push(`Known columns: ${COLUMNS.join(", ")}.`);
  if (problems.length > 0) throw new CsvFileError(1, problems.join("\n"));
  return names.filter(isColumn);
}

function isColumn(name: string): name is Column {
  return COLUMNS.some((column) => column === name);
}

/** The order of a line, or all that is wrong with it. */
export type LineParser = (cells: readonly string[], now: Date) => CsvOrder | { problems: CsvProblem[] };

const checkOrder = z.compile(intakeOrderSchema);
const checkCreatedAt = z.compile(csvOrderSchema.pick({ created_at: true }));

/** Parses the lines below a header. @throws CsvFileError for an invalid header */
export function lineParser(header: readonly string[]): LineParser {
  const columns = parseHeader(header);
  // Created with all columns: V8 is slow on objects that grow key by key.
  const blank = Object.fromEntries(COLUMNS.map((column) => [column, undefined]));

  return (cells, now) => {
    if (cells.length !== columns.length) {
      const message = `The line has ${cells.length} cells, the header has ${columns.length}.`;
      return { problems: [{ column: "", message }] };
    }
    const problems: CsvProblem[] = [];
    const values: Record<string, unknown> = { ...blank };
    let index = 0;
    for (const column of columns) {
      const cell = (cells[index] ?? "").trim();
      index += 1;
      if (cell === "") continue;
      const message = hostility(cell);
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

// Telephone numbers and codes start with + and stay; formulas that a spreadsheet would execute are refused.
const FORMULA = /^(?:=|@\w+\(|[+-]\s*[\p{L}=@(])/u;

/** True for most cells, which then need no further check. */
const HARMLESS = /^(?![=@+-])[^\0]*$/;

function hostility(cell: string): string | null {
  if (HARMLESS.test(cell)) return null;
  if (cell.includes("\0")) return "The cell has a NUL character.";
  return FORMULA.test(cell) ? "The cell begins like a spreadsheet formula." : null;
}
