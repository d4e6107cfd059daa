import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** Announces an upcoming stop, so that a load balancer sends no new requests. */
export interface Shutdown {
  /** True once `announce` was called; `/readyz` then reports not ready. */
  readonly isAnnounced: boolean;
  /** Announces the stop and waits for `ms`. Requests are still served; each response closes its connection. */
  announce(ms: number): Promise<void>;
}

/** Call this before the routes are registered. */
export function registerShutdown(app: FastifyInstance): Shutdown {
  let isAnnounced = false;
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (isAnnounced) reply.header("connection", "close");
    done();
  });

  return {
    get isAnnounced() {
      return isAnnounced;
    },
    announce: async (ms) => {
      isAnnounced = true;
      await delay(ms);
    },
  };
}
