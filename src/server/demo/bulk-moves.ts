import { decideMove, statusChange } from "#server/features/orders/order-moves.ts";
import { changeStatuses, lockMovable, type MovableOrder } from "#server/features/orders/orders.repository.ts";
import type { Transaction } from "#server/platform/db/client.ts";
import type { Scene, StepOf } from "./story-runner.ts";

/** A step of one order; a bulk has at most one of each order. */
export interface Act<S> {
  scene: Scene;
  step: S;
}

export async function lockActs<A extends Act<unknown>>(
  tx: Transaction,
  acts: readonly A[],
): Promise<(A & { order: MovableOrder })[]> {
  const found = await lockMovable(
    tx,
    acts.map(({ scene }) => scene.orderId),
  );
  const orders = new Map(found.map((order) => [order.id, order]));
  return acts.map((act) => {
    const order = orders.get(act.scene.orderId);
    if (order === undefined) throw new Error(`order ${act.scene.orderId} of the demo is gone`);
    return { ...act, order };
  });
}

/** What `orders.move` does, for many orders at times and by members of their own. */
export async function moveAll(
  tx: Transaction,
  acts: readonly Act<StepOf<"move"> & { actorId: number }>[],
): Promise<void> {
  const changes = (await lockActs(tx, acts)).map(({ order, step }) => {
    return { ...statusChange(decideMove(order, step.to, step.at), step.actorId), at: step.at };
  });
  await changeStatuses(tx, new Date(), changes);
}

/** What the release of due orders does. */
export async function releaseAll(tx: Transaction, acts: readonly Act<{ at: Date }>[]): Promise<void> {
  const event = { type: "released", data: { to: "New" } } as const;
  const changes = (await lockActs(tx, acts)).map(({ order: { id, version, status }, step }) => {
    if (status !== "Future") throw new Error(`order ${id} of the demo is ${status} and can't be released`);
    return { id, version, to: "New", actorId: null, event, at: step.at } as const;
  });
  await changeStatuses(tx, new Date(), changes);
}
