import { once } from "node:events";
import { createServer } from "node:net";
import { Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AppError } from "#server/platform/app-error.ts";
import { type S3Fault, type S3Peer, startS3Peer } from "#test/support/s3-peer.ts";
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
const patient = () => open(peer.url, { answerMs: 20_000, stallMs: 20_000 });

/** Every call of a store, on a file that is there. */
const CALLS: [string, (store: ReturnType<typeof open>) => Promise<unknown>][] = [
  ["put", (store) => store.put("documents/two", card)],
  ["get", (store) => store.get("documents/one")],
  ["remove", (store) => store.remove("documents/one")],
  ["list", (store) => store.list("documents")],
  ["check", (store) => store.check()],
];

/** What the log of the program would say of it. */
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
    await patient().put("documents/one", card);
    peer.requests.length = 0;
  });

  it("is tried once more when the server stumbles, and succeeds", async () => {
    const faults: S3Fault[] = [{ kind: "refused", status: 503, code: "SlowDown" }];
    peer.fault = () => faults.shift();
    await run(open(peer.url, { answerMs: 20_000 }));
    expect(peer.requests).toHaveLength(2);
  });

  it("is done although the first answer was lost", async () => {
    const faults: S3Fault[] = [{ kind: "deaf" }];
    peer.fault = () => faults.shift();
    await run(open(peer.url, { answerMs: 20_000 }));
    expect(peer.requests).toHaveLength(2);
  });

  it.each<[string, S3Fault]>([
    ["fails on", { kind: "refused", status: 500, code: "InternalError" }],
    ["is turned away by", { kind: "refused", status: 503, code: "SlowDown" }],
    ["gets no answer from", { kind: "silent" }],
  ])("is unavailable after two tries when it %s the server", async (_how, fault) => {
    peer.fault = () => fault;
    await expect(run(open())).rejects.toMatchObject(unavailable);
    expect(peer.requests).toHaveLength(2);
    expect(await peer.objects()).toEqual({ "documents/one": card.length });
  });

  it("is unavailable at once, and quietly, with a key or a secret that the server does not take", async () => {
    const strange = parseS3Url(peer.url.replace("S3RVER:S3RVER", "AKIASTRANGE:wJalrSECRET"));
    const error = await run(openS3FileStore(strange, LIMITS)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject(unavailable);
    expect(logged(error)).toContain("InvalidAccessKeyId");
    peer.fault = () => ({ kind: "refused", status: 403, code: "SignatureDoesNotMatch" });
    const mismatch = await run(open()).catch((thrown: unknown) => thrown);
    expect(mismatch).toMatchObject(unavailable);
    expect(logged(mismatch)).toContain("SignatureDoesNotMatch");
    expect(logged(error) + logged(mismatch)).not.toMatch(/wJalr|AKIASTRANGE|S3RVER|hush|Signature=/);
    expect(peer.requests).toHaveLength(2);
  });

  it("is unavailable when nobody listens, or somebody who never speaks", async () => {
    await expect(run(open("s3+http://KEY:SECRET@127.0.0.1:1/cards"))).rejects.toMatchObject(unavailable);
    const mute = createServer((socket) => socket.on("error", () => undefined)).listen(0, "127.0.0.1");
    await once(mute, "listening");
    const { port } = mute.address() as { port: number };
    await expect(run(open(`s3+http://KEY:SECRET@127.0.0.1:${port}/cards`))).rejects.toMatchObject(unavailable);
    mute.close();
  });

  it("is unavailable without its bucket", async () => {
    await peer.removeBucket();
    const error = await run(patient()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject(unavailable);
    expect(logged(error)).toContain("NoSuchBucket");
  });
});

describe("a file on its way", () => {
  beforeEach(async () => {
    await patient().put("documents/one", card);
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

  it("fails its reader too when it broke off before he came", async () => {
    peer.fault = () => ({ kind: "torn", after: 0 });
    const others = await peer.connections();
    const { stream } = await patient().get("documents/one");
    await vi.waitFor(async () => expect(await peer.connections()).toBeLessThanOrEqual(others));
    await expect(buffer(stream)).rejects.toThrow();
  });

  it("waits for a reader who is slower than any server may be", async () => {
    const store = open(peer.url, { answerMs: 20_000 });
    const { stream } = await store.get("documents/one");
    const pieces = stream[Symbol.asyncIterator]();
    const first = (await pieces.next()).value as Buffer;
    // When this one is given up, the reader above has paused for as long.
    peer.fault = () => ({ kind: "stalled", after: 0 });
    await expect(buffer((await store.get("documents/one")).stream)).rejects.toThrow(/nothing came/);
    const rest: Buffer[] = [];
    for await (const piece of { [Symbol.asyncIterator]: () => pieces }) rest.push(piece as Buffer);
    expect(Buffer.concat([first, ...rest]).equals(card)).toBe(true);
  });

  it("lets go of the server when nobody wants it", async () => {
    peer.fault = ({ method }) => (method === "GET" ? { kind: "stalled", after: 10 } : undefined);
    const others = await peer.connections();
    const { stream } = await patient().get("documents/one");
    expect(await peer.connections()).toBe(others + 1);
    stream.destroy();
    await vi.waitFor(async () => expect(await peer.connections()).toBeLessThanOrEqual(others));
  });

  it("is refused when the server does not tell its length", async () => {
    peer.fault = () => ({ kind: "unmeasured" });
    await expect(open().get("documents/one")).rejects.toMatchObject(unavailable);
  });
});

it("gives a listing up that stops in the middle", async () => {
  await patient().put("documents/one", card);
  peer.fault = () => ({ kind: "stalled", after: 50 });
  await expect(open().list("documents")).rejects.toMatchObject(unavailable);
});

it("asks once for a file and once for a page of a listing, and sets no rights of its own on an object", async () => {
  const store = patient();
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
  // The digest of the body is part of the signature.
  expect(peer.requests[0]?.headers["x-amz-content-sha256"]).toMatch(/^[0-9a-f]{64}$/);
});

it("lists only what the program may have put there", async () => {
  const bucket = patient();
  for (const key of ["documents/one", "documents/two words", "documents/a!b"]) await bucket.put(key, card);
  expect((await bucket.list("documents")).map(({ key }) => key)).toEqual(["documents/one"]);
});

it("asks the server once for all who ask at one time whether it is there, and not again while the answer holds", async () => {
  const store = open(peer.url, { answerMs: 20_000, checkedMs: 60_000 });
  peer.fault = () => ({ kind: "refused", status: 403, code: "AccessDenied" });
  await expect(store.check()).rejects.toMatchObject(unavailable);
  peer.fault = () => undefined;
  await Promise.all([store.check(), store.check(), store.check()]);
  await store.check();
  expect(peer.requests).toHaveLength(2);
});
