import { afterAll, beforeAll, expect, it } from "vitest";
import type { ActivityEntry } from "#contract/activity.ts";
import { activity } from "#server/platform/db/schema.ts";
import { call } from "#test/support/client.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram();
});
afterAll(() => program.stop());

const list = async () => {
  const token = await program.signIn("Manager");
  return (await call<ActivityEntry[]>(program.address, "GET", "/api/admin/activity", { token })).body.data;
};

it("is empty at first", async () => {
  expect(await list()).toEqual([]);
});

it("answers the newest 50, newest first, with nobody as actor where nobody was signed in", async () => {
  const entries = Array.from({ length: 60 }, (_, number) => ({
    at: new Date(Date.UTC(2026, 2, 1, 0, number)),
    actorId: null,
    type: "gateway-activated" as const,
    data: { gateway_id: number + 1, gateway_name: `Gateway ${number}`, previous: null },
  }));
  await program.db.insert(activity).values(entries);
  const listed = await list();
  expect(listed).toHaveLength(50);
  expect(listed[0]).toMatchObject({
    at: "2026-03-01T00:59:00.000Z",
    actor: null,
    data: { gateway_name: "Gateway 59" },
  });
  expect(listed[49]).toMatchObject({ data: { gateway_name: "Gateway 10" } });
});

it("can't be rewritten", async () => {
  const { pool } = program.database;
  await expect(pool.query("update activity set actor_id = null")).rejects.toThrow();
  await expect(pool.query("delete from activity")).rejects.toThrow();
  await expect(pool.query("truncate activity")).rejects.toThrow();
});
