import { expect, it } from "vitest";
import { createFolds, type FloodableEvent, foldedEvent } from "./folded-events.ts";

const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 12, 0, second));
const failed = (second: number, network: string, device = ""): FloodableEvent => ({
  at: at(second),
  memberId: 7,
  event: {
    type: "sign-in-failed",
    data: { account: null, network, device, method: "password", reason: "wrong password" },
  },
});

it("folds equal events into one with their number, first time, last time and last device", () => {
  const folds = createFolds();
  folds.add(failed(1, "192.0.2.1", "Firefox"));
  folds.add(failed(2, "192.0.2.2"));
  folds.add(failed(3, "192.0.2.1", "Chrome"));
  const [first, second] = folds.take().map(foldedEvent);
  expect(first).toMatchObject({
    at: at(3),
    memberId: 7,
    actorId: null,
    event: { data: { network: "192.0.2.1", device: "Chrome", count: 2, since: at(1).toISOString() } },
  });
  expect(second).toMatchObject({ event: { data: { network: "192.0.2.2", count: 1 } } });
  expect(folds.take()).toEqual([]);
});

it("never holds more than 200 distinct events: the others are only counted", () => {
  const folds = createFolds();
  for (let n = 0; n < 10_000; n += 1) folds.add(failed(n % 60, `192.0.${n >> 8}.${n & 255}`));
  const events = folds.take().map(foldedEvent);
  expect(events).toHaveLength(201);
  expect(events.at(-1)).toMatchObject({ memberId: null, event: { data: { network: "many others", count: 9800 } } });
});

it("takes back events that could not be written and adds those counted since", () => {
  const folds = createFolds();
  for (let n = 0; n < 3; n += 1) folds.add(failed(1, "192.0.2.1"));
  const taken = folds.take();
  folds.add(failed(9, "192.0.2.1"));
  folds.putBack(taken);
  expect(folds.take().map(foldedEvent)).toMatchObject([
    { at: at(9), event: { data: { count: 4, since: at(1).toISOString() } } },
  ]);
});
