import * as z from "zod";
import { columnLayoutSchema } from "#contract/orders/order-columns.ts";
import {
  countFilters,
  FILTER_KEYS,
  FILTERS_MAX,
  orderFilterShape,
  TOO_MANY_FILTERS,
} from "#contract/orders/order-filter.ts";
import { directionSchema, PAGE_SIZES, sortSchema } from "#contract/orders/orders.ts";
import { cleanLine } from "#contract/text.ts";

const FILTER_UNKNOWN = `A filter must be one of ${FILTER_KEYS.join(", ")}.`;

/** The filters as texts; `readFilters` makes them a list's. */
const viewFilterSchema = z
  .partialRecord(z.enum(FILTER_KEYS), z.string({ error: "A filter must be text." }), {
    error: ({ code }) => (code === "invalid_type" ? "filter must be an object." : FILTER_UNKNOWN),
  })
  .superRefine((filter, context) => {
    for (const key of FILTER_KEYS) {
      const fault = orderFilterShape[key].safeParse(filter[key]).error?.issues[0];
      if (fault !== undefined) context.addIssue({ code: "custom", message: fault.message, path: [key] });
    }
  })
  .refine((filter) => countFilters(filter) <= FILTERS_MAX, TOO_MANY_FILTERS)
  .meta({ examples: [{ nat: "DE,AT" }] });

export const viewSizeSchema = z.union([z.literal(PAGE_SIZES), z.literal("all")], {
  error: `size must be ${PAGE_SIZES.join(", ")} or "all".`,
});

export const viewSearchSchema = z
  .string({ error: "search must be text." })
  .max(200, "At most 200 characters.")
  .overwrite(cleanLine)
  .meta({ examples: ["perera"] });

const COLUMN_TWICE = "columns name each column once.";
const viewColumnsSchema = columnLayoutSchema.refine(
  (columns) => new Set(columns.map(({ column }) => column)).size === columns.length,
  COLUMN_TWICE,
);

const DEFINITION_PARTS = "definition must have filter, search, sort, dir, size and columns, and nothing else.";

/** What a saved view shows of its list. */
export const viewDefinitionSchema = z
  .strictObject(
    {
      filter: viewFilterSchema,
      search: viewSearchSchema,
      /** With `dir`; null is the list's own. */
      sort: sortSchema.nullable(),
      dir: directionSchema.nullable(),
      size: viewSizeSchema,
      /** Null is the standard layout. */
      columns: viewColumnsSchema.nullable(),
    },
    { error: DEFINITION_PARTS },
  )
  .refine(({ sort, dir }) => (sort === null) === (dir === null), {
    path: ["dir"],
    error: "sort and dir must be both set or both null.",
  });
export type ViewDefinition = z.infer<typeof viewDefinitionSchema>;
