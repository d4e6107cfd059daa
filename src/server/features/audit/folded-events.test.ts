import { describe, expect, it } from "vitest";
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

describe("a flood", () => {
  const stranger = (network: string, account: string): FloodableEvent => ({
    at: at(1),
    event: {
      type: "sign-in-failed",
      data: { account, network, device: "", method: "password", reason: "unknown account" },
    },
  });
  const refused = (actorId: number, call: string, network: string): FloodableEvent => ({
    at: at(2),
    actorId,
    event: { type: "refused", data: { call, network } },
  });
  const about = (events: ReturnType<typeof foldedEvent>[], fits: (event: (typeof events)[number]) => boolean) =>
    events.filter(fits).map(({ event }) => {
      const { network, count } = event.data as { network: string; count: number };
      return [network, count];
    });

  it("of one network with many accounts becomes four events", () => {
    const folds = createFolds();
    for (let n = 0; n < 10_000; n += 1) folds.add(stranger("192.0.2.1", `account ${n}`));
    const events = folds.take().map(foldedEvent);
    expect(events.map(({ event: { data } }) => data)).toMatchObject([
      { account: "account 0", count: 1 },
      { account: "account 1", count: 1 },
      { account: "account 2", count: 1 },
      { account: null, network: "192.0.2.1", count: 9997 },
    ]);
  });

  it("of many networks names 200 of them and counts the others", () => {
    const folds = createFolds();
    for (let n = 0; n < 10_000; n += 1) folds.add(stranger(`192.0.${n >> 8}.${n & 255}`, `account ${n}`));
    const events = folds.take().map(foldedEvent);
    expect(events).toHaveLength(201);
    expect(events.at(-1)).toMatchObject({ event: { data: { network: "many others", account: null, count: 9800 } } });
  });

  it("keeps the name of the attacked account, whatever the number of networks, and twenty of them", () => {
    const folds = createFolds();
    for (let n = 0; n < 10_000; n += 1) folds.add(failed(n % 60, `192.0.${n >> 8}.${n & 255}`));
    const events = folds.take().map(foldedEvent);
    expect(events).toHaveLength(21);
    expect(new Set(events.map(({ memberId }) => memberId))).toEqual(new Set([7]));
    expect(events.at(-1)).toMatchObject({ event: { data: { network: "many others", count: 9980 } } });
  });

  it("hides neither the guesses at another account nor the refusals of a member", () => {
    const folds = createFolds();
    for (let n = 0; n < 1000; n += 1) {
      folds.add(stranger(`192.0.${n >> 8}.${n & 255}`, `account ${n}`));
      folds.add(failed(1, `198.51.${n >> 8}.${n & 255}`));
      folds.add(refused(3, `GET /call ${n % 70}`, `203.0.${n >> 8}.${n & 255}`));
    }
    folds.add({ ...failed(5, "192.0.2.99"), memberId: 8 });
    folds.add(refused(4, "GET /audit-log", "192.0.2.98"));
    const events = folds.take().map(foldedEvent);
    expect(about(events, ({ memberId }) => memberId === 8)).toEqual([["192.0.2.99", 1]]);
    expect(about(events, ({ actorId }) => actorId === 4)).toEqual([["192.0.2.98", 1]]);
    const third = about(events, ({ actorId }) => actorId === 3);
    expect(third).toHaveLength(20 + 70);
    expect(third.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(1000);
  });
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
