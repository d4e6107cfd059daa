import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How often each server is asked whether it is ready. */
const LOOK_MS = 50;

/**
 * A small load balancer: shares requests out in turn among the servers whose `/readyz` said 200 when they were last
 * asked, over connections that it keeps. It never tries a request twice: what fails once is 502 to its caller.
 */
export async function startReadyProxy(addresses: readonly string[]) {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  let turn = 0;

  async function look(address: string): Promise<void> {
    const isReady = await fetch(`${address}/readyz`, { headers: { connection: "close" } }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) ready.add(address);
    else ready.delete(address);
  }
  const looks = setInterval(() => void Promise.all(addresses.map(look)), LOOK_MS);
  await Promise.all(addresses.map(look));

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const chosen = [...ready][turn % ready.size];
    turn += 1;
    if (chosen === undefined) {
      outgoing.writeHead(503).end("{}");
      return;
    }
    const { method, headers, url } = incoming;
    const { hostname, port } = new URL(chosen);
    const passed = request({ agent, hostname, port, path: url, method, headers }, (answer) => {
      // Its connection is the proxy's own affair.
      const { connection: _, "keep-alive": __, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(outgoing);
    });
    passed.on("error", (error) => outgoing.writeHead(502).end(JSON.stringify({ status: 0, message: String(error) })));
    incoming.pipe(passed);
  }

  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    ready: () => [...ready].sort(),
    close: async () => {
      clearInterval(looks);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
