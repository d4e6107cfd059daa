import { createServer, connect as open, type Server, type Socket } from "node:net";

type Road = { client: Socket; server: Socket };

export interface Cut {
  /** What the client has to send for the cut to happen. */
  matches(sent: Buffer): boolean;
  /** `before`: the server never sees it. `after`: the server has carried it out, and its answer is dropped. */
  when: "before" | "after";
}

/** A stretch of network between a client and a server on loopback, with the faults of one. */
export interface TcpProxy {
  readonly port: number;
  /** Where new connections go, a port or a socket's path; an established one stays with its server. */
  aim(target: number | string): void;
  /** Cuts the next connection that sends what fits. @returns once it has happened */
  cutOnce(cut: Cut): Promise<void>;
  /** Nothing passes any more and nobody is told, as when a cable is pulled; new connections are taken and stay silent. */
  stall(): void;
  /** All connections end; what was held back is lost. */
  reset(): void;
  close(): Promise<void>;
}

export async function startTcpProxy(target: number | string): Promise<TcpProxy> {
  const roads = new Set<Road>();
  let aim = target;
  let isStalled = false;
  let armed: (Cut & { done(): void }) | undefined;

  function end(road: Road): void {
    roads.delete(road);
    road.client.destroy();
    road.server.destroy();
  }

  const proxy: Server = createServer((client) => {
    const server = typeof aim === "number" ? open(aim, "127.0.0.1") : open(aim);
    const road = { client, server };
    roads.add(road);
    let fired: (() => void) | undefined;
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        if (!isStalled) end(road);
      });
    }
    client.on("data", (sent) => {
      if (isStalled) return;
      if (armed?.matches(sent) !== true) return void server.write(sent);
      const { when, done } = armed;
      armed = undefined;
      if (when === "after") {
        fired = done;
        server.write(sent);
      } else {
        end(road);
        done();
      }
    });
    server.on("data", (answer) => {
      if (isStalled) return;
      if (fired === undefined) return void client.write(answer);
      end(road);
      fired();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const reset = () => {
    for (const road of roads) end(road);
  };
  return {
    port: (proxy.address() as { port: number }).port,
    aim: (next) => {
      aim = next;
    },
    cutOnce: ({ matches, when }) => new Promise<void>((done) => (armed = { matches, when, done })),
    stall: () => {
      isStalled = true;
    },
    reset: () => {
      reset();
      isStalled = false;
    },
    close: () => {
      reset();
      return new Promise((resolve) => proxy.close(() => resolve()));
    },
  };
}

/** COMMIT as pg sends it; PostgreSQL's messages begin with their kind and length. */
export function isCommit(sent: Buffer): boolean {
  return sent.includes("Q\0\0\0\x0bcommit\0");
}
