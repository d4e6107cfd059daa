import { Readable } from "node:stream";

/**
 * A reader this far behind is disconnected; it reconnects and reloads everything. About a thousand order changes; the
 * kernel's socket buffer comes on top.
 */
const MAX_BEHIND_BYTES = 256 * 1024;
/** Time for a reader to receive the last bytes of an ended stream. */
const LAST_BYTES_MS = 500;

/** Server-sent events for one reader. */
export type EventStream = ReturnType<typeof createEventStream>;

/** A comment line, ignored by clients; keeps proxies and sockets from timing out. */
export const HEARTBEAT = ":\n\n";

/** One event in wire format. `data` is written as JSON, which has no line breaks. */
export function eventText(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** `onClose` is called once, whichever side ends the stream. */
export function createEventStream(onClose: () => void) {
  const body = new Readable({ read: () => undefined });
  // Fastify destroys the stream when its reader disconnects; that is a normal end.
  body.on("error", () => undefined);
  body.once("close", onClose);
  let isEnded = false;
  return {
    body,
    /** Sends `HEARTBEAT` or the result of `eventText`. Never waits: a reader that does not read is disconnected. */
    push(text: string): void {
      if (isEnded || body.destroyed) return;
      body.push(text);
      if (body.readableLength > MAX_BEHIND_BYTES) body.destroy();
    },
    end(): void {
      if (isEnded) return;
      isEnded = true;
      body.push(null);
      setTimeout(() => body.destroy(), LAST_BYTES_MS).unref();
    },
  };
}
