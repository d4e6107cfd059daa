import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openLocalFileStore } from "./file-store.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "file-store-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("gives back what was put, as bytes or as a stream", async () => {
  const store = await openLocalFileStore(path.join(folder, "a/b"));
  const content = Buffer.from([0, 255, 13, 10]);
  await store.put("documents/one", content);
  await store.put("documents/two", Readable.from([content, content]));
  const two = await store.get("documents/two");
  expect(two.bytes).toBe(8);
  expect(await buffer(two.stream)).toEqual(Buffer.concat([content, content]));
  expect((await store.list("documents")).map(({ key }) => key).sort()).toEqual(["documents/one", "documents/two"]);
  await store.remove("documents/one");
  await store.remove("documents/one");
  await expect(store.get("documents/one")).rejects.toMatchObject({ code: "unavailable" });
  await store.check();
});

it("leaves nothing of a write that fails in the middle", async () => {
  const store = await openLocalFileStore(folder);
  const torn = Readable.from(
    (async function* () {
      yield Buffer.from("half");
      throw new Error("gone");
    })(),
  );
  await expect(store.put("documents/torn", torn)).rejects.toMatchObject({ code: "unavailable" });
  expect(await readdir(path.join(folder, "documents"))).toEqual([]);
});

it("sweeps what an earlier process left half written, and not what another one writes now", async () => {
  const store = await openLocalFileStore(folder);
  await store.put("documents/whole", Buffer.from("x"));
  await writeFile(path.join(folder, "documents/old.part"), "x");
  await writeFile(path.join(folder, "documents/new.part"), "x");
  const hourAgo = new Date(Date.now() - 3_600_000);
  await utimes(path.join(folder, "documents/old.part"), hourAgo, hourAgo);
  const again = await openLocalFileStore(folder);
  expect((await readdir(path.join(folder, "documents"))).sort()).toEqual(["new.part", "whole"]);
  expect((await again.list("documents")).map(({ key }) => key)).toEqual(["documents/whole"]);
});

it("is unavailable when its folder is gone or its key leads out of it", async () => {
  const store = await openLocalFileStore(path.join(folder, "store"));
  await expect(store.put("../outside", Buffer.from("x"))).rejects.toMatchObject({ code: "unavailable" });
  await rm(path.join(folder, "store"), { recursive: true });
  await expect(store.check()).rejects.toMatchObject({ code: "unavailable" });
});
