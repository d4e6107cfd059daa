import { hash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ActivityEntry } from "#contract/audit/audit.ts";
import { call } from "#test/support/client.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { insertAuditEvents } from "./audit.repository.ts";

let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram();
});
afterAll(() => program.stop());

const list = async (query = "") => {
  const token = await program.signIn("Manager");
  return (await call<ActivityEntry[]>(program.address, "GET", `/api/admin/activity${query}`, { token })).body.data;
};

it("shows no changes of the team at first, whoever signs in", async () => {
  expect(await list()).toEqual([]);
});

it("shows the latest 50 changes, newest first, without an actor where no one was signed in", async () => {
  const events = Array.from({ length: 60 }, (_, number) => ({
    at: new Date(Date.UTC(2026, 2, 1, 0, number)),
    actorId: null,
    event: {
      type: "gateway-activated" as const,
      data: { gateway_id: number + 1, gateway_name: `Gateway ${number}`, previous: null },
    },
  }));
  await insertAuditEvents(program.db, events);
  const listed = await list();
  expect(listed).toHaveLength(50);
  expect(listed[0]).toMatchObject({
    at: "2026-03-01T00:59:00.000Z",
    actor: null,
    data: { gateway_name: "Gateway 59" },
  });
  expect(listed[49]).toMatchObject({ data: { gateway_name: "Gateway 10" } });
});

it("shows the latest changes of one type, however many others came after them", async () => {
  const event = { type: "member-removed" as const, data: { member_id: 9, name: "Nuwan Fernando" } };
  await insertAuditEvents(
    program.db,
    Array.from({ length: 50 }, () => ({ at: new Date(), actorId: null, event })),
  );
  expect((await list()).every(({ type }) => type === "member-removed")).toBe(true);
  const gateways = await list("?type=gateway-activated");
  expect(gateways).toHaveLength(50);
  expect(gateways[0]).toMatchObject({ data: { gateway_name: "Gateway 59" } });
});

it("stores a digest over salt and payload that detects a changed payload", async () => {
  const [id] = await insertAuditEvents(program.db, [
    {
      at: new Date(),
      actorId: null,
      event: { type: "signed-in", data: { method: "password", network: "192.0.2.1", device: "Ünïcode “x”\u2028" } },
    },
  ]);
  const { rows } = await program.database.pool.query(
    "select payload_digest, salt, data::text as text from audit_events e join audit_payloads p on p.event_id = e.id where e.id = $1",
    [id],
  );
  const [{ payload_digest, salt, text }] = rows;
  expect(salt).toHaveLength(16);
  expect(hash("sha256", Buffer.concat([salt, Buffer.from(text)]), "buffer")).toEqual(payload_digest);
});
