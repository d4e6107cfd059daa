import { Server } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** How a server takes its leave so that nobody's request fails. */
export interface Leaving {
  /** True from `announce` on: whoever shares requests out should leave this server out. */
  readonly isAnnounced: boolean;
  /** Says for `ms` that it is about to stop, and serves as before; each answer is its connection's last. */
  announce(ms: number): Promise<void>;
  /**
   * For a server whose port others serve too: takes no new connection, and answers on those that are open, each for
   * the last time. Resolves when all have ended, or after `ms`.
   */
  handOver(ms: number): Promise<void>;
}

/** To be called before the routes are registered. */
export function registerLeaving(app: FastifyInstance): Leaving {
  let isAnnounced = false;
  let isLast = false;
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (isLast) reply.header("connection", "close");
    done();
  });

  return {
    get isAnnounced() {
      return isAnnounced;
    },
    announce: async (ms) => {
      isAnnounced = true;
      isLast = true;
      await delay(ms);
    },
    handOver: async (ms) => {
      isLast = true;
      const limit = new AbortController();
      // An HTTP server's own `close` cuts idle connections at once, one whose next request is on its way too.
      const closed = new Promise<void>((resolve) => Server.prototype.close.call(app.server, () => resolve()));
      await Promise.race([closed, delay(ms, undefined, { signal: limit.signal }).catch(() => undefined)]);
      limit.abort();
    },
  };
}
