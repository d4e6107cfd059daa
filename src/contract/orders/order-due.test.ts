import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterOpenMs, openMs } from "#contract/service-settings/service-clock.ts";
import { DEFAULT_SERVICE, type ServiceSettings } from "#contract/service-settings/service-settings.ts";
import { type DueColumns, type DueFacts, type DueOrder, dueAfter, isClockRunning, SOON_MS } from "./order-due.ts";
import { isOpenStatus, OPEN_STATUSES, ORDER_STATUSES, type OrderStatus } from "./order-status.ts";
import { PROCESSING_MODES } from "./processing-mode.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A Thursday, 13:30 in Colombo. */
const NOON = new Date("2026-03-12T08:00:00Z");
const later = (ms: number, from = NOON) => new Date(from.getTime() + ms);
const FAR: DueFacts = { status: "New", processingMode: "Standard", arrivalDate: "2026-05-01" };

const came = (facts: Partial<DueFacts> = {}, at = NOON, service = DEFAULT_SERVICE) =>
  changed(null, { ...FAR, ...facts }, at, service);
function changed(
  before: DueOrder | null,
  facts: Partial<DueFacts>,
  at: Date,
  service = DEFAULT_SERVICE,
): DueOrder & DueColumns {
  const after = { ...FAR, ...before, ...facts };
  const statusChangedAt = before === null || before.status !== after.status ? at : before.statusChangedAt;
  return { ...after, ...dueAfter(before, after, at, service), statusChangedAt };
}

describe("an order that comes in", () => {
  it.each([
    ["Standard", 24],
    ["Future", 24],
    ["Priority", 4],
  ] as const)("%s is due after %i hours", (processingMode, hours) => {
    expect(came({ processingMode }).dueAt).toEqual(later(hours * HOUR));
  });

  it("is due a day before its day of arrival begins in Colombo, Priority half a day", () => {
    const arrivalDate = "2026-03-14";
    expect(came({ arrivalDate }).dueAt).toEqual(new Date("2026-03-12T18:30:00Z"));
    expect(came({ arrivalDate: "2026-03-13", processingMode: "Priority" }).dueAt).toEqual(later(HOUR));
    const early = came({ arrivalDate, processingMode: "Priority" }, new Date("2026-03-13T05:00:00Z"));
    expect(early.dueAt).toEqual(new Date("2026-03-13T06:30:00Z"));
  });

  it("has an hour at least, which a later stop and start don't renew", () => {
    const late = came({ arrivalDate: "2026-03-12" });
    expect(late.dueAt).toEqual(later(HOUR));
    const paused = changed(late, { status: "Awaiting" }, later(5 * HOUR));
    expect(paused.dueAt).toEqual(later(HOUR));
    expect(changed(paused, { status: "New" }, later(6 * HOUR)).dueAt).toEqual(later(HOUR));
  });

  it.each(ORDER_STATUSES.filter((status) => !isOpenStatus(status)))("has no due time in %s", (status) => {
    expect(came({ status })).toMatchObject({ dueAt: null, clockStartedAt: null, clockSince: null });
  });
});

describe("the service clock", () => {
  it("stops while the order waits for others, and goes on with what was left", () => {
    const asked = changed(came(), { status: "Awaiting" }, later(10 * HOUR));
    expect([asked.dueAt, asked.clockSince, asked.clockUsedMs]).toEqual([
      new Date("2026-04-29T18:30:00Z"),
      null,
      10 * HOUR,
    ]);
    const answered = changed(asked, { status: "Customer Called" }, later(30 * HOUR));
    expect(answered.dueAt).toEqual(later(44 * HOUR));
  });

  it("goes on when a completed order is opened again, late if it was late", () => {
    const done = changed(came(), { status: "Completed" }, later(30 * HOUR));
    expect(done.dueAt).toBeNull();
    expect(changed(done, { status: "Contact Customer" }, later(100 * HOUR)).dueAt).toEqual(later(94 * HOUR));
  });

  it("has no due time while it is paused without an arrival", () => {
    expect(came({ status: "Awaiting", arrivalDate: null }).dueAt).toBeNull();
  });

  it("of an open order from before due times runs since its status began", () => {
    const old: DueOrder = { ...FAR, clockStartedAt: null, clockSince: null, clockUsedMs: 0, statusChangedAt: NOON };
    expect(dueAfter(old, old, later(50 * HOUR), DEFAULT_SERVICE).dueAt).toEqual(later(24 * HOUR));
    const paused = dueAfter({ ...old, status: "AwaitingGovt" }, old, later(50 * HOUR), DEFAULT_SERVICE);
    expect(paused.dueAt).toEqual(later(74 * HOUR));
  });
});

const OFFICE: ServiceSettings = {
  ...DEFAULT_SERVICE,
  hours: { standard: 10, priority: 2 },
  calendar: {
    week: [...Array.from({ length: 5 }, () => ({ from: "09:00", to: "17:30" })), { from: "10:00", to: "12:00" }, null],
    closed: ["2026-03-16"],
  },
};
const colombo = (text: string) => new Date(`${text}:00+05:30`);

describe("opening hours", () => {
  it("count in Colombo's time, without nights, closed days of the week and of the year", () => {
    // Thursday 13:30: 4 h, Friday 8.5 h.
    expect(came({}, colombo("2026-03-12T13:30"), OFFICE).dueAt).toEqual(colombo("2026-03-13T15:00"));
    // Friday 16:30: 1 h, Saturday 2 h, Sunday and the closed Monday none, Tuesday 7 h.
    expect(came({}, colombo("2026-03-13T16:30"), OFFICE).dueAt).toEqual(colombo("2026-03-17T16:00"));
    expect(came({}, colombo("2026-03-15T03:00"), OFFICE).dueAt).toEqual(colombo("2026-03-18T10:30"));
    expect(openMs(OFFICE.calendar, colombo("2026-03-13T16:30").getTime(), colombo("2026-03-17T16:00").getTime())).toBe(
      10 * HOUR,
    );
  });

  it("don't move the arrival limit", () => {
    expect(came({ arrivalDate: "2026-03-16" }, colombo("2026-03-13T16:30"), OFFICE).dueAt).toEqual(
      colombo("2026-03-15T00:00"),
    );
  });

  it("run alike whatever the server's zone, on days on which its clock changes too", () => {
    const before = process.env.TZ;
    try {
      for (const zone of ["America/New_York", "Europe/London", "Pacific/Chatham", "UTC"]) {
        process.env.TZ = zone;
        // 8 March 2026 is a change in New York, 29 March in London, 5 April in Chatham.
        for (const day of ["2026-03-06", "2026-03-27", "2026-04-03"]) {
          const at = colombo(`${day}T12:30`);
          const calendar = { ...OFFICE.calendar, closed: [] };
          // 5 h on Friday, 2 h on Saturday, 3 h on Monday.
          expect([zone, afterOpenMs(calendar, at.getTime(), 10 * HOUR) - at.getTime()]).toEqual([zone, 71.5 * HOUR]);
          expect(came({}, at).dueAt).toEqual(later(24 * HOUR, at));
        }
      }
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });
});

const time = fc
  .integer({ min: 0, max: 24 * 60 })
  .map((n) => `${String(Math.floor(n / 60)).padStart(2, "0")}:${String(n % 60).padStart(2, "0")}`);
const period = fc.uniqueArray(time, { minLength: 2, maxLength: 2 }).map((times) => {
  const [from = "", to = ""] = times.sort();
  return { from, to };
});
const day = fc.integer({ min: 0, max: 364 }).map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10));
const calendars = fc.record({
  week: fc
    .tuple(period, fc.array(fc.option(period), { minLength: 6, maxLength: 6 }))
    .map(([open, others]) => [open, ...others]),
  closed: fc.uniqueArray(day, { maxLength: 20 }),
});
const byMode = fc.record({ standard: fc.integer({ min: 1, max: 100 }), priority: fc.integer({ min: 1, max: 100 }) });
const settings: fc.Arbitrary<ServiceSettings> = fc.record({
  hours: byMode,
  margins: byMode,
  calendar: fc.oneof(fc.constant(DEFAULT_SERVICE.calendar), calendars),
});
const instants = fc
  .integer({ min: 0, max: 365 * 24 * 60 })
  .map((n) => new Date(Date.UTC(2026, 0, 1) + n * MINUTE + 123));
const facts: fc.Arbitrary<DueFacts> = fc.record({
  status: fc.constantFrom(...ORDER_STATUSES),
  processingMode: fc.constantFrom(...PROCESSING_MODES),
  arrivalDate: fc.option(day),
});
const open = fc.record({ ...recordOf(), status: fc.constantFrom(...OPEN_STATUSES) });
function recordOf() {
  return { processingMode: fc.constantFrom(...PROCESSING_MODES), arrivalDate: fc.option(day) };
}

describe("for any settings", () => {
  it("open time is the inverse of its measurement, forward and back", () => {
    fc.assert(
      fc.property(calendars, instants, fc.integer({ min: 0, max: 2000 }), (calendar, at, minutes) => {
        const from = at.getTime();
        const ms = minutes * MINUTE + 1;
        const end = afterOpenMs(calendar, from, ms);
        expect(openMs(calendar, from, end)).toBe(ms);
        expect(openMs(calendar, from, end - 1)).toBe(ms - 1);
        const start = afterOpenMs(calendar, from, -ms);
        expect(openMs(calendar, start, from)).toBe(ms);
        expect(openMs(calendar, start - 1, from)).toBe(ms + 1);
      }),
    );
  });

  it("stopping and starting without time passing leaves the due time, and so does Undo of any move", () => {
    fc.assert(
      fc.property(
        settings,
        open,
        instants,
        instants,
        fc.constantFrom(...ORDER_STATUSES),
        (service, given, one, two, to) => {
          const [start, at] = one < two ? [one, two] : [two, one];
          const order = changed(null, given, start, service);
          const moved = changed(order, { status: to }, at, service);
          const back = changed(moved, { status: order.status }, at, service);
          expect(back.dueAt).toEqual(order.dueAt);
          const again = changed(
            changed(back, { status: "Awaiting" }, at, service),
            { status: order.status },
            at,
            service,
          );
          expect(again.dueAt).toEqual(order.dueAt);
        },
      ),
    );
  });

  it("a stop never makes it due sooner, and it is due only in open work", () => {
    fc.assert(
      fc.property(settings, open, facts, instants, instants, (service, given, after, one, two) => {
        const [start, at] = one < two ? [one, two] : [two, one];
        const order = changed(null, given, start, service);
        const moved = changed(order, { status: after.status }, at, service);
        if (!isOpenStatus(after.status)) expect(moved.dueAt).toBeNull();
        else if (
          moved.dueAt !== null &&
          order.dueAt !== null &&
          isClockRunning(order.status) === isClockRunning(after.status)
        ) {
          expect(moved.dueAt).toEqual(order.dueAt);
        } else if (moved.dueAt !== null && order.dueAt !== null && isClockRunning(order.status)) {
          expect(moved.dueAt.getTime()).toBeGreaterThanOrEqual(order.dueAt.getTime());
        }
      }),
    );
  });
});

type Step = { at: Date } & ({ change: Partial<DueFacts> } | { service: ServiceSettings } | { recompute: true });

/** Due times by a different way: the history is walked, and each stretch in which the clock ran is added up. */
function recomputed(first: DueFacts & { at: Date }, steps: readonly Step[], given: ServiceSettings): Date | null {
  let service = given;
  let order: DueFacts = first;
  let startedAt: Date | null = isOpenStatus(first.status) ? first.at : null;
  let running: Date | null = isClockRunning(first.status) ? first.at : null;
  let used = 0;
  for (const step of steps) {
    if ("service" in step) service = step.service;
    if (!("change" in step)) continue;
    order = { ...order, ...step.change };
    const runs = isClockRunning(order.status);
    if (running !== null && !runs) {
      used += openMs(service.calendar, running.getTime(), step.at.getTime());
      running = null;
    } else if (running === null && runs) running = step.at;
    if (isOpenStatus(order.status)) startedAt ??= step.at;
  }
  if (startedAt === null || !isOpenStatus(order.status)) return null;
  const mode = order.processingMode === "Priority" ? "priority" : "standard";
  const limits = [];
  if (running !== null)
    limits.push(afterOpenMs(service.calendar, running.getTime(), service.hours[mode] * HOUR - used));
  if (order.arrivalDate !== null) {
    const arrival = new Date(`${order.arrivalDate}T00:00:00+05:30`).getTime() - service.margins[mode] * HOUR;
    limits.push(Math.max(arrival, startedAt.getTime() + HOUR));
  }
  return limits.length === 0 ? null : new Date(Math.min(...limits));
}

it("a year of moves, corrections and settings equals a recomputation from the history, whenever the job ran", () => {
  const step = fc.oneof(
    fc.record({ at: instants, change: fc.record({ status: fc.constantFrom<OrderStatus>(...ORDER_STATUSES) }) }),
    fc.record({ at: instants, change: fc.record(recordOf()) }),
    fc.record({ at: instants, service: settings }),
    fc.record({ at: instants, recompute: fc.constant(true as const) }),
  );
  fc.assert(
    fc.property(facts, settings, fc.array(step, { maxLength: 40 }), (given, initial, unsorted) => {
      const steps = unsorted.sort((a, b) => a.at.getTime() - b.at.getTime());
      const at = new Date(Date.UTC(2026, 0, 1));
      let service = initial;
      let order = changed(null, given, at, service);
      for (const each of steps) {
        if ("service" in each) service = each.service;
        else order = changed(order, "change" in each ? each.change : {}, each.at, service);
      }
      const last = changed(order, {}, new Date(Date.UTC(2027, 0, 2)), service);
      expect(last.dueAt).toEqual(recomputed({ ...given, at }, steps, initial));
    }),
    { numRuns: 300 },
  );
});

it("soon is two hours", () => {
  expect(SOON_MS).toBe(2 * HOUR);
});
