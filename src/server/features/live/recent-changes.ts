/** More than a page needs to load, between reading its data and opening its stream. */
const RECENT_MS = 30_000;
/** Above this, one `refresh` is cheaper than an event for each order. */
const MAX_ORDERS = 500;

/** The orders of the last 30 seconds' notifications, for pages that read their data before their stream opened. */
export function createRecentChanges(now: () => number = performance.now.bind(performance)) {
  /** Sorted by time: a repeated order is moved to the end. */
  const changedAt = new Map<number, number>();
  let manyAt = Number.NEGATIVE_INFINITY;

  function addMany(): void {
    manyAt = now();
    changedAt.clear();
  }

  return {
    add(orders: "many" | readonly number[]): void {
      if (orders === "many") {
        addMany();
        return;
      }
      const time = now();
      for (const id of orders) {
        changedAt.delete(id);
        changedAt.set(id, time);
      }
      for (const [id, at] of changedAt) {
        if (at >= time - RECENT_MS) break;
        changedAt.delete(id);
      }
      if (changedAt.size > MAX_ORDERS) addMany();
    },

    /** "many": too many to list, or the process may have missed some. */
    list(): "many" | number[] {
      const start = now() - RECENT_MS;
      if (manyAt >= start) return "many";
      return [...changedAt].filter(([, at]) => at >= start).map(([id]) => id);
    },
  };
}
