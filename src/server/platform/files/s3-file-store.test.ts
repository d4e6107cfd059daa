/** @module-tag long */
import { once } from "node:events";
import { createServer } from "node:net";
import { Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AppError } from "#server/platform/app-error.ts";
import { type S3Fault, type S3Peer, startS3Peer } from "#test/support/s3-peer.ts";
import { SOON } from "#test/support/wait-limits.ts";
import { openS3FileStore } from "./s3-file-store.ts";
import { parseS3Url } from "./s3-location.ts";

const LIMITS = { connectMs: 200, answerMs: 200, stallMs: 100, checkedMs: 0 };
const unavailable = { code: "unavailable" };
const card = Buffer.alloc(300_000, "card");

let peer: S3Peer;
beforeEach(async () => {
  peer = await startS3Peer();
});
afterEach(() => peer.close());

const open = (url = peer.url, limits: Partial<typeof LIMITS> = {}) =>
  openS3FileStore(parseS3Url(url), { ...LIMITS, ...limits });
const withLongTimeout = () => open(peer.url, { answerMs: 20_000, stallMs: 20_000 });

/** All calls of a store, on an existing file. */
const CALLS: [string, (store: ReturnType<typeof open>) => Promise<unknown>][] = [
  ["put", (store) => store.put("documents/two", card)],
  ["get", (store) => store.get("documents/one")],
  ["remove", (store) => store.remove("documents/one")],
  ["list", (store) => store.list("documents")],
  ["check", (store) => store.check()],
];

/** An error as it appears in the program's log. */
function logged(error: unknown): string {
  let text = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  pino(stream).error({ err: (error as AppError).cause });
  pino(stream).error({ err: error });
  return text;
}

describe.each(CALLS)("%s", (_name, run) => {
  beforeEach(async () => {
    await withLongTimeout().put("documents/one", card);
    peer.requests.length = 0;
  });

  it("is retried once after a server error, and succeeds", async () => {
    const faults: S3Fault[] = [{ kind: "refused", status: 503, code: "SlowDown" }];
    peer.fault = () => faults.shift();
    await run(open(peer.url, { answerMs: 20_000 }));
    expect(peer.requests).toHaveLength(2);
  });

  it("succeeds although the first answer was lost", async () => {
    const faults: S3Fault[] = [{ kind: "deaf" }];
    peer.fault = () => faults.shift();
    await run(open(peer.url, { answerMs: 20_000 }));
    expect(peer.requests).toHaveLength(2);
  });

  it("is unavailable when the server does not answer within the limit of all attempts", async () => {
    peer.fault = () => ({ kind: "silent" });
    await expect(run(open())).rejects.toMatchObject(unavailable);
    expect(await peer.objects()).toEqual({ "documents/one": card.length });
  });

  it.each<[string, S3Fault]>([
    ["fails on", { kind: "refused", status: 500, code: "InternalError" }],
    ["is turned away by", { kind: "refused", status: 503, code: "SlowDown" }],
  ])("is unavailable after two tries when it %s the server", async (_how, fault) => {
    peer.fault = () => fault;
    await expect(run(open(peer.url, { answerMs: 20_000 }))).rejects.toMatchObject(unavailable);
    expect(peer.requests).toHaveLength(2);
    expect(await peer.objects()).toEqual({ "documents/one": card.length });
  });

  it("is unavailable immediately, without logging secrets, with a wrong key or secret", async () => {
    const strange = parseS3Url(peer.url.replace("S3RVER:S3RVER", "AKIASTRANGE:wJalrSECRET"));
    const error = await run(openS3FileStore(strange, { ...LIMITS, answerMs: 20_000 })).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject(unavailable);
    expect(logged(error)).toContain("InvalidAccessKeyId");
    peer.fault = () => ({ kind: "refused", status: 403, code: "SignatureDoesNotMatch" });
    const mismatch = await run(open(peer.url, { answerMs: 20_000 })).catch((thrown: unknown) => thrown);
    expect(mismatch).toMatchObject(unavailable);
    expect(logged(mismatch)).toContain("SignatureDoesNotMatch");
    expect(logged(error) + logged(mismatch)).not.toMatch(/wJalr|AKIASTRANGE|S3RVER|sample-secret|Signature=/);
    expect(peer.requests).toHaveLength(2);
  });

  it("is unavailable when the port is closed or the server never answers", async () => {
    await expect(run(open("s3+http://KEY:SECRET@127.0.0.1:1/cards"))).rejects.toMatchObject(unavailable);
    const mute = createServer((socket) => socket.on("error", () => undefined)).listen(0, "127.0.0.1");
    await once(mute, "listening");
    const { port } = mute.address() as { port: number };
    await expect(run(open(`s3+http://KEY:SECRET@127.0.0.1:${port}/cards`))).rejects.toMatchObject(unavailable);
    mute.close();
  });

  it("is unavailable without its bucket", async () => {
    await peer.removeBucket();
    const error = await run(withLongTimeout()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject(unavailable);
    expect(logged(error)).toContain("NoSuchBucket");
  });
});

describe("a file being read", () => {
  beforeEach(async () => {
    await withLongTimeout().put("documents/one", card);
  });

  it.each<[string, S3Fault]>([
    ["breaks off", { kind: "torn", after: 100_000 }],
    ["breaks off before its first byte", { kind: "torn", after: 0 }],
    ["stops", { kind: "stalled", after: 100_000 }],
    ["stops before its first byte", { kind: "stalled", after: 0 }],
  ])("fails its reader when it %s", async (_how, fault) => {
    peer.fault = () => fault;
    const { stream, bytes } = await open().get("documents/one");
    expect(bytes).toBe(card.length);
    await expect(buffer(stream)).rejects.toThrow();
    expect(stream.destroyed).toBe(true);
  });

  it("fails its reader even if the connection ended before the reader started", async () => {
    peer.fault = () => ({ kind: "torn", after: 0 });
    const others = await peer.connections();
    const { stream } = await withLongTimeout().get("documents/one");
    await vi.waitFor(async () => expect(await peer.connections()).toBeLessThanOrEqual(others), SOON);
    await expect(buffer(stream)).rejects.toThrow();
  });

  it("waits for a reader that is slower than the stall limit", async () => {
    const store = open(peer.url, { answerMs: 20_000 });
    const { stream } = await store.get("documents/one");
    const pieces = stream[Symbol.asyncIterator]();
    const first = (await pieces.next()).value as Buffer;
    // When this one times out, the reader above has paused for as long.
    peer.fault = () => ({ kind: "stalled", after: 0 });
    await expect(buffer((await store.get("documents/one")).stream)).rejects.toThrow(/nothing came/);
    const rest: Buffer[] = [];
    for await (const piece of { [Symbol.asyncIterator]: () => pieces }) rest.push(piece as Buffer);
    expect(Buffer.concat([first, ...rest]).equals(card)).toBe(true);
  });

  it("closes the connection when it is discarded", async () => {
    peer.fault = ({ method }) => (method === "GET" ? { kind: "stalled", after: 10 } : undefined);
    const others = await peer.connections();
    const { stream } = await withLongTimeout().get("documents/one");
    expect(await peer.connections()).toBe(others + 1);
    stream.destroy();
    await vi.waitFor(async () => expect(await peer.connections()).toBeLessThanOrEqual(others), SOON);
  });

  it("is refused when the server does not state its length", async () => {
    peer.fault = () => ({ kind: "unmeasured" });
    await expect(open().get("documents/one")).rejects.toMatchObject(unavailable);
  });
});

it("fails a listing that stops in the middle", async () => {
  await withLongTimeout().put("documents/one", card);
  peer.fault = () => ({ kind: "stalled", after: 50 });
  await expect(open().list("documents")).rejects.toMatchObject(unavailable);
});

it("sends one request per file and per page of a listing, and sets no ACL", async () => {
  const store = withLongTimeout();
  await store.put("documents/one", card);
  await buffer((await store.get("documents/one")).stream);
  await store.list("documents");
  expect(peer.requests.map(({ method, key }) => `${method} ${key}`)).toEqual([
    "PUT documents/one",
    "GET documents/one",
    "GET ",
  ]);
  const names = Object.keys(peer.requests[0]?.headers ?? {});
  expect(names.filter((name) => /acl|grant|checksum|trailer|expect/.test(name))).toEqual([]);
  // The signature covers the body's digest.
  expect(peer.requests[0]?.headers["x-amz-content-sha256"]).toMatch(/^[0-9a-f]{64}$/);
});

it("lists only keys that the program may have written", async () => {
  const bucket = withLongTimeout();
  for (const key of ["documents/one", "documents/two words", "documents/a!b"]) await bucket.put(key, card);
  expect((await bucket.list("documents")).map(({ key }) => key)).toEqual(["documents/one"]);
});

it("shares one check among concurrent callers and caches a success", async () => {
  const store = open(peer.url, { answerMs: 20_000, checkedMs: 60_000 });
  peer.fault = () => ({ kind: "refused", status: 403, code: "AccessDenied" });
  await expect(store.check()).rejects.toMatchObject(unavailable);
  peer.fault = () => undefined;
  await Promise.all([store.check(), store.check(), store.check()]);
  await store.check();
  expect(peer.requests).toHaveLength(2);
});
