import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Claim, ClaimsOverview } from "#contract/claims/claims.ts";
import { createTokenSigner, hashToken, randomToken } from "#server/features/auth/tokens.ts";
import { call } from "./support/client.ts";
import { readEvents } from "./support/event-reader.ts";
import { type ChildProgram, runChildProgram } from "./support/run-child-program.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";
import { INTAKE_KEY, SESSION_SECRET } from "./support/test-program.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const CALLERS = 100;
const MOVERS = 20;
const FREE = 100;

let database: TestDatabase;
let dataDir: string;
let programs: ChildProgram[];
let tokens: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), "arrival-desk-claims-"));
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    DATABASE_CONNECTIONS: "8",
    SESSION_SECRET,
    INTAKE_API_KEY: INTAKE_KEY,
    DEMO: "0",
    PORT: "0",
  };
  programs = await Promise.all([runChildProgram({ environment }), runChildProgram({ environment })]);
  tokens = await signInAll(CALLERS + MOVERS);
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.end("SIGTERM")));
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** So many members with a session each, without the work of their passwords. @returns their tokens by index */
async function signInAll(count: number): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: number; name: string }>(
    `insert into members (name, email, email_key, role, password_hash)
     select 'Member ' || n, 'member' || n || '@staff.example', 'member' || n || '@staff.example', 'Team', '' from generate_series(1, $1) n
     returning id, name`,
    [count],
  );
  const signer = createTokenSigner([SESSION_SECRET]);
  const expires = new Date(Date.now() + 3_600_000);
  return await Promise.all(
    rows.map(async ({ id, name }) => {
      const sid = randomToken();
      await database.pool.query(
        `insert into sessions (id_hash, member_id, created_at, expires_at, ip, user_agent) values ($1, $2, now(), $3, '', '')`,
        [hashToken(sid), id, expires],
      );
      return await signer.sign({ user: { id, name, type: "Team" }, sid }, new Date(), expires);
    }),
  );
}

const addressOf = (turn: number) => programs[turn % programs.length]?.address ?? "";

async function newOrders(count: number, dueFirst: boolean): Promise<number[]> {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into orders (status, status_changed_at, created_at, processing_mode, is_paid, due_at)
     select 'New', now(), now(), 'Standard', true, now() + make_interval(hours => n + $2) from generate_series(1, $1) n
     returning id`,
    [count, dueFirst ? -1000 : 0],
  );
  return rows.map(({ id }) => id);
}

it("hands out each of 100 orders once to 100 callers of two processes, while twenty members move orders", async () => {
  const free = await newOrders(FREE, false);
  // Due first, so that every caller meets them; they leave the queue once and don't come back.
  const moved = await newOrders(MOVERS, true);
  const codes: number[] = [];
  const move = async (id: number, mover: number) => {
    for (const updatingStatus of ["AwaitingGovt", "Contact Customer", "AwaitingGovt", "Customer Called"]) {
      const token = tokens[CALLERS + mover] ?? "";
      const body = { orderId: id, updatingStatus };
      codes.push((await call(addressOf(mover), "PUT", "/api/admin/move-order-status", { token, body })).code);
    }
  };
  const take = async (caller: number) => {
    const body = { orderName: "newOrder" };
    const options = { token: tokens[caller] ?? "", body };
    const answer = await call<{ order_id: number } | null>(addressOf(caller), "POST", "/api/admin/take-next", options);
    codes.push(answer.code);
    return answer.body.data?.order_id;
  };
  const [handed] = await Promise.all([
    Promise.all(Array.from({ length: CALLERS }, (_, caller) => take(caller))),
    Promise.all(moved.map(move)),
  ]);
  expect(codes.filter((code) => code !== 200)).toEqual([]);
  expect(handed.filter((id) => id === undefined)).toEqual([]);
  expect(new Set(handed).size).toBe(CALLERS);
  const { rows } = await database.pool.query<{ order_id: number }>(
    "select order_id from order_claims where kind = 'next'",
  );
  const claimed = new Set(rows.map(({ order_id }) => order_id));
  const expected = handed.filter((id) => id !== undefined && free.includes(id)).sort();
  expect([...claimed].filter((id) => free.includes(id)).sort()).toEqual(expected);
});

it("tells the other process of a claim, and leaves the claims of a killed one to the clock", async () => {
  const [id = 0] = await newOrders(1, false);
  const [doomed, other] = [programs[0]?.address ?? "", programs[1]?.address ?? ""];
  const watching = await readEvents(other, tokens[1] ?? "");
  await watching.next("counts");
  const holding = await readEvents(doomed, tokens[0] ?? "", `?order=${id}`);
  const body = { orderId: id };
  expect((await call(doomed, "POST", "/api/admin/claim-order", { token: tokens[0] ?? "", body })).code).toBe(200);
  await watching.next("claims", ({ claims }) => claims.some(({ order_id }) => order_id === id));
  await programs.shift()?.end("SIGKILL");
  await holding.ended;
  const claimNow = async (): Promise<Claim | undefined> => {
    const overview = await call<ClaimsOverview>(other, "GET", "/api/admin/claims", { token: tokens[1] ?? "" });
    return overview.body.data.claims.find(({ order_id }) => order_id === id);
  };
  expect(await claimNow()).toMatchObject({ kind: "manual" });
  await database.pool.query(
    "update order_claims set active_until = now() - interval '20 minutes' where order_id = $1",
    [id],
  );
  expect(await claimNow()).toBeUndefined();
  expect((await call(other, "POST", "/api/admin/claim-order", { token: tokens[1] ?? "", body })).code).toBe(200);
  watching.close();
  await watching.ended;
});
