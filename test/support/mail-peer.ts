import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** What a provider's double does to the next mails. */
export type MailFault =
  | "accept"
  /** An HTTP answer of this status, without accepting. */
  | { refuse: number; name?: string; message?: string; retryAfter?: string }
  /** Takes the connection and reads nothing. */
  | "stall-before-reading"
  /** Takes the whole request, accepts it or not, and never answers. */
  | "stall-after-body"
  | "stall-after-accepting"
  /** The same, and cuts the connection. */
  | "drop-after-body"
  | "drop-after-accepting"
  /** Cuts the connection in the middle of the request. */
  | "drop-in-body"
  /** Accepts, breaks the answer off after its head. */
  | "drop-in-answer"
  /** Accepts, and answers so late. */
  | { lateMs: number };

/** A mail that a provider took: from here on it may be in somebody's mailbox. */
export interface Acceptance {
  messageId: string;
  attemptId: string;
  mailId: number;
  to: string;
  /** The request's body as the provider's API defines it. */
  body: unknown;
}

/** One provider's API as far as the double needs it. */
export interface ProviderShape {
  path: string;
  read(body: string, serial: number): Acceptance;
  acceptStatus: number;
  isAuthorised(request: IncomingMessage): boolean;
  accept(response: ServerResponse, accepted: Acceptance): void;
  refuse(response: ServerResponse, fault: { refuse: number; name?: string; message?: string }): void;
}

export interface MailPeerOptions {
  port?: number;
  tls?: { key: string; cert: string };
  /** Called for every acceptance, before its answer: for the reports that the provider would post. */
  onAccepted?: (accepted: Acceptance) => void;
  /** Called when a whole request has been read, before it is accepted or refused. */
  onBody?: (attemptId: string) => void;
}

export type MailPeer = Awaited<ReturnType<typeof startMailPeer>>;

/** A provider's HTTP API on loopback that logs each acceptance and fails on demand. */
export async function startMailPeer(shape: ProviderShape, options: MailPeerOptions = {}) {
  const accepted: Acceptance[] = [];
  const sockets = new Set<Socket>();
  const hooks = { onAccepted: options.onAccepted, onBody: options.onBody };
  let fault: MailFault = "accept";
  let faultsOnce: MailFault[] = [];
  let bodies = 0;
  let calls = 0;

  const listener: RequestListener = (request, response) => {
    calls += 1;
    const now = faultsOnce.shift() ?? fault;
    if (request.method !== "POST" || request.url !== shape.path) {
      response.writeHead(404).end();
      return;
    }
    if (now === "stall-before-reading") return;
    if (now === "drop-in-body") {
      request.once("data", () => request.socket.destroy());
      return;
    }
    serve(request, response, now).catch(() => request.socket.destroy());
  };

  async function serve(request: IncomingMessage, response: ServerResponse, now: MailFault): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    bodies += 1;
    if (!shape.isAuthorised(request)) return shape.refuse(response, { refuse: 401, message: "no credentials" });
    const mail = shape.read(Buffer.concat(chunks).toString("utf8"), bodies);
    hooks.onBody?.(mail.attemptId);
    if (typeof now === "object" && "refuse" in now) {
      if (now.retryAfter !== undefined) response.setHeader("retry-after", now.retryAfter);
      return shape.refuse(response, now);
    }
    if (now === "stall-after-body") return;
    if (now === "drop-after-body") return void request.socket.destroy();
    accepted.push(mail);
    hooks.onAccepted?.(mail);
    if (now === "stall-after-accepting") return;
    if (now === "drop-after-accepting") return void request.socket.destroy();
    if (typeof now === "object") await delay(now.lateMs);
    if (now === "drop-in-answer") {
      response.writeHead(shape.acceptStatus, { "content-type": "application/json", "content-length": "500" });
      response.write('{"Mess', () => request.socket.destroy());
      return;
    }
    shape.accept(response, mail);
  }

  const server = options.tls === undefined ? createServer(listener) : createTlsServer(options.tls, listener);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    // A client that goes away is what some tests do.
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http${options.tls === undefined ? "" : "s"}://127.0.0.1:${port}`,
    port,
    /** Every acceptance, the oldest first. */
    accepted,
    hooks,
    /** Requests that began, and those whose body arrived whole. */
    calls: () => calls,
    bodies: () => bodies,
    /** From now on; `once` are used up first. */
    behave: (next: MailFault, once: MailFault[] = []) => {
      fault = next;
      faultsOnce = [...once];
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
