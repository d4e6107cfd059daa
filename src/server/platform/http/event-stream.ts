import { Readable } from "node:stream";

/**
 * A reader who is this far behind is cut off; it comes back and asks for everything anew. About a thousand changes of
 * orders; what the kernel holds comes on top.
 */
const MAX_BEHIND_BYTES = 256 * 1024;
/** How long a reader may take for the last bytes of a stream that ends. */
const LAST_BYTES_MS = 500;

/** Server-sent events to one reader. */
export interface EventStream {
  readonly body: Readable;
  /** Sends text made by `eventText` or `HEARTBEAT`. Never waits: a reader who does not read is cut off. */
  push(text: string): void;
  end(): void;
}

/** A comment line: clients ignore it, proxies and sockets see that the stream lives. */
export const HEARTBEAT = ":\n\n";

/** One event as it travels. `data` is JSON, which has no line break of its own. */
export function eventText(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** `onClose` is called once, whichever side ended it. */
export function createEventStream(onClose: () => void): EventStream {
  const body = new Readable({ read: () => undefined });
  // Fastify destroys a stream whose reader has gone; that is an end like any other.
  body.on("error", () => undefined);
  body.once("close", onClose);
  let isEnded = false;
  return {
    body,
    push: (text) => {
      if (isEnded || body.destroyed) return;
      body.push(text);
      if (body.readableLength > MAX_BEHIND_BYTES) body.destroy();
    },
    end: () => {
      if (isEnded) return;
      isEnded = true;
      body.push(null);
      setTimeout(() => body.destroy(), LAST_BYTES_MS).unref();
    },
  };
}
