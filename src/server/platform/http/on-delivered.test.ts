import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import Fastify from "fastify";
import { expect, it, vi } from "vitest";
import { SOON } from "#test/support/wait-limits.ts";
import { onDelivered } from "./on-delivered.ts";
import { sendAttachment } from "./send-attachment.ts";

it("reports delivery to a client that closes with the last byte, even if the store's stream ends later", async () => {
  const bytes = 10_000;
  const stream = new Readable({ read: () => undefined });
  const outcome = Promise.withResolvers<"taken" | "broken">();
  const app = Fastify();
  app.get("/", (_request, reply) => {
    onDelivered(reply, () => outcome.resolve("taken"));
    reply.raw.once("close", () => {
      if (!reply.raw.writableFinished) outcome.resolve("broken");
    });
    return sendAttachment(reply, { stream, bytes, contentType: "application/pdf", name: "card.pdf" });
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const caller = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  await once(caller, "connect");
  let body = 0;
  let head = "";
  caller.on("data", (chunk: Buffer) => {
    head += chunk.toString("latin1");
    const begin = head.indexOf("\r\n\r\n");
    body = begin === -1 ? 0 : head.length - begin - 4;
    if (body === bytes) caller.destroy();
  });
  caller.write("GET / HTTP/1.1\r\nhost: desk\r\n\r\n");

  stream.push(Buffer.alloc(bytes - 1, "x"));
  await vi.waitFor(() => expect(body).toBe(bytes - 1), SOON);
  stream.push(Buffer.from("x"));
  await vi.waitFor(() => expect(stream.readableLength).toBe(0), SOON);
  // Enough time for an early last byte to arrive and for the client to close.
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  stream.push(null);
  expect(await outcome.promise).toBe("taken");
  expect(body).toBe(bytes);
  await app.close();
});

it("does not report the delivery of an error response, sent because the store failed before the first byte", async () => {
  const stream = new Readable({ read: () => stream.destroy(new Error("gone")) });
  const delivered = vi.fn();
  const closed = Promise.withResolvers<void>();
  const app = Fastify();
  app.get("/", (request, reply) => {
    onDelivered(reply, delivered);
    // Registered after the listener that reports: the connection closes once, so its order decides.
    reply.raw.once("finish", () => request.socket.once("close", () => closed.resolve()));
    return sendAttachment(reply, { stream, bytes: 10, contentType: "application/pdf", name: "card.pdf" });
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect(response.status).toBe(500);
  await response.text();
  await closed.promise;
  await new Promise((resolve) => setImmediate(resolve));
  expect(delivered).not.toHaveBeenCalled();
  await app.close();
});
