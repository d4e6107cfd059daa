import { randomUUID } from "node:crypto";
import type * as z from "zod";
import type { LIVE_EVENTS, LiveEventName } from "#contract/live/live.ts";
import { LIVE_MESSAGES } from "#contract/live/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import { createEventStream, type EventStream, eventText, HEARTBEAT } from "#server/platform/http/event-stream.ts";
import type { Viewing } from "./live.repository.ts";

/** More windows than a person uses; more than this is a loop or an attack. */
export const STREAMS_PER_MEMBER = 20;

export interface StreamRequest {
  member: SessionMember;
  /** The order on the screen, if it shows one. */
  orderId: number | undefined;
  /** Reads the session's member again. @throws AppError 401 if the session has ended */
  recheck(): Promise<SessionMember>;
}

export interface OpenStream extends StreamRequest, EventStream {
  readonly id: string;
  send<N extends LiveEventName>(name: N, data: z.infer<(typeof LIVE_EVENTS)[N]>): void;
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

  /** Ends the stream if its session has ended or the member's role has changed; not while the database is down. */
  async function recheck(stream: OpenStream): Promise<void> {
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
      throw new AppError("rate_limited", LIVE_MESSAGES.tooManyStreams, { retryAfterSeconds: 60 });
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
      const heartbeat = setInterval(() => {
        stream.push(HEARTBEAT);
        void recheck(stream);
      }, heartbeatMs);
      open.add(stream);
      if (isEnding) stream.end();
      return stream;
    },

    /** Rechecks the sessions of these members now instead of at the next heartbeat. */
    recheckOf(memberIds: ReadonlySet<number>): void {
      for (const stream of open) if (memberIds.has(stream.member.id)) void recheck(stream);
    },

    broadcast(text: string): void {
      for (const stream of open) stream.push(text);
    },

    viewings(): Viewing[] {
      return [...open].flatMap(({ id, member, orderId }) =>
        orderId === undefined ? [] : [{ streamId: id, orderId, memberId: member.id }],
      );
    },

    /** Ends all streams, including those that open later. */
    endAll(): void {
      isEnding = true;
      for (const stream of open) stream.end();
    },
  };
}
