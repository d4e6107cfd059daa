import * as z from "zod";

/** Columns that a list shows only when a member chooses them; read for the rows of the page alone. */
export const OPTIONAL_COLUMNS = [
  "arrival_date",
  "due_at",
  "assignee",
  "nationality",
  "mode",
  "flight",
  "document",
  "mail",
  "gateway",
  "refund",
] as const;

/** Those that `columns` may name: the browser knows who has an order from the claims. */
export const ROW_COLUMNS = OPTIONAL_COLUMNS.filter((column) => column !== "assignee");
export type RowColumn = (typeof ROW_COLUMNS)[number];

/** The columns of the lists by themselves. */
const OWN_COLUMNS = [
  "order_id",
  "full_name",
  "email",
  "telephone_number",
  "created_at",
  "refund_date",
  "processing_date",
  "process_month",
  "process_status",
] as const;

export const LAYOUT_COLUMNS = [...OWN_COLUMNS, ...OPTIONAL_COLUMNS] as const;
export type LayoutColumn = (typeof LAYOUT_COLUMNS)[number];

/** CSS pixels. */
export const COLUMN_WIDTH = { min: 56, max: 640 } as const;

/** The shown columns in order; a column without a width has its own. Selection and actions are always shown. */
export const columnLayoutSchema = z
  .array(
    z.object({
      column: z.enum(LAYOUT_COLUMNS),
      width: z.int().min(COLUMN_WIDTH.min).max(COLUMN_WIDTH.max).optional(),
    }),
  )
  .max(LAYOUT_COLUMNS.length);
export type ColumnLayout = z.infer<typeof columnLayoutSchema>;
