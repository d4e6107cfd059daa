import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { expect, it } from "vitest";
import { createAllFigures } from "./all-figures.ts";

/** A worker that has answered so many calls and has so many streams open. */
async function workerWith(calls: number, streams: number) {
  const registry = new Registry();
  const registers = [registry];
  new Counter({ name: "calls_total", help: "calls", registers }).inc(calls);
  new Gauge({ name: "streams_open", help: "streams", registers }).set(streams);
  const seconds = new Histogram({ name: "call_seconds", help: "time", buckets: [1], registers });
  for (let call = 0; call < calls; call += 1) seconds.observe(0.5);
  return await registry.getMetricsAsJSON();
}

it("adds up all workers, and keeps what ended ones have counted but not what they held", async () => {
  const figures = createAllFigures(() => 2);
  figures.tell(1, await workerWith(3, 1));
  figures.tell(2, await workerWith(4, 2));
  expect(await figures.text()).toMatch(/^calls_total 7$/m);
  expect(await figures.text()).toMatch(/^streams_open 3$/m);
  figures.end(1, "replaced");
  figures.tell(3, await workerWith(0, 0));
  // Told too late, by one that has ended: it would be counted twice.
  figures.tell(1, await workerWith(3, 1));
  figures.end(2, "died");
  const text = await figures.text();
  expect(text).toMatch(/^calls_total 7$/m);
  expect(text).toMatch(/^streams_open 0$/m);
  expect(text).toMatch(/^call_seconds_bucket\{le="1"\} 7$/m);
  expect(text).toMatch(/^call_seconds_count 7$/m);
  expect(text).toMatch(/^workers_running 2$/m);
  expect(text).toMatch(/^workers_ended_total\{reason="replaced"\} 1$/m);
  expect(text).toMatch(/^workers_ended_total\{reason="died"\} 1$/m);
});
