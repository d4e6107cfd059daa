import { Agent, get } from "node:https";
import type { ConnectionOptions } from "node:tls";

/** Test double for Amazon: connections go there, whatever host a URL has. */
export type SnsPeer = Pick<ConnectionOptions, "host" | "port" | "ca">;

/** Amazon answers within a second; SNS itself waits 15 seconds for us. */
const LIMIT_MS = 5_000;

/** Maximum lifetime of a connection to Amazon SNS, whatever the other end does. */
class LimitedAgent extends Agent {
  readonly #limitMs: number;
  readonly #peer: SnsPeer;

  constructor(limitMs: number, peer: SnsPeer) {
    super({ keepAlive: false });
    this.#limitMs = limitMs;
    this.#peer = peer;
  }

  override createConnection(...[options, done]: Parameters<Agent["createConnection"]>) {
    const socket = super.createConnection({ ...options, ...this.#peer }, done);
    const timer = setTimeout(() => socket?.destroy(new Error(`no answer within ${this.#limitMs} ms`)), this.#limitMs);
    socket?.once("close", () => clearTimeout(timer));
    return socket;
  }
}

export type SnsClient = ReturnType<typeof createSnsClient>;

export function createSnsClient({ peer = {}, limitMs = LIMIT_MS }: { peer?: SnsPeer; limitMs?: number } = {}) {
  const agent = new LimitedAgent(limitMs, peer);
  return {
    agent,
    limitMs,
    /** Fetches a URL without following redirects. @throws Error unless it succeeds */
    visit: (url: URL): Promise<void> =>
      new Promise((resolve, reject) => {
        const request = get(url, { agent }, (response) => {
          const { statusCode = 0 } = response;
          response.resume();
          if (statusCode >= 200 && statusCode < 300) resolve();
          else reject(new Error(`Amazon SNS answered ${statusCode}`));
        });
        request.on("error", reject);
      }),
  };
}
