import * as z from "zod";
import { type Paced, paced } from "#server/platform/paced.ts";

/** The processes of one database hear each other by this name. */
export const CHANNEL = "arrival_desk_changes";

/** What processes tell each other: these orders changed, of those others the viewers did. */
const noticeSchema = z.object({
  orders: z.union([z.literal("many"), z.array(z.int())]),
  viewers: z.array(z.int()),
});
export type Notice = z.infer<typeof noticeSchema>;

/** Changed orders that one notice names; beyond, "many" makes everybody ask again. */
const MOST_ORDERS = 200;
/** With both, and ids of any length, a notice stays below the 8,000 bytes that PostgreSQL takes. */
const MOST_VIEWED = 200;
/** One notice in this time, whatever happens: each takes a lock that all processes share. */
const INTERVAL_MS = 100;

/** A notice of another process, or null for what is none. */
export function readNotice(text: string): Notice | null {
  try {
    return noticeSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export interface Outbox {
  /** These orders were changed, and that is committed. */
  changed(orderIds: Iterable<number>): void;
  viewersChanged(orderIds: Iterable<number>): void;
  /** Sends what is left, if it can. */
  close(): Promise<void>;
}

/** Collects what is to be told and sends it in few notices; while they can't be sent they wait. */
export function createOutbox(send: (text: string) => Promise<void>, onError: (error: unknown) => void): Outbox {
  let orders = new Set<number>();
  let isMany = false;
  let viewed = new Set<number>();

  async function sendOne(): Promise<void> {
    if (orders.size === 0 && viewed.size === 0 && !isMany) return;
    const sent = { orders, isMany, viewed };
    const viewers = [...viewed].slice(0, MOST_VIEWED);
    orders = new Set();
    isMany = false;
    viewed = new Set([...viewed].slice(MOST_VIEWED));
    if (viewed.size > 0) pace.ask();
    try {
      await send(JSON.stringify({ orders: sent.isMany ? "many" : [...sent.orders], viewers } satisfies Notice));
    } catch (error) {
      isMany ||= sent.isMany;
      if (!isMany) addOrders(sent.orders);
      viewed = new Set([...sent.viewed, ...viewed]);
      throw error;
    }
  }

  function addOrders(ids: Iterable<number>): void {
    if (isMany) return;
    for (const id of ids) orders.add(id);
    if (orders.size <= MOST_ORDERS) return;
    isMany = true;
    orders = new Set();
  }

  const pace: Paced = paced(sendOne, { intervalMs: INTERVAL_MS, onError });
  return {
    changed: (orderIds) => {
      addOrders(orderIds);
      pace.ask();
    },
    viewersChanged: (orderIds) => {
      for (const id of orderIds) viewed.add(id);
      pace.ask();
    },
    close: async () => {
      await pace.stop();
      await sendOne().catch(onError);
    },
  };
}
