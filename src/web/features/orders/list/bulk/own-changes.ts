import * as z from "zod";
import { UNDO_MS } from "#contract/orders/bulk.ts";
import { orderStatusSchema } from "#contract/orders/order-status.ts";
import type { SelectedOrder } from "#web/features/orders/order.slice.ts";
import { keepDraft, readDraft } from "#web/platform/drafts.ts";

const ownChangeSchema = z.object({
  key: z.string(),
  at: z.number(),
  kind: z.enum(["move", "refund"]),
  /** Such as "12 orders moved to Customer Called". */
  words: z.string(),
  /** As they were before the change, by their status then; each is `[id, version]`. */
  groups: z.array(z.object({ status: orderStatusSchema, orders: z.array(z.array(z.int()).length(2)) })),
});
type Kept = z.infer<typeof ownChangeSchema>;

/** A change of orders that the member can undo for an hour. */
export interface OwnChange extends Omit<Kept, "groups"> {
  orders: readonly SelectedOrder[];
}

const TOPIC = "own-changes";
/** The browser keeps about 5 MB for the whole console. */
const ORDERS_KEPT = 30_000;

const packed = ({ orders, ...change }: OwnChange): Kept => ({
  ...change,
  groups: [...Map.groupBy(orders, ({ status }) => status)].map(([status, some]) => ({
    status,
    orders: some.map(({ id, version }) => [id, version]),
  })),
});
const unpacked = ({ groups, ...change }: Kept): OwnChange => ({
  ...change,
  orders: groups.flatMap(({ status, orders }) => orders.map(([id = 0, version = 0]) => ({ id, version, status }))),
});

/** The changes of the last hour, newest first; kept in the browser until the member signs out. */
export function readOwnChanges(): OwnChange[] {
  try {
    const kept = z.array(ownChangeSchema).parse(JSON.parse(readDraft(TOPIC) ?? "[]"));
    return kept.filter(({ at }) => Date.now() - at < UNDO_MS).map(unpacked);
  } catch {
    return []; // Of an older version of the console.
  }
}

function write(changes: readonly OwnChange[]): void {
  let left = ORDERS_KEPT;
  const kept = changes.filter(({ orders }) => {
    left -= orders.length;
    return orders.length > 0 && left >= 0;
  });
  try {
    keepDraft(TOPIC, kept.length === 0 ? null : JSON.stringify(kept.map(packed)));
  } catch {
    keepDraft(TOPIC, null); // The browser's storage is full: the toast alone offers Undo.
  }
}

/** @returns the key under which it is kept */
export function keepOwnChange(change: Pick<OwnChange, "kind" | "words" | "orders">): string {
  const at = Date.now();
  const key = `${at} ${change.orders[0]?.id}`;
  write([{ ...change, key, at }, ...readOwnChanges()]);
  return key;
}

/** Removes orders whose change was undone; without any left, the change goes. */
export function forgetUndone(key: string, undone: readonly number[]): void {
  const ids = new Set(undone);
  write(
    readOwnChanges().map((change) =>
      change.key === key ? { ...change, orders: change.orders.filter(({ id }) => !ids.has(id)) } : change,
    ),
  );
}

/** What a change did, such as "12 orders moved to Customer Called". */
export function changeText(orders: readonly { id: number }[], done: string): string {
  const [first] = orders;
  return first !== undefined && orders.length === 1 ? `Order ${first.id} ${done}` : `${orders.length} orders ${done}`;
}
