import { createParser } from "eventsource-parser";
import type * as z from "zod";
import { LIVE_EVENTS, type LiveEventName } from "#contract/live/live.ts";
import { waitUntil } from "#server/platform/db/embedded/wait-until.ts";

type EventData<N extends LiveEventName> = z.infer<(typeof LIVE_EVENTS)[N]>;

interface ReceivedEvent {
  name: LiveEventName;
  data: unknown;
}

/** A client of the live stream that records its events. */
export interface EventReader {
  response: Response;
  /** All events received so far, in order. */
  received: ReceivedEvent[];
  /** The first matching event with this name, past or future. Fails after `LONGEST_WAIT_MS`. */
  next<N extends LiveEventName>(name: N, fits?: (data: EventData<N>) => boolean): Promise<EventData<N>>;
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
  close(): void;
}

const LONGEST_WAIT_MS = 60_000;

export const isEventStream = (response: Response) => response.headers.get("content-type") === "text/event-stream";

/** Closes an unread stream and waits until the server has noticed. */
export async function dropStream(address: string, response: Response): Promise<void> {
  await response.body?.cancel();
  const isOver = async () => /^live_streams_open 0$/m.test(await (await fetch(`${address}/metrics`)).text());
  if (!(await waitUntil(async () => (await isOver()) || undefined, LONGEST_WAIT_MS, 5))) {
    throw new Error("the server keeps a stream open that was closed");
  }
}

/** Opens the live stream; a refusal has no stream and is in `response`. */
export async function readEvents(address: string, token: string, query = ""): Promise<EventReader> {
  const ending = new AbortController();
  const response = await fetch(`${address}/api/admin/events${query}`, {
    headers: { authorization: token, "accept-encoding": "gzip, deflate, br, zstd" },
    signal: ending.signal,
  });
  const received: ReceivedEvent[] = [];
  const waiting = new Set<() => void>();
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const name = event as LiveEventName;
      received.push({ name, data: LIVE_EVENTS[name].parse(JSON.parse(data)) });
      for (const look of waiting) look();
    },
  });

  async function listen(): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }));
    } catch {
      // The server was killed, or the test closed the stream.
    }
  }

  return {
    response,
    received,
    ended: response.ok ? listen() : Promise.resolve(),
    close: () => ending.abort(),
    next: (name, fits = () => true) =>
      new Promise((resolve, reject) => {
        let seen = 0;
        const look = () => {
          for (; seen < received.length; seen += 1) {
            const event = received[seen];
            if (event?.name !== name || !fits(event.data as EventData<typeof name>)) continue;
            waiting.delete(look);
            clearTimeout(timer);
            return resolve(event.data as EventData<typeof name>);
          }
        };
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`no such ${name} event among ${JSON.stringify(received)}`));
        }, LONGEST_WAIT_MS);
        waiting.add(look);
        look();
      }),
  };
}
