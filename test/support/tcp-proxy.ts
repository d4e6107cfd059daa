import { createServer, connect as open, type Server, type Socket } from "node:net";

type Link = { client: Socket; server: Socket };

export interface Cut {
  /** Matches the client data that triggers the cut. */
  matches(sent: Buffer): boolean;
  /** `before`: the server never receives it. `after`: the server executes it, but its answer is dropped. */
  when: "before" | "after";
}

/** A TCP proxy on loopback that simulates network faults. */
export interface TcpProxy {
  readonly port: number;
  /** Target of new connections, a port or a socket's path; existing ones keep their server. */
  aim(target: number | string): void;
  /** Cuts the next connection that sends matching data. Resolves when it has happened. */
  cutOnce(cut: Cut): Promise<void>;
  /** Silently drops all traffic, like a pulled cable; new connections are accepted but get no answer. */
  stall(): void;
  /** Closes all connections; buffered data is lost. */
  reset(): void;
  close(): Promise<void>;
}

export async function startTcpProxy(target: number | string): Promise<TcpProxy> {
  const links = new Set<Link>();
  let aim = target;
  let isStalled = false;
  let armed: (Cut & { done(): void }) | undefined;

  function end(link: Link): void {
    links.delete(link);
    link.client.destroy();
    link.server.destroy();
  }

  const proxy: Server = createServer((client) => {
    const server = typeof aim === "number" ? open(aim, "127.0.0.1") : open(aim);
    const link = { client, server };
    links.add(link);
    let fired: (() => void) | undefined;
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        if (!isStalled) end(link);
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
        end(link);
        done();
      }
    });
    server.on("data", (answer) => {
      if (isStalled) return;
      if (fired === undefined) return void client.write(answer);
      end(link);
      fired();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const reset = () => {
    for (const link of links) end(link);
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

/** A proxy before a test's database, and the connection string that leads through it. */
export async function startDatabaseProxy(direct: string): Promise<{ proxy: TcpProxy; connectionString: string }> {
  const url = new URL(direct);
  const socketFolder = url.searchParams.get("host");
  const port = url.searchParams.get("port") ?? url.port;
  const proxy = await startTcpProxy(socketFolder === null ? Number(port) : `${socketFolder}/.s.PGSQL.${port || 5432}`);
  const connectionString = `postgres://${url.username}:${url.password}@127.0.0.1:${proxy.port}${url.pathname}`;
  return { proxy, connectionString };
}

/** COMMIT as pg sends it; PostgreSQL's messages begin with their kind and length. */
export function isCommit(sent: Buffer): boolean {
  return sent.includes("Q\0\0\0\x0bcommit\0");
}
