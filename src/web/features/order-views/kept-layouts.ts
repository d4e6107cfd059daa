import * as z from "zod";
import type { OrderView } from "#contract/order-views/order-views.ts";
import { type ColumnLayout, columnLayoutSchema } from "#contract/orders/order-columns.ts";
import { type ListName, listNameSchema } from "#contract/orders/queues.ts";
import { readSession } from "#web/platform/session.ts";

/** Local storage, so that the first call of a list after a reload names its columns; the server's are what counts. */
const STORAGE_KEY = "layouts";

const layoutsSchema = z.partialRecord(listNameSchema, columnLayoutSchema);
const storedSchema = z.object({ memberId: z.int(), layouts: layoutsSchema });
type Layouts = z.infer<typeof layoutsSchema>;

function readLayouts(): Layouts {
  try {
    const { memberId, layouts } = storedSchema.parse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null"));
    return memberId === readSession()?.user.id ? layouts : {};
  } catch {
    return {}; // Nothing stored, or by another version.
  }
}

function keep(layouts: Layouts): void {
  const memberId = readSession()?.user.id;
  if (memberId !== undefined) localStorage.setItem(STORAGE_KEY, JSON.stringify({ memberId, layouts }));
}

/** The member's layout of a list as it was last known here, undefined for the standard one. */
export function keptLayout(list: ListName): ColumnLayout | undefined {
  return readLayouts()[list];
}

export function keepLayout(list: ListName, layout: ColumnLayout | null): void {
  keep({ ...readLayouts(), [list]: layout ?? undefined });
}

/** Keeps the layouts among views that were read, and no others. */
export function keepLayouts(views: readonly OrderView[]): void {
  const own = views.flatMap(({ name, list, definition: { columns } }) =>
    name === null && columns !== null ? [[list, columns] as const] : [],
  );
  keep(Object.fromEntries(own));
}

export function forgetLayouts(): void {
  localStorage.removeItem(STORAGE_KEY);
}
