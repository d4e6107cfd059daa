import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import type * as z from "zod";
import type { LIVE_EVENTS, LiveEventName } from "#contract/live.ts";
import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import { createEventStream, eventText, HEARTBEAT } from "#server/platform/http/event-stream.ts";
import type { Viewing } from "./live.repository.ts";

/** More windows than anybody works in; what is above is a loop or an attack. */
export const STREAMS_PER_MEMBER = 20;

export interface StreamRequest {
  member: SessionMember;
  /** The order on the screen, if it is one order. */
  orderId: number | undefined;
  /** The member of the session as it is now. @throws AppError 401 when it has ended */
  recheck(): Promise<SessionMember>;
}

export interface OpenStream extends StreamRequest {
  readonly id: string;
  readonly body: Readable;
  send<N extends LiveEventName>(name: N, data: z.infer<(typeof LIVE_EVENTS)[N]>): void;
  /** Text made by `eventText` for many streams at once. */
  push(text: string): void;
  end(): void;
}

interface StreamsOptions {
  heartbeatMs: number;
  onClose(stream: OpenStream): void;
}

export type Streams = ReturnType<typeof createStreams>;

/** The streams of this process. */
export function createStreams({ heartbeatMs, onClose }: StreamsOptions) {
  const open = new Set<OpenStream>();
  let isEnding = false;

  /** A session that ended, a role that changed and a member who was removed end the stream; a sleeping database does not. */
  async function watch(stream: OpenStream): Promise<void> {
    stream.push(HEARTBEAT);
    try {
      const { type } = await stream.recheck();
      if (type !== stream.member.type) stream.end();
    } catch (error) {
      if (error instanceof AppError && ["unauthenticated", "session_ended"].includes(error.code)) stream.end();
    }
  }

  function assertFew(memberId: number): void {
    const count = [...open].filter(({ member }) => member.id === memberId).length;
    if (count >= STREAMS_PER_MEMBER) {
      throw new AppError("rate_limited", MESSAGES.tooManyStreams, { retryAfterSeconds: 60 });
    }
  }

  return {
    get size() {
      return open.size;
    },
    [Symbol.iterator]: () => open.values(),

    /** @throws AppError rate_limited */
    open(request: StreamRequest): OpenStream {
      assertFew(request.member.id);
      const events = createEventStream(() => {
        clearInterval(heartbeat);
        open.delete(stream);
        onClose(stream);
      });
      const stream: OpenStream = {
        ...request,
        id: randomUUID(),
        ...events,
        send: (name, data) => events.push(eventText(name, data)),
      };
      const heartbeat = setInterval(() => void watch(stream), heartbeatMs);
      open.add(stream);
      if (isEnding) stream.end();
      return stream;
    },

    broadcast(text: string): void {
      for (const stream of open) stream.push(text);
    },

    viewings(): Viewing[] {
      return [...open].flatMap(({ id, member, orderId }) =>
        orderId === undefined ? [] : [{ streamId: id, orderId, memberId: member.id }],
      );
    },

    /** Ends all, and those that are still to come. */
    endAll(): void {
      isEnding = true;
      for (const stream of open) stream.end();
    },
  };
}
