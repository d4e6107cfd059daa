import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import Fastify from "fastify";
import { expect, it, vi } from "vitest";
import { onTaken } from "./on-taken.ts";
import { sendAttachment } from "./send-attachment.ts";

it("hears of a caller who closes with the last byte, although the storage says later that there are no more", async () => {
  const bytes = 10_000;
  const stream = new Readable({ read: () => undefined });
  const outcome = Promise.withResolvers<"taken" | "broken">();
  const app = Fastify();
  app.get("/", (_request, reply) => {
    onTaken(reply, () => outcome.resolve("taken"));
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
  await vi.waitFor(() => expect(body).toBe(bytes - 1));
  stream.push(Buffer.from("x"));
  await vi.waitFor(() => expect(stream.readableLength).toBe(0));
  // Time enough for the byte to arrive and for the caller's end to come back, had it left already.
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  stream.push(null);
  expect(await outcome.promise).toBe("taken");
  expect(body).toBe(bytes);
  await app.close();
});
