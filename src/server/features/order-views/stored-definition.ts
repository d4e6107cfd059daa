import * as z from "zod";
import { type ViewDefinition, viewSearchSchema, viewSizeSchema } from "#contract/order-views/view-definition.ts";
import { isFilterOf } from "#contract/orders/list-filters.ts";
import { columnLayoutSchema } from "#contract/orders/order-columns.ts";
import { FILTER_KEYS, FILTERS_MAX, type FilterKey, orderFilterShape } from "#contract/orders/order-filter.ts";
import { directionSchema, isSortOf, sortSchema } from "#contract/orders/orders.ts";
import type { ListName } from "#contract/orders/queues.ts";

const EMPTY: ViewDefinition = { filter: {}, search: "", sort: null, dir: null, size: 10, columns: null };

const columnSchema = columnLayoutSchema.element;
const namedColumn = z.object({ column: z.string() });
const storedSchema = z.record(z.string(), z.unknown());

/**
 * A stored definition as far as it is still valid. `dropped` names what is left out, because a later version no longer
 * has that filter, value or column.
 */
export function readDefinition(stored: unknown, list: ListName): { definition: ViewDefinition; dropped: string[] } {
  const parts = storedSchema.safeParse(stored).data ?? {};
  const dropped: string[] = [];
  const filter = readFilter(parts.filter, list, dropped);
  const columns = readColumns(parts.columns, dropped);
  const sort = sortSchema.safeParse(parts.sort).data;
  const dir = directionSchema.safeParse(parts.dir).data;
  const isSorted = sort !== undefined && dir !== undefined && isSortOf(list, sort);
  if (!isSorted && (parts.sort ?? null) !== null) dropped.push(`sort ${words(parts.sort)}`);
  const size = viewSizeSchema.safeParse(parts.size).data;
  if (size === undefined) dropped.push(`size ${words(parts.size)}`);
  const definition = {
    filter,
    search: viewSearchSchema.safeParse(parts.search).data ?? EMPTY.search,
    ...(isSorted ? { sort, dir } : { sort: null, dir: null }),
    size: size ?? EMPTY.size,
    columns,
  };
  return { definition, dropped };
}

function readFilter(stored: unknown, list: ListName, dropped: string[]): ViewDefinition["filter"] {
  const valid: [FilterKey, string][] = [];
  for (const [name, text] of Object.entries(storedSchema.safeParse(stored).data ?? {})) {
    const key = FILTER_KEYS.find((each) => each === name);
    const isValid =
      key !== undefined &&
      typeof text === "string" &&
      orderFilterShape[key].safeParse(text).success &&
      isFilterOf(list, key, text) &&
      valid.length < FILTERS_MAX;
    if (isValid) valid.push([key, text]);
    else dropped.push(`filter ${name}`);
  }
  return Object.fromEntries(valid);
}

function readColumns(stored: unknown, dropped: string[]): ViewDefinition["columns"] {
  if (!Array.isArray(stored)) return null;
  const columns: NonNullable<ViewDefinition["columns"]> = [];
  for (const each of stored) {
    const { data } = columnSchema.safeParse(each);
    if (data === undefined) dropped.push(`column ${namedColumn.safeParse(each).data?.column ?? words(each)}`);
    else if (columns.every(({ column }) => column !== data.column)) columns.push(data);
  }
  return columns;
}

const words = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value)) ?? "missing";
