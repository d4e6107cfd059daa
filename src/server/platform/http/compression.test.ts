import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { MESSAGES } from "#contract/messages.ts";
import { defineOperation, type Operation } from "#contract/operation.ts";
import { testLog } from "#test/support/log-capture.ts";
import { SOON } from "#test/support/wait-limits.ts";
import { COMPRESSED_FROM_BYTES } from "./compression.ts";
import { createHttpServer } from "./server.ts";

const BROWSER = "gzip, deflate, br, zstd";
const unpack = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };
type Encoding = keyof typeof unpack;
const ENCODINGS = Object.keys(unpack) as Encoding[];

/** A row as answers contain them; 200 are more than what is compressed at once. */
const row = (n: number) => ({ order_id: 100_000 + n, full_name: `Traveller ${n * 7919} de Silva Ñ`, status: "New" });
const rows = (count: number) => Array.from({ length: count }, (_, n) => row(n));
const text = (bytes: number) => "Zoë says: ".padEnd(bytes - 1, "row of a list, ");
const PAGE = text(20_000);

const file = (binary: string): Operation =>
  defineOperation({ method: "GET", path: "/file", summary: "A file", access: "public", data: z.null(), binary });

let address: string;
const app = await createHttpServer({ log: testLog, trustedProxies: [], isHttps: false });

beforeAll(async () => {
  app.get<{ Params: { count: string } }>("/rows/:count", async ({ params }) => rows(Number(params.count)));
  app.get<{ Params: { bytes: string } }>("/text/:bytes", (asked, reply) =>
    reply.type("text/plain; charset=utf-8").send(text(Number(asked.params.bytes))),
  );
  app.get<{ Querystring: { type: string } }>("/typed", (asked, reply) => reply.type(asked.query.type).send(PAGE));
  app.get<{ Querystring: { type: string } }>("/streamed", (asked, reply) =>
    reply.type(asked.query.type).send(Readable.from([PAGE, PAGE])),
  );
  for (const type of ["application/octet-stream", "text/csv"]) {
    app.get(`/file/${type}`, { config: { operation: file(type) } }, (_asked, reply) =>
      reply
        .type(type)
        .header("content-length", Buffer.byteLength(PAGE))
        .send(Readable.from([PAGE])),
    );
  }
  app.get("/part", (_asked, reply) =>
    reply.code(206).type("text/plain").header("content-range", "bytes 0-19999/30000").send(PAGE),
  );
  app.get("/unchanged", (_asked, reply) => reply.code(304).header("etag", '"1"').send());
  app.post("/rows", async ({ body }) => body);
  await app.listen({ host: "127.0.0.1", port: 0 });
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  /** As it was sent. */
  bytes: Buffer;
}
/** Unlike `fetch`, sends no encodings of its own and leaves the answer as it is. */
async function ask(path: string, accepted?: string, method = "GET"): Promise<Answer> {
  const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
  const asked = request(address + path, { method, headers }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) };
}

describe.each(ENCODINGS)("an answer to a client that accepts %s", (encoding) => {
  it.each(["/rows/150", "/rows/2000", "/text/20000", "/streamed?type=text/csv"])(
    "is %s byte for byte",
    async (path) => {
      const plain = await ask(path);
      const packed = await ask(path, encoding);
      expect(packed.headers).toMatchObject({ "content-encoding": encoding, vary: "accept-encoding" });
      expect(plain.headers).toMatchObject({ vary: "accept-encoding" });
      expect(plain.headers["content-encoding"]).toBeUndefined();
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3);
      expect(unpack[encoding](packed.bytes).equals(plain.bytes)).toBe(true);
    },
  );
});

it("is compressed by what the client prefers, else by what takes least time", async () => {
  const chosen = async (accepted?: string) => (await ask("/text/20000", accepted)).headers["content-encoding"];
  expect(await chosen(BROWSER)).toBe("zstd");
  expect(await chosen("gzip, deflate, br")).toBe("br");
  expect(await chosen("gzip, deflate")).toBe("gzip");
  expect(await chosen("zstd;q=0.1, GZIP;q=0.9, br;q=0.5")).toBe("gzip");
  expect(await chosen("zstd;q=0, br;q=0, gzip;q=0.1")).toBe("gzip");
  for (const accepted of [undefined, "", "identity", "deflate", "gzip;q=0", "compress, x-unknown"]) {
    expect(await chosen(accepted), accepted).toBeUndefined();
  }
});

it("is compressed from 10 kB on, counted in bytes", async () => {
  const shorter = await ask(`/text/${COMPRESSED_FROM_BYTES - 1}`, BROWSER);
  expect(shorter.bytes.toString()).toBe(text(COMPRESSED_FROM_BYTES - 1));
  expect(shorter.headers["content-length"]).toBe(String(COMPRESSED_FROM_BYTES - 1));
  expect(shorter.headers).not.toHaveProperty("content-encoding");
  expect(shorter.headers).not.toHaveProperty("vary");
  const longer = await ask(`/text/${COMPRESSED_FROM_BYTES}`, BROWSER);
  expect(longer.headers).toMatchObject({ "content-encoding": "zstd", vary: "accept-encoding" });
});

it.each([
  ["text/html; charset=utf-8", true],
  ["text/plain; charset=utf-8", true],
  ["text/csv; charset=utf-8", true],
  ["application/json; charset=utf-8", true],
  ["text/event-stream", false],
  ["application/pdf", false],
  ["application/zip", false],
  ["image/jpeg", false],
  ["image/png", false],
])("of type %s is compressed: %s", async (type, isCompressed) => {
  for (const path of ["/typed", "/streamed"]) {
    const { headers, bytes } = await ask(`${path}?type=${encodeURIComponent(type)}`, BROWSER);
    expect(headers["content-encoding"], path).toBe(isCompressed ? "zstd" : undefined);
    expect(headers.vary, path).toBe(isCompressed ? "accept-encoding" : undefined);
    if (!isCompressed) expect(bytes.toString()).toBe(path === "/typed" ? PAGE : PAGE + PAGE);
  }
});

it("is sent as it is with its length when it is a file by its declaration, unless that is a text", async () => {
  const plain = await ask("/file/application/octet-stream", BROWSER);
  expect(plain.headers["content-length"]).toBe(String(plain.bytes.length));
  expect(plain.bytes.toString()).toBe(PAGE);
  const packed = await ask("/file/text/csv", BROWSER);
  expect(packed.headers).not.toHaveProperty("content-length");
  expect(zstdDecompressSync(packed.bytes).toString()).toBe(PAGE);
});

it("to HEAD has the headers of GET and no body", async () => {
  for (const path of ["/rows/5", "/rows/150", "/rows/2000"]) {
    for (const accepted of [undefined, BROWSER]) {
      const [get, head] = [await ask(path, accepted), await ask(path, accepted, "HEAD")];
      const kept = ["content-type", "content-length", "content-encoding", "vary"];
      for (const name of kept) expect(head.headers[name], `${name} of ${path}`).toBe(get.headers[name]);
      if (get.headers["content-length"] !== undefined) {
        expect(get.headers["content-length"]).toBe(String(get.bytes.length));
      }
      expect(head.bytes).toHaveLength(0);
    }
  }
});

it("that is a range of bytes, or says that nothing has changed, stays as it is", async () => {
  const part = await ask("/part", BROWSER);
  expect(part.headers).toMatchObject({ "content-range": "bytes 0-19999/30000", "content-length": "20000" });
  expect(part.bytes.toString()).toBe(PAGE);
  const unchanged = await ask("/unchanged", BROWSER);
  expect([unchanged.status, unchanged.bytes.length, unchanged.headers.etag]).toEqual([304, 0, '"1"']);
  expect(unchanged.headers).not.toHaveProperty("content-encoding");
});

describe("a request body", () => {
  const post = (headers: Record<string, string>, body: BodyInit) =>
    fetch(`${address}/rows`, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });

  it.each(["gzip", "br", "zstd", "deflate", "gzip, gzip", "GZIP"])(
    "that is compressed by %s is refused, whatever it contains",
    async (encoding) => {
      for (const body of [gzipSync("[]"), "[]"]) {
        const refused = await post({ "content-encoding": encoding }, body);
        expect([refused.status, refused.headers.get("accept-encoding")]).toEqual([415, "identity"]);
        expect(await refused.json()).toMatchObject({ code: "unsupported_type", message: MESSAGES.bodyCompressed });
      }
    },
  );

  it("that says it is not compressed is taken", async () => {
    const taken = await post({ "content-encoding": "identity" }, "[1]");
    expect([taken.status, await taken.json()]).toEqual([200, [1]]);
  });
});

describe.each(ENCODINGS)("a long answer compressed by %s", (encoding) => {
  /** Random, so that compression makes it no smaller: network and process together hold some ten MB. */
  const portions = Array.from({ length: 48 }, () => randomBytes(1_000_000));

  async function begin() {
    const server = await createHttpServer({ log: testLog, trustedProxies: [], isHttps: false });
    const sent = { portions: 0, isBlocked: () => false };
    const source = Readable.from(
      (async function* () {
        for (const portion of portions) {
          sent.portions += 1;
          yield portion;
        }
      })(),
      { highWaterMark: 1 },
    );
    server.get("/", (_asked, reply) => {
      sent.isBlocked = () => reply.raw.writableNeedDrain;
      return reply.type("text/csv").send(source);
    });
    await server.listen({ host: "127.0.0.1", port: 0 });
    const { port } = server.server.address() as AddressInfo;
    const asked = request({ host: "127.0.0.1", port, agent: false, headers: { "accept-encoding": encoding } }).end();
    asked.on("error", () => undefined);
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    let before = 0;
    await vi.waitFor(() => {
      const isStill = sent.portions === before && sent.isBlocked();
      before = sent.portions;
      expect(isStill).toBe(true);
    }, SOON);
    expect(sent.portions).toBeLessThan(portions.length);
    return { server, sent, source, asked, answer };
  }

  it("is read no further than its client takes it, and arrives whole", async () => {
    const { server, answer } = await begin();
    const arrived = unpack[encoding](await buffer(answer));
    expect(arrived.equals(Buffer.concat(portions))).toBe(true);
    await server.close();
  });

  it("ends its source when the client leaves", async () => {
    const { server, sent, source, asked } = await begin();
    const closed = new Promise((resolve) => source.once("close", resolve));
    asked.destroy();
    await closed;
    expect(sent.portions).toBeLessThan(portions.length);
    await server.close();
  });
});
