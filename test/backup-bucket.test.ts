/** @module-tag long */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openS3FileStore } from "#server/platform/files/s3-file-store.ts";
import { parseS3Url } from "#server/platform/files/s3-location.ts";
import { type S3Peer, startS3Peer } from "#test/support/s3-peer.ts";
import { createBlankDatabase, createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { backupInstallation } from "../scripts/data-copy/backup-installation.ts";
import type { Installation } from "../scripts/data-copy/installation.ts";
import { restoreInstallation } from "../scripts/data-copy/restore-installation.ts";

const FILES = {
  "documents/one": Buffer.alloc(700_000, "card"),
  "documents/empty": Buffer.alloc(0),
  "packs/one": Buffer.from("%PDF of a pack"),
};

let folder: string;
let backup: string;
let peer: S3Peer;
let source: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "backup-bucket-"));
  backup = path.join(folder, "backup");
  peer = await startS3Peer({ pageSize: 2 });
  source = await createTestDatabase();
  await source.pool.query("insert into gateways (name, is_active) values ('Stripe', true)");
  await fill("source", FILES);
  await fill("source", { "elsewhere/one": Buffer.from("of somebody else") });
  await backupInstallation(inBucket("source", source), backup);
});
beforeEach(() => {
  peer.fault = () => undefined;
});
afterAll(async () => {
  await source.drop();
  await peer.close();
  await rm(folder, { recursive: true, force: true });
});

const placeOf = (prefix: string) => parseS3Url(`${peer.url}/${prefix}`);
const inBucket = (prefix: string, database: TestDatabase): Installation => ({
  dataDir: path.join(folder, prefix),
  databaseUrl: database.connectionString,
  storage: placeOf(prefix),
});
const inFolder = (name: string, database: TestDatabase): Installation => ({
  ...inBucket(name, database),
  storage: null,
});

async function fill(prefix: string, files: Record<string, Buffer>): Promise<void> {
  const store = openS3FileStore(placeOf(prefix));
  for (const [key, content] of Object.entries(files)) await store.put(key, content);
}

async function keysOf(prefix: string): Promise<string[]> {
  const keys = Object.keys(await peer.objects()).filter((key) => key.startsWith(`${prefix}/`));
  return keys.map((key) => key.slice(prefix.length + 1)).sort();
}

async function expectFiles(prefix: string): Promise<void> {
  expect(await keysOf(prefix)).toEqual(Object.keys(FILES).sort());
  const store = openS3FileStore(placeOf(prefix));
  for (const [key, content] of Object.entries(FILES)) {
    const pieces = await (await store.get(key)).stream.toArray();
    expect(Buffer.concat(pieces as Buffer[]).equals(content)).toBe(true);
  }
}

const gatewaysOf = async ({ pool }: TestDatabase) => (await pool.query("select name from gateways")).rows;

it("copies documents and packs out of one bucket and into another", async () => {
  const target = await createBlankDatabase();
  await restoreInstallation(inBucket("target", target), backup, { replace: false });
  await expectFiles("target");
  expect(await gatewaysOf(target)).toEqual([{ name: "Stripe" }]);
  await target.drop();
});

it("moves an installation from a bucket to a folder and back", async () => {
  const target = await createBlankDatabase();
  await restoreInstallation(inFolder("folder", target), backup, { replace: false });
  for (const [key, content] of Object.entries(FILES)) {
    expect((await readFile(path.join(folder, "folder/files", key))).equals(content)).toBe(true);
  }
  const again = path.join(folder, "again");
  await backupInstallation(inFolder("folder", target), again);
  await restoreInstallation(inBucket("back", target), again, { replace: true });
  await expectFiles("back");
  await target.drop();
});

it("refuses a bucket that is not empty, and replaces its content with --replace", async () => {
  const target = await createBlankDatabase();
  await fill("occupied", { "documents/other": Buffer.from("x"), "packs/one": Buffer.from("another") });
  const into = inBucket("occupied", target);
  await expect(restoreInstallation(into, backup, { replace: false })).rejects.toThrow(/bucket is not empty.*--replace/);
  expect(await keysOf("occupied")).toEqual(["documents/other", "packs/one"]);
  await restoreInstallation(into, backup, { replace: true });
  await expectFiles("occupied");
  await target.drop();
});

it("leaves no file in the bucket when the database can't be restored", async () => {
  const target = await createTestDatabase();
  await target.pool.query("insert into gateways (name) values ('of the other')");
  const attempt = restoreInstallation(inBucket("untouched", target), backup, { replace: false });
  await expect(attempt).rejects.toThrow(/not empty/);
  expect(await keysOf("untouched")).toEqual([]);
  expect(await gatewaysOf(target)).toEqual([{ name: "of the other" }]);
  await target.drop();
});

it("changes nothing when a file can't be stored, and gives the reason", async () => {
  const target = await createBlankDatabase();
  peer.fault = ({ method, key }) =>
    method === "PUT" && key.endsWith("packs/one") ? { kind: "refused", status: 403, code: "AccessDenied" } : undefined;
  const attempt = restoreInstallation(inBucket("refusing", target), backup, { replace: false });
  await expect(attempt).rejects.toThrow(
    "files/packs/one could not be stored in the bucket: AccessDenied (403, request unknown): Refused.",
  );
  expect(await keysOf("refusing")).toEqual([]);
  expect((await target.pool.query("select from pg_tables where schemaname = 'public'")).rowCount).toBe(0);
  await target.drop();
});

it.each([
  ["refused", { kind: "refused", status: 403, code: "AccessDenied" }],
  ["broken off", { kind: "torn", after: 1000 }],
] as const)("makes no backup when a file is %s", async (what, fault) => {
  peer.fault = ({ key }) => (key.endsWith("documents/one") ? fault : undefined);
  const unfinished = path.join(folder, what.replace(" ", "-"));
  await expect(backupInstallation(inBucket("source", source), unfinished)).rejects.toThrow(
    /documents\/one could not be read from the bucket/,
  );
  await expect(readFile(path.join(unfinished, "manifest.json"))).rejects.toThrow(/ENOENT/);
});

it("makes no backup when the bucket can't be listed, and gives the reason", async () => {
  peer.fault = () => ({ kind: "refused", status: 403, code: "AccessDenied" });
  await expect(backupInstallation(inBucket("source", source), path.join(folder, "silent"))).rejects.toThrow(
    /bucket can't be listed: AccessDenied \(403/,
  );
});

it("omits a file that is purged during the backup", async () => {
  const store = openS3FileStore(placeOf("source"));
  await store.put("documents/purged", Buffer.from("x"));
  const removed = store.remove.bind(store, "documents/purged");
  let isAsked = false;
  peer.fault = ({ method, key }) => {
    if (method !== "GET" || !key.endsWith("documents/purged") || isAsked) return undefined;
    isAsked = true;
    void removed();
    return { kind: "refused", status: 404, code: "NoSuchKey" };
  };
  const copy = path.join(folder, "during-purge");
  const { files } = await backupInstallation(inBucket("source", source), copy);
  expect(isAsked).toBe(true);
  expect(files.map((part) => part.path).sort()).toEqual(
    Object.keys(FILES)
      .map((key) => `files/${key}`)
      .sort(),
  );
});

it("reports a changed file before it stores anything", async () => {
  const copy = path.join(folder, "tampered");
  await backupInstallation(inBucket("source", source), copy);
  await writeFile(path.join(copy, "files/packs/one"), "x");
  const target = await createBlankDatabase();
  await expect(restoreInstallation(inBucket("clean", target), copy, { replace: true })).rejects.toThrow(
    /changed: files\/packs\/one/,
  );
  expect(await keysOf("clean")).toEqual([]);
  await target.drop();
});
