import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { embeddedConnections, poolOfWorker } from "./connections.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** With so many connections for the database, of which a superuser alone could use more. */
async function withRoom<T>(room: number, work: () => Promise<T>): Promise<T> {
  const { rows } = await database.pool.query<{ name: string }>("select current_database() as name");
  await database.pool.query(`alter database ${rows[0]?.name} connection limit ${room}`);
  return await work();
}

describe("the pool of a worker", () => {
  it("is the usual one where all fit, else what fits with one worker more", async () => {
    expect(await withRoom(97, () => poolOfWorker(database.pool, 2, null))).toBe(20);
    // 85 are left for 5 processes, which hold 6 each besides.
    expect(await withRoom(97, () => poolOfWorker(database.pool, 4, null))).toBe(11);
  });

  it("is what is configured, and refused when that does not fit", async () => {
    expect(await withRoom(97, () => poolOfWorker(database.pool, 2, 3))).toBe(3);
    await expect(withRoom(97, () => poolOfWorker(database.pool, 2, 30))).rejects.toThrow(
      "2 workers with DATABASE_CONNECTIONS=30 need 120 connections, and the database allows 97",
    );
    await expect(withRoom(40, () => poolOfWorker(database.pool, 2, null))).rejects.toThrow(
      "2 workers need 42 connections, and the database allows 40",
    );
  });

  it("fits an embedded database, which takes more connections when there are more workers", async () => {
    expect([1, 2, 4].map(embeddedConnections)).toEqual([100, 100, 100]);
    expect(await withRoom(embeddedConnections(4) - 3, () => poolOfWorker(database.pool, 4, null))).toBe(11);
    // Nine processes with 16 each, 12 to spare and 3 of PostgreSQL's own.
    expect(embeddedConnections(8)).toBe(159);
  });
});
