import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

export type Shutdown = ReturnType<typeof registerShutdown>;

/** Announces an upcoming stop, so that a load balancer sends no new requests. Call this before the routes are registered. */
export function registerShutdown(app: FastifyInstance) {
  let isAnnounced = false;
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (isAnnounced) reply.header("connection", "close");
    done();
  });

  return {
    /** True once `announce` was called; `/readyz` then reports not ready. */
    get isAnnounced() {
      return isAnnounced;
    },
    /** Announces the stop and waits for `ms`. Requests are still served; each response closes its connection. */
    announce: async (ms: number): Promise<void> => {
      isAnnounced = true;
      await delay(ms);
    },
  };
}
