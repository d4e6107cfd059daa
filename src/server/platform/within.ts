import { setTimeout as delay } from "node:timers/promises";

/** The result of `work`. @throws Error with `message` when it takes longer; the work itself goes on */
export async function within<T>(ms: number, work: Promise<T>, message = `no answer within ${ms} ms`): Promise<T> {
  const limit = new AbortController();
  const over = delay(ms, undefined, { signal: limit.signal }).then(() => {
    throw new Error(message);
  });
  return await Promise.race([work, over]).finally(() => limit.abort());
}
