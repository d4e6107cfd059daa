import { Agent as HttpAgent, type IncomingMessage, request as openHttp } from "node:http";
import { Agent as HttpsAgent, request as openHttps } from "node:https";
import { buffer } from "node:stream/consumers";

/** Time limits of a call; in total shorter than the outbox's lease of an attempt. */
export interface HttpTimes {
  /** Name resolution, connection and TLS. */
  connectMs: number;
  /** From the last byte of the request to the complete response. */
  answerMs: number;
  /** The whole call. */
  totalMs: number;
}

export const HTTP_TIMES: HttpTimes = { connectMs: 10_000, answerMs: 30_000, totalMs: 120_000 };

export interface HttpCall {
  url: URL;
  headers: Record<string, string>;
  /** At least two bytes. */
  body: Buffer;
}

export interface HttpAnswer {
  status: number;
  /** Names in lower case; repeated headers joined by commas. */
  headers: Record<string, string>;
  body: Buffer;
}

/** No response was received. If `isBodySent` is false, the server can't have received the whole request. */
export class NoAnswer extends Error {
  readonly isBodySent: boolean;
  readonly code: string | undefined;

  constructor(cause: Error, isBodySent: boolean) {
    super(cause.message, { cause });
    this.isBodySent = isBodySent;
    this.code = (cause as NodeJS.ErrnoException).code;
  }
}

/** Connections are reused within a burst only: a mail sent on a connection that the server closes has an unknown outcome. */
const IDLE_MS = 1000;

/**
 * Posts once, without retries, and knows whether the whole request may have been sent: the last byte is held back until
 * the operating system has accepted all others.
 */
export function createHttpOnce(times: HttpTimes) {
  const agents = {
    "http:": new HttpAgent({ keepAlive: true, timeout: IDLE_MS }),
    "https:": new HttpsAgent({ keepAlive: true, timeout: IDLE_MS }),
  };

  /** @throws NoAnswer */
  return async function post({ url, headers, body }: HttpCall): Promise<HttpAnswer> {
    const isTls = url.protocol === "https:";
    const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
    const call = (isTls ? openHttps : openHttp)(url, {
      method: "POST",
      agent: agents[isTls ? "https:" : "http:"],
      headers: { ...headers, "content-length": String(body.length) },
    });
    let isOver = false;
    let isBodySent = false;
    let head: IncomingMessage | undefined;
    const timers: NodeJS.Timeout[] = [];
    const end = () => {
      isOver = true;
      for (const timer of timers) clearTimeout(timer);
    };
    const fail = (error: Error) => {
      if (isOver) return;
      end();
      call.destroy();
      if (head === undefined) reject(new NoAnswer(error, isBodySent));
      else resolve(answerOf(head, Buffer.alloc(0)));
    };
    const limit = (ms: number, message: string) => {
      const timer = setTimeout(() => fail(new Error(message)), ms);
      timers.push(timer);
      return timer;
    };

    limit(times.totalMs, "The call took too long.");
    const connecting = limit(times.connectMs, "The server could not be reached in time.");
    call.once("socket", (socket) => {
      if (call.reusedSocket) clearTimeout(connecting);
      else socket.once(isTls ? "secureConnect" : "connect", () => clearTimeout(connecting));
    });
    call.on("error", fail);
    call.on("response", (response) => {
      clearTimeout(connecting);
      head = response;
      buffer(response).then((body) => {
        if (isOver) return;
        end();
        // Answered before the request was complete: the rest is not sent.
        if (!call.writableFinished) call.destroy();
        resolve(answerOf(response, body));
      }, fail);
    });
    call.write(body.subarray(0, -1), (error) => {
      if (error || isOver) return;
      isBodySent = true;
      limit(times.answerMs, "The server did not answer in time.");
      call.end(body.subarray(-1));
    });
    return await promise;
  };
}

/** The headers count as a response, even if the body breaks off. */
function answerOf(response: IncomingMessage, body: Buffer): HttpAnswer {
  const headers = Object.fromEntries(
    Object.entries(response.headersDistinct).map(([name, values = []]) => [name, values.join(", ")]),
  );
  return { status: response.statusCode ?? 0, headers, body };
}

/** Default Retry-After when a 429 names none. */
export const PATIENCE_MS = 1000;

/** The value of `Retry-After` in milliseconds; undefined if missing or invalid. */
export function retryAfterMs(header: string | undefined, now: Date = new Date()): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, until - now.getTime());
}
