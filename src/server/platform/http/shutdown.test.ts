import fastify from "fastify";
import { expect, it } from "vitest";
import { registerShutdown } from "./shutdown.ts";

it("a program that will stop still answers, and closes the connection of each answer", async () => {
  const app = fastify();
  const shutdown = registerShutdown(app);
  app.get("/", async () => "here");
  expect((await app.inject("/")).headers.connection).not.toBe("close");
  expect(shutdown.isAnnounced).toBe(false);

  await shutdown.announce(0);
  const answer = await app.inject("/");
  expect([answer.statusCode, answer.body, answer.headers.connection]).toEqual([200, "here", "close"]);
  expect(shutdown.isAnnounced).toBe(true);
  await app.close();
});
