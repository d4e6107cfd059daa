import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createDatabase, type Transaction } from "#server/platform/db/client.ts";
import { isUnclearCommit } from "#server/platform/db/unclear-commit.ts";
import { isCommit, startDatabaseProxy, type TcpProxy } from "#test/support/tcp-proxy.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import type { FileStore } from "./file-store.ts";
import { newFileKey, removeFiles, storeWithRows } from "./files-with-rows.ts";
import { openLocalFileStore } from "./local-file-store.ts";

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };

let database: TestDatabase;
let proxy: TcpProxy;
let behindProxy: ReturnType<typeof createDatabase>;
let folder: string;
let files: FileStore;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query("create table kept (key text primary key deferrable initially deferred)");
  const started = await startDatabaseProxy(database.connectionString);
  proxy = started.proxy;
  behindProxy = createDatabase(started.connectionString, { max: 1, log });
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "files-with-rows-"));
  files = await openLocalFileStore(folder);
  await database.pool.query("truncate kept");
  log.warn.mockClear();
});
afterEach(() => rm(folder, { recursive: true, force: true }));
afterAll(async () => {
  await behindProxy.close();
  await proxy.close();
  await database.drop();
});

const fileIn = (name: "packs" | "receipts") => ({ storageKey: newFileKey(name), content: Buffer.from(name) });
const insert =
  (...keys: string[]) =>
  async (tx: Transaction) => {
    for (const key of keys) await tx.execute(sql`insert into kept values (${key})`);
    return { isNew: true };
  };
const stored = async () => (await files.list("packs")).map(({ key }) => key);
const rows = async () =>
  (await database.pool.query<{ key: string }>("select key from kept")).rows.map(({ key }) => key);

it("stores every file before the transaction begins", async () => {
  const given = [fileIn("packs"), fileIn("receipts")];
  const written = await storeWithRows({ db: database.db, files, log }, given, async (tx) => {
    const found = await Promise.all(given.map(async ({ storageKey }) => buffer((await files.get(storageKey)).stream)));
    expect(found.map(String)).toEqual(["packs", "receipts"]);
    return { ...(await insert(...given.map(({ storageKey }) => storageKey))(tx)), more: 1 };
  });
  expect(written).toEqual({ isNew: true, more: 1 });
  expect((await rows()).sort()).toEqual(given.map(({ storageKey }) => storageKey).sort());
  expect(new Set(given.map(({ storageKey }) => storageKey.split("/")[1])).size).toBe(2);
});

it("removes the files of rows that were written before", async () => {
  const given = [fileIn("packs")];
  await storeWithRows({ db: database.db, files, log }, given, async () => ({ isNew: false }));
  expect(await stored()).toEqual([]);
});

it("removes the files when the transaction fails, and when its commit is refused", async () => {
  const file = fileIn("packs");
  const refusal = new Error("refused");
  const failed = storeWithRows({ db: database.db, files, log }, [file], () => Promise.reject(refusal));
  await expect(failed).rejects.toBe(refusal);
  expect(await stored()).toEqual([]);
  // The key is deferred, so the second row fails only the commit.
  const twice = insert(file.storageKey, file.storageKey);
  await expect(storeWithRows({ db: database.db, files, log }, [file], twice)).rejects.toMatchObject({
    cause: { code: "23505" },
  });
  expect([await stored(), await rows()]).toEqual([[], []]);
});

it.each(["before", "after"] as const)("keeps the files when the connection is cut %s the commit", async (when) => {
  const file = fileIn("packs");
  const cut = proxy.cutOnce({ matches: isCommit, when });
  const error = await storeWithRows({ db: behindProxy.db, files, log }, [file], insert(file.storageKey)).catch(
    (thrown: unknown) => thrown,
  );
  await cut;
  expect(isUnclearCommit(error)).toBe(true);
  expect(await stored()).toEqual([file.storageKey]);
  expect(await rows()).toEqual(when === "after" ? [file.storageKey] : []);
});

it("removes the first file when the second can't be stored, and begins no transaction", async () => {
  await writeFile(path.join(folder, "receipts"), "in the folder's place");
  const write = vi.fn(insert());
  const failed = storeWithRows({ db: database.db, files, log }, [fileIn("packs"), fileIn("receipts")], write);
  await expect(failed).rejects.toMatchObject({ code: "unavailable" });
  expect(await stored()).toEqual([]);
  expect(write).not.toHaveBeenCalled();
});

it("leaves a file that can't be removed to the sweep, and removes the others", async () => {
  const file = fileIn("packs");
  await files.put(file.storageKey, file.content);
  await writeFile(path.join(folder, "receipts"), "in the folder's place");
  await removeFiles({ files, log }, [newFileKey("receipts"), file.storageKey]);
  expect(await stored()).toEqual([]);
  expect(log.warn).toHaveBeenCalledOnce();
});
