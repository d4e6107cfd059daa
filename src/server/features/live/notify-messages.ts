import * as z from "zod";
import { createThrottle, type Throttle } from "#server/platform/throttle.ts";

/** NOTIFY channel of all processes on one database. */
export const CHANNEL = "arrival_desk_changes";

/** A message between processes: orders that changed, orders whose viewers or claims changed, members who lost a session. */
const messageSchema = z.object({
  orders: z.union([z.literal("many"), z.array(z.int())]),
  viewers: z.array(z.int()),
  sessions: z.array(z.int()).default([]),
  /** Absent in messages of an older version. */
  claims: z.array(z.int()).default([]),
});
export type NotifyMessage = z.infer<typeof messageSchema>;

/** Changed orders that one message lists; above that, "many" makes all screens reload. */
const MAX_ORDERS = 200;
/** With these limits a message stays below PostgreSQL's 8,000 bytes, whatever the length of the ids. */
const MAX_VIEWED = 100;
const MAX_CLAIMED = 100;
const MAX_MEMBERS = 100;
/** At most one message per interval: NOTIFY takes a lock that all processes share. */
const INTERVAL_MS = 100;

/** Parses another process's message; null if it is malformed. */
export function readMessage(text: string): NotifyMessage | null {
  try {
    return messageSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export type Broadcaster = ReturnType<typeof createBroadcaster>;

/** Collects changes and sends them in few messages; keeps them while sending fails. */
export function createBroadcaster(send: (text: string) => Promise<void>, onError: (error: unknown) => void) {
  let orders = new Set<number>();
  let isMany = false;
  let viewed = new Set<number>();
  let claimed = new Set<number>();
  let members = new Set<number>();

  async function sendOne(): Promise<void> {
    if (!isMany && [orders, viewed, claimed, members].every(({ size }) => size === 0)) return;
    const sent = { orders, isMany, viewed, claimed, members };
    const sessions = [...members].slice(0, MAX_MEMBERS);
    members = new Set([...members].slice(MAX_MEMBERS));
    const viewers = [...viewed].slice(0, MAX_VIEWED);
    const claims = [...claimed].slice(0, MAX_CLAIMED);
    claimed = new Set([...claimed].slice(MAX_CLAIMED));
    orders = new Set();
    isMany = false;
    viewed = new Set([...viewed].slice(MAX_VIEWED));
    if (viewed.size > 0 || claimed.size > 0 || members.size > 0) throttle.request();
    try {
      await send(
        JSON.stringify({
          orders: sent.isMany ? "many" : [...sent.orders],
          viewers,
          sessions,
          claims,
        } satisfies NotifyMessage),
      );
    } catch (error) {
      isMany ||= sent.isMany;
      if (!isMany) addOrders(sent.orders);
      viewed = new Set([...sent.viewed, ...viewed]);
      claimed = new Set([...sent.claimed, ...claimed]);
      members = new Set([...sent.members, ...members]);
      throw error;
    }
  }

  function addOrders(ids: Iterable<number>): void {
    if (isMany) return;
    for (const id of ids) orders.add(id);
    if (orders.size <= MAX_ORDERS) return;
    isMany = true;
    orders = new Set();
  }

  const throttle: Throttle = createThrottle(sendOne, { intervalMs: INTERVAL_MS, onError });
  return {
    /** A committed transaction changed these orders. */
    changed: (orderIds: Iterable<number>): void => {
      addOrders(orderIds);
      throttle.request();
    },
    viewersChanged: (orderIds: Iterable<number>): void => {
      for (const id of orderIds) viewed.add(id);
      throttle.request();
    },
    claimsChanged: (orderIds: Iterable<number>): void => {
      for (const id of orderIds) claimed.add(id);
      throttle.request();
    },
    /** A session of each of these members has ended. */
    sessionsEnded: (memberIds: Iterable<number>): void => {
      for (const id of memberIds) members.add(id);
      throttle.request();
    },
    /** Sends what is pending, if possible. */
    close: async (): Promise<void> => {
      await throttle.stop();
      await sendOne().catch(onError);
    },
  };
}
