import { once } from "node:events";
import { expect, it, vi } from "vitest";
import { createEventStream, eventText, HEARTBEAT } from "./event-stream.ts";

it("writes an event as one line of JSON, whatever lines its text has", () => {
  expect(eventText("order", { name: "a\n\ndata: b\r\nevent: c" })).toBe(
    'event: order\ndata: {"name":"a\\n\\ndata: b\\r\\nevent: c"}\n\n',
  );
});

it("sends what was pushed and then ends", async () => {
  const closed = vi.fn();
  const stream = createEventStream(closed);
  stream.push(eventText("refresh", {}));
  stream.push(HEARTBEAT);
  stream.end();
  stream.end();
  stream.push(HEARTBEAT);
  const text = (await stream.body.toArray()).join("");
  expect(text).toBe("event: refresh\ndata: {}\n\n:\n\n");
  expect(closed).toHaveBeenCalledTimes(1);
});

it("disconnects a reader that does not read instead of buffering everything", async () => {
  const closed = vi.fn();
  const stream = createEventStream(closed);
  const gone = once(stream.body, "close");
  let pushed = 0;
  while (!stream.body.destroyed && pushed < 10_000) {
    stream.push(eventText("order", "x".repeat(1000)));
    pushed += 1;
  }
  await gone;
  expect(pushed).toBeLessThan(300);
  expect(closed).toHaveBeenCalledTimes(1);
});

it("does not wait forever for a reader that does not read the last bytes", async () => {
  const stream = createEventStream(() => undefined);
  const gone = once(stream.body, "close");
  stream.push(HEARTBEAT);
  stream.end();
  await gone;
  expect(stream.body.destroyed).toBe(true);
});
