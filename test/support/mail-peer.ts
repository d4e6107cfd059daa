import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** How a fake provider handles the next mails. */
export type MailFault =
  | "accept"
  /** Refuses with this HTTP status. */
  | { refuse: number; name?: string; message?: string; retryAfter?: string }
  /** Accepts the connection and reads nothing. */
  | "stall-before-reading"
  /** Reads the whole request, accepts it or not, and never answers. */
  | "stall-after-body"
  | "stall-after-accepting"
  /** The same, and cuts the connection. */
  | "drop-after-body"
  | "drop-after-accepting"
  /** Cuts the connection in the middle of the request. */
  | "drop-in-body"
  /** Accepts, but breaks the response off after its headers. */
  | "drop-in-answer"
  /** Accepts, but answers after this delay. */
  | { lateMs: number };

/** A mail accepted by a provider; it may have been delivered. */
export interface Acceptance {
  messageId: string;
  attemptId: string;
  mailId: number;
  to: string;
  /** The request's body as the provider's API defines it. */
  body: unknown;
}

/** The part of a provider's API that the fake needs. */
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
  /** Called for each acceptance before the response, to simulate the provider's reports. */
  onAccepted?: (accepted: Acceptance) => void;
  /** Called when a whole request has been read, before it is accepted or refused. */
  onBody?: (attemptId: string) => void;
}

export type MailPeer = Awaited<ReturnType<typeof startMailPeer>>;

/** A provider's HTTP API on loopback that records each acceptance and fails on demand. */
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
    // Some tests disconnect on purpose.
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http${options.tls === undefined ? "" : "s"}://127.0.0.1:${port}`,
    port,
    /** All acceptances, oldest first. */
    accepted,
    hooks,
    /** Requests started, and those whose body arrived completely. */
    calls: () => calls,
    bodies: () => bodies,
    /** Behaviour from now on; those in `once` are used first, one request each. */
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
