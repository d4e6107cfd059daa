// The settings of the due times: who may change them, what is refused, and what follows.
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { ROLES } from "#contract/roles.ts";
import { SERVICE_SETTINGS_MESSAGES } from "#contract/service-settings/messages.ts";
import { DEFAULT_SERVICE, type ServiceSettings } from "#contract/service-settings/service-settings.ts";
import { orders } from "#server/platform/db/schema.ts";
import { call, intake } from "#test/support/client.ts";
import { fixedClock } from "#test/support/fixed-clock.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { SOON } from "#test/support/wait-limits.ts";

const clock = fixedClock("2026-03-12T08:00:00Z");
const HOUR = 3_600_000;
const PATH = "/api/admin/service-settings";
let program: TestProgram;
let token: string;

beforeAll(async () => {
  program = await startTestProgram({ now: clock.now });
  token = await program.signIn("Manager");
});
afterAll(() => program.stop());

const read = async () => (await call<ServiceSettings>(program.address, "GET", PATH, { token })).body.data;
const save = (body: unknown, as = token) => call(program.address, "POST", PATH, { token: as, body });
const changes = async () =>
  (
    await program.db.execute<{ data: unknown }>(sql`
      select p.data from audit_events e join audit_payloads p on p.event_id = e.id
      where e.type = 'service-changed' order by e.id`)
  ).rows.map(({ data }) => data);

it("are the defaults until somebody changes them", async () => {
  expect(await read()).toEqual(DEFAULT_SERVICE);
});

it.each(ROLES)("are read by %s, and changed by Admin and Manager", async (role) => {
  const as = await program.signIn(role);
  expect((await call(program.address, "GET", PATH, { token: as })).code).toBe(200);
  const isAllowed = role === "Admin" || role === "Manager";
  const { code, body } = await save(DEFAULT_SERVICE, as);
  expect([code, body.message]).toEqual(
    isAllowed ? [200, SERVICE_SETTINGS_MESSAGES.serviceSame] : [403, MESSAGES.forbidden],
  );
  expect(await changes()).toEqual([]);
});

it("take effect on open orders by a job, on new ones at once, and are recorded", async () => {
  const { order_id: before } = await intake(program, { arrival_date: "2026-03-15" });
  const dueOf = async (id: number) =>
    (await program.db.select({ dueAt: orders.dueAt }).from(orders).where(eq(orders.id, id)))[0]?.dueAt?.getTime();
  expect(await dueOf(before)).toBe(clock.at.getTime() + 24 * HOUR);
  const settings = { ...DEFAULT_SERVICE, hours: { standard: 10, priority: 4 } };
  const saved = await save(settings);
  expect([saved.code, saved.body.message]).toEqual([200, SERVICE_SETTINGS_MESSAGES.serviceSaved]);
  expect(await read()).toEqual(settings);
  const { order_id: next } = await intake(program, { arrival_date: "2026-03-15" });
  expect(await dueOf(next)).toBe(clock.at.getTime() + 10 * HOUR);
  await vi.waitFor(async () => expect(await dueOf(before)).toBe(clock.at.getTime() + 10 * HOUR), SOON);
  const closed = {
    ...settings,
    calendar: { ...settings.calendar, closed: ["2026-12-25", "2026-12-24", "2026-12-25"] },
  };
  await save(closed);
  expect((await read()).calendar.closed).toEqual(["2026-12-24", "2026-12-25"]);
  expect(await changes()).toMatchObject([
    { changed: ["hours"], settings },
    { changed: ["calendar"], settings: { calendar: { closed: ["2026-12-24", "2026-12-25"] } } },
  ]);
  const queued = await program.db.execute<{ n: number }>(
    sql`select count(*)::int as n from pgboss.job where name = 'orders.recompute-due' and start_after > now() + interval '10 seconds'`,
  );
  expect(queued.rows[0]?.n).toBeLessThanOrEqual(2);
});

it("are saved by one of two who change the same ones at once, and the other is told", async () => {
  const before = await read();
  const first = { ...before, margins: { standard: 30, priority: 12 } };
  const second = { ...before, margins: { standard: 36, priority: 12 } };
  const answers = await Promise.all([save({ ...first, before }), save({ ...second, before })]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ code }) => code === 409)?.body.message).toBe(
    SERVICE_SETTINGS_MESSAGES.serviceChangedMeanwhile,
  );
  const won = answers[0]?.code === 200 ? first : second;
  expect(await read()).toEqual(won);
  expect((await save({ ...won, before })).body.message).toBe(SERVICE_SETTINGS_MESSAGES.serviceSame);
  expect((await save({ ...before, before: won })).code).toBe(200);
});

const week = (day: unknown) => ({ ...DEFAULT_SERVICE, calendar: { week: Array(7).fill(day), closed: [] } });
it.each([
  ["no open day", week(null), "At least one day of the week must be open."],
  ["a day that ends before it begins", week({ from: "17:00", to: "09:00" }), "A day must end after it starts."],
  ["a day without length", week({ from: "09:00", to: "09:00" }), "A day must end after it starts."],
  ["a time that isn't one", week({ from: "9:00", to: "24:30" }), "A time must be HH:MM, from 00:00 to 24:00."],
  [
    "six days",
    { ...DEFAULT_SERVICE, calendar: { week: Array(6).fill(null), closed: [] } },
    "week must have seven days, Monday first.",
  ],
  [
    "a closed day that doesn't exist",
    { ...DEFAULT_SERVICE, calendar: { ...DEFAULT_SERVICE.calendar, closed: ["2026-02-30"] } },
    "A date must be YYYY-MM-DD.",
  ],
  [
    "no hours",
    { ...DEFAULT_SERVICE, hours: { standard: 0, priority: 4 } },
    "Hours must be a whole number from 1 to 720.",
  ],
])("refuse %s", async (_what, settings, message) => {
  const before = await read();
  const { code, body } = await save(settings);
  expect([code, body.message]).toEqual([400, message]);
  expect(await read()).toEqual(before);
});
