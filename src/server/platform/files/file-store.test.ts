import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startS3Peer } from "#test/support/s3-peer.ts";
import type { FileStore } from "./file-store.ts";
import { openLocalFileStore } from "./local-file-store.ts";
import { openS3FileStore } from "./s3-file-store.ts";
import { parseS3Url } from "./s3-location.ts";

interface Place {
  open(): Promise<FileStore>;
  /** All stored names, including temporary files. */
  names(): Promise<string[]>;
  /** Removes the whole store. */
  lose(): Promise<void>;
  close(): Promise<void>;
}

async function localPlace(): Promise<Place> {
  const folder = await mkdtemp(path.join(tmpdir(), "file-store-"));
  const root = path.join(folder, "a/b");
  return {
    open: () => openLocalFileStore(root),
    names: async () => {
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      return entries
        .filter((each) => each.isFile())
        .map((each) => path.relative(root, path.join(each.parentPath, each.name)));
    },
    lose: () => rm(root, { recursive: true }),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function s3Place(prefix: string): Promise<Place> {
  const peer = await startS3Peer({ pageSize: 3 });
  return {
    open: async () => openS3FileStore(parseS3Url(`${peer.url}${prefix}`), { checkedMs: 0 }),
    names: async () => Object.keys(await peer.objects()).map((key) => key.slice(prefix === "" ? 0 : prefix.length)),
    lose: () => peer.removeBucket(),
    close: () => peer.close(),
  };
}

const unavailable = { code: "unavailable", retryAfterSeconds: 5 };
const stored = (...pieces: Buffer[]) => ({ stream: Readable.from(pieces), bytes: Buffer.concat(pieces).length });
const read = async (store: FileStore, key: string) => await buffer((await store.get(key)).stream);

describe.each([
  ["a folder", localPlace],
  ["a bucket", () => s3Place("")],
  ["a bucket below a prefix", () => s3Place("/desk/live")],
])("%s", (_what, makePlace) => {
  let place: Place;
  let store: FileStore;
  beforeEach(async () => {
    place = await makePlace();
    store = await place.open();
  });
  afterEach(() => place.close());

  it("gives back what was put, as bytes or as a stream", async () => {
    const content = Buffer.from([0, 255, 13, 10]);
    await store.put("documents/one", content);
    await store.put("documents/two", stored(content, content));
    expect((await store.get("documents/two")).bytes).toBe(8);
    expect(await read(store, "documents/two")).toEqual(Buffer.concat([content, content]));
    await store.put("documents/two", content);
    expect(await read(store, "documents/two")).toEqual(content);
    await store.check();
  });

  it("stores an empty file, and 10 MB completely", async () => {
    const large = randomBytes(10 * 1024 * 1024);
    await store.put("documents/empty", Buffer.alloc(0));
    await store.put("documents/no-pieces", stored());
    await store.put(
      "documents/large",
      stored(...Array.from({ length: 10 }, (_none, n) => large.subarray(n << 20, (n + 1) << 20))),
    );
    expect([await read(store, "documents/empty"), await read(store, "documents/no-pieces")]).toEqual([
      Buffer.alloc(0),
      Buffer.alloc(0),
    ]);
    expect((await read(store, "documents/large")).equals(large)).toBe(true);
  });

  it("copies from itself as it streams", async () => {
    await store.put("documents/one", Buffer.from("card"));
    await store.put("packs/one", await store.get("documents/one"));
    expect((await read(store, "packs/one")).toString()).toBe("card");
  });

  it("lists only a folder's files, with their times, page by page", async () => {
    expect(await store.list("documents")).toEqual([]);
    const before = Date.now();
    const keys = Array.from({ length: 8 }, (_none, n) => `documents/${n % 2 ? "deep/" : ""}file-${n}`);
    for (const key of [...keys, "documents-of-others/x", "documents.old", "packs/x"])
      await store.put(key, Buffer.from("x"));
    const entries = await store.list("documents");
    expect(entries.map(({ key }) => key).sort()).toEqual([...keys].sort());
    // Stores report whole seconds.
    for (const { modifiedAt } of entries) expect(modifiedAt.getTime()).toBeGreaterThan(before - 1500);
  });

  it("removes files, and ignores missing ones", async () => {
    await store.put("documents/one", Buffer.from("x"));
    await store.remove("documents/one");
    await store.remove("documents/one");
    await expect(store.get("documents/one")).rejects.toMatchObject(unavailable);
    expect(await store.list("documents")).toEqual([]);
  });

  it.each([
    [
      "fails in the middle",
      async function* () {
        yield Buffer.from("half");
        throw new Error("gone");
      },
    ],
    [
      "ends early",
      async function* () {
        yield Buffer.from("half");
      },
    ],
    [
      "does not end",
      async function* () {
        while (true) yield Buffer.from("more and more");
      },
    ],
  ])("leaves nothing of a source that %s", async (_how, pieces) => {
    const stream = Readable.from(pieces());
    await expect(store.put("documents/torn", { stream, bytes: 40 })).rejects.toMatchObject(unavailable);
    expect(stream.destroyed).toBe(true);
    expect(await place.names()).toEqual([]);
    // A failing source does not affect the store.
    await store.put("documents/whole", Buffer.from("x"));
  });

  it("keeps one complete file of concurrent writes to one key", async () => {
    const contents = Array.from({ length: 6 }, (_none, n) => Buffer.alloc(200_000, n));
    await Promise.all(contents.map((content) => store.put("documents/one", content)));
    const kept = await read(store, "documents/one");
    expect(contents.some((content) => content.equals(kept))).toBe(true);
    expect(await place.names()).toEqual(["documents/one"]);
  });

  it("keeps all files of many concurrent writes", async () => {
    const keys = Array.from({ length: 40 }, (_none, n) => `documents/${n}`);
    await Promise.all(keys.map((key) => store.put(key, Buffer.from(key))));
    for (const key of keys) expect((await read(store, key)).toString()).toBe(key);
  });

  it("refuses keys that lead out of it", async () => {
    for (const key of ["../outside", "documents/../../outside", ""]) {
      await expect(store.put(key, Buffer.from("x"))).rejects.toMatchObject(unavailable);
      await expect(store.get(key)).rejects.toMatchObject(unavailable);
      await expect(store.remove(key)).rejects.toMatchObject(unavailable);
    }
    expect(await place.names()).toEqual([]);
  });

  it("closes a file that is not read", async () => {
    await store.put("documents/one", randomBytes(300_000));
    const { stream } = await store.get("documents/one");
    stream.destroy();
    expect(stream.destroyed).toBe(true);
  });

  it("is unavailable, not empty, once its folder or bucket is missing", async () => {
    await store.put("documents/one", Buffer.from("x"));
    await place.lose();
    await expect(store.check()).rejects.toMatchObject(unavailable);
    await expect(store.list("documents")).rejects.toMatchObject(unavailable);
    await expect(store.get("documents/one")).rejects.toMatchObject(unavailable);
  });
});

it("removes temporary files of an earlier process, but not those being written", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "file-store-"));
  const store = await openLocalFileStore(folder);
  await store.put("documents/whole", Buffer.from("x"));
  await writeFile(path.join(folder, "documents/old.part"), "x");
  await writeFile(path.join(folder, "documents/new.part"), "x");
  const hourAgo = new Date(Date.now() - 3_600_000);
  await utimes(path.join(folder, "documents/old.part"), hourAgo, hourAgo);
  const again = await openLocalFileStore(folder);
  expect((await readdir(path.join(folder, "documents"))).sort()).toEqual(["new.part", "whole"]);
  expect((await again.list("documents")).map(({ key }) => key)).toEqual(["documents/whole"]);
  await rm(folder, { recursive: true });
});
