import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type DocumentFixture, openFixture } from "#test/support/document-fixture.ts";
import { png } from "#test/support/image-files.ts";
import { SOON } from "#test/support/wait-limits.ts";

const BROWSER =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
const EMAIL = "traveller@example.com";
/** Fits into the kernel's buffers: the server can finish sending although the client reads nothing. */
const SMALL = Buffer.concat([png(), Buffer.alloc(200_000)]);
/** Too large for the kernel's buffers. */
const LARGE = Buffer.concat([png(), Buffer.alloc(9_900_000)]);

let fixture: DocumentFixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  vi.restoreAllMocks();
});

async function announced(content: Buffer) {
  const orderId = await fixture.addOrder();
  const { document } = await fixture.documents.upload(fixture.actor, async () => ({
    fields: { orderId, email: EMAIL, mailServiceProvider: "AWS", reason: null },
    file: { content, sha256: Buffer.alloc(32), originalName: "card.png" },
  }));
  const client = { ip: "127.0.0.1", userAgent: BROWSER };
  const token = await fixture.tracking.track({ orderId: String(orderId), email: EMAIL }, client, undefined);
  const visitor = await fixture.tracking.findVisitor(token);
  if (visitor === undefined) throw new Error("the visitor was not let in");
  const press = () =>
    fixture.tracking.record(
      visitor,
      { orderId: String(orderId), file1: document.file1, timezone: "Asia/Colombo" },
      client,
    );
  await press();
  const path = `/uploads/docs/${orderId}_${document.file1}`;
  const get = (headers: Record<string, string> = {}, method = "GET") =>
    fetch(fixture.address + path, {
      method,
      headers: { "user-agent": BROWSER, cookie: `visitor=${token}`, ...headers },
    });
  const head = `GET ${path} HTTP/1.1\r\nhost: desk\r\nuser-agent: ${BROWSER}\r\ncookie: visitor=${token}\r\n\r\n`;
  return {
    press,
    get,
    /** Opens a connection that requests the file and does not read. */
    ask: async (): Promise<Socket> => {
      const port = Number(new URL(fixture.address).port);
      // The server's FIN must not close our side.
      const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
      await new Promise<void>((resolve) => socket.once("connect", resolve));
      socket.on("error", () => undefined).pause();
      socket.write(head);
      return socket;
    },
    rows: () => fixture.downloads(orderId),
    story: async () =>
      (await fixture.events(orderId)).map(({ type }) => type).filter((type) => type.startsWith("download")),
  };
}

/** Resolves when the next answer has been written to the kernel's buffers in full, read or not. */
const handedOver = () =>
  new Promise<void>((resolve) => {
    fixture.app.server.once("request", (_request, response) => response.once("finish", resolve));
  });

/** Reads at least this many bytes of the answer, then pauses. */
async function take(socket: Socket, bytes: number): Promise<number> {
  let taken = 0;
  while (taken < bytes) {
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) await new Promise<void>((resolve) => socket.once("readable", resolve));
    else taken += chunk.length;
  }
  return taken;
}

/** Reads up to the server's FIN. */
async function takeAll(socket: Socket): Promise<void> {
  const ended = new Promise<void>((resolve) => socket.once("end", resolve));
  socket.resume();
  await ended;
}

const eventually = (assertion: () => Promise<void>) => vi.waitFor(assertion, SOON);

/** Resolves when the server has no open connections and no pending writes. */
async function quiet(): Promise<void> {
  await eventually(async () => {
    const count = await new Promise<number>((resolve, reject) => {
      fixture.app.server.getConnections((error, open) => (error ? reject(error) : resolve(open)));
    });
    expect(count).toBe(0);
  });
  // A connection leaves the count one turn of the event loop before its close event.
  for (let round = 0; round < 2; round += 1) await new Promise((resolve) => setImmediate(resolve));
  await fixture.tracking.settled();
}

describe("a broken transfer", () => {
  it.each(["resetAndDestroy", "destroy"] as const)(
    "of a small file, sent in full but abandoned by the client midway (%s), is not completed",
    async (leave) => {
      const order = await announced(SMALL);
      const handed = handedOver();
      const socket = await order.ask();
      await take(socket, 20_000);
      await handed;
      socket[leave]();
      await quiet();
      expect(await order.rows()).toMatchObject([{ completed_at: null, automated: false }]);
      expect(await order.story()).toEqual(["download-started"]);
    },
  );

  it("of a large file that the client resets midway is not completed", async () => {
    const order = await announced(LARGE);
    const socket = await order.ask();
    await take(socket, 20_000);
    socket.resetAndDestroy();
    await quiet();
    expect(await order.rows()).toMatchObject([{ completed_at: null, automated: false }]);
    expect(await order.story()).toEqual(["download-started"]);
  });

  it("to a client that reads slowly and resets before the end is not completed", async () => {
    const order = await announced(LARGE);
    const socket = await order.ask();
    let taken = 0;
    for (let turn = 0; turn < 40; turn += 1) taken += await take(socket, 100_000);
    expect(taken).toBeLessThan(LARGE.length);
    socket.resetAndDestroy();
    await quiet();
    expect(await order.story()).toEqual(["download-started"]);
  });

  it("to a client that half-closes at once is not completed before it has received everything", async () => {
    const order = await announced(LARGE);
    const socket = await order.ask();
    socket.end();
    await quiet();
    socket.destroy();
    expect(await order.story()).toEqual(["download-started"]);
  });

  it.each([
    ["breaks in the middle", (half: Buffer) => Readable.from(failing(half))],
    ["ends too early", (half: Buffer) => Readable.from([half])],
    ["gives too much", (half: Buffer) => Readable.from([half, Buffer.concat([half, half])])],
  ])("from a storage that %s is not completed, and does not look complete to the client", async (_name, broken) => {
    const order = await announced(SMALL);
    const half = SMALL.subarray(0, SMALL.length / 2);
    vi.spyOn(fixture.files, "get").mockResolvedValueOnce({ stream: broken(half), bytes: SMALL.length });
    const response = await order.get();
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
    await quiet();
    expect(await order.story()).toEqual(["download-started"]);
    await (await order.get()).arrayBuffer();
    await eventually(async () => expect(await order.story()).toEqual(["download-started", "download-completed"]));
  });

  it("to a client that left before its address was read leaves no record and causes no failure", async () => {
    const order = await announced(SMALL);
    for (let turn = 0; turn < 20; turn += 1) (await order.ask()).resetAndDestroy();
    await quiet();
    expect(await order.story()).toEqual(["download-started"]);
    expect(await order.rows()).toMatchObject([{ completed_at: null }]);
  });
});

async function* failing(half: Buffer) {
  yield half;
  throw new Error("the disk is gone");
}

describe("a transfer is completed", () => {
  it("when the client has received everything and closes, not when the server has sent it", async () => {
    const order = await announced(SMALL);
    const handed = handedOver();
    const socket = await order.ask();
    await handed;
    await fixture.tracking.settled();
    expect(await order.story()).toEqual(["download-started"]);
    await takeAll(socket);
    await fixture.tracking.settled();
    expect(await order.story()).toEqual(["download-started"]);
    socket.end();
    await eventually(async () => expect(await order.story()).toEqual(["download-started", "download-completed"]));
  });

  it("once, however often the file is requested after one click", async () => {
    const order = await announced(SMALL);
    await Promise.all([1, 2, 3].map(async () => (await order.get()).arrayBuffer()));
    await quiet();
    await (await order.get()).arrayBuffer();
    await quiet();
    expect(await order.rows()).toMatchObject([{ automated: false, completed_at: expect.any(String) }]);
    expect(await order.story()).toEqual(["download-started", "download-completed"]);
  });

  it("once for each click", async () => {
    const order = await announced(SMALL);
    await (await order.get()).arrayBuffer();
    await quiet();
    await order.press();
    await (await order.get()).arrayBuffer();
    await quiet();
    expect(await order.story()).toEqual([
      "download-started",
      "download-completed",
      "download-started",
      "download-completed",
    ]);
  });

  it("by a repeated request after a broken one, and stays completed when a later one breaks", async () => {
    const order = await announced(SMALL);
    for (const isBroken of [true, false, true]) {
      const socket = await order.ask();
      if (isBroken) {
        await take(socket, 1);
        socket.resetAndDestroy();
      } else {
        await takeAll(socket);
        socket.end();
      }
      await quiet();
    }
    expect(await order.rows()).toHaveLength(1);
    expect(await order.story()).toEqual(["download-started", "download-completed"]);
  });
});

describe("the file's answer", () => {
  it("is complete whatever range or validator the client sends, and closes the connection", async () => {
    const order = await announced(SMALL);
    for (const headers of [
      { range: "bytes=0-0" },
      { range: "bytes=100-" },
      { "if-none-match": "*" },
      { "if-modified-since": new Date().toUTCString() },
    ]) {
      const response = await order.get(headers);
      expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, SMALL.length]);
      expect(response.headers.get("etag")).toBeNull();
      expect(response.headers.get("connection")).toBe("close");
    }
  });

  it("shows staff why a request was automated, beside the person's incomplete download", async () => {
    const order = await announced(SMALL);
    const fetches: [Record<string, string>, string?][] = [
      [{}, "HEAD"],
      [{ "sec-purpose": "prefetch" }],
      [{ "sec-fetch-dest": "image" }],
      [{ "user-agent": "Barracuda Sentinel (EE)" }],
      [{ "user-agent": "curl/8.5.0" }],
    ];
    for (const [headers, method] of fetches) await (await order.get(headers, method)).arrayBuffer();
    await quiet();
    const rows = (await order.rows()).toReversed();
    expect(rows.map(({ automated, automated_reason }) => [automated, automated_reason])).toEqual([
      [false, null],
      [true, "headers"],
      [true, "prefetch"],
      [true, "embedded"],
      [true, "scanner"],
      [true, "program"],
    ]);
    expect(rows.map(({ completed_at }) => completed_at === null)).toEqual([true, true, false, false, false, false]);
    expect(await order.story()).toEqual(["download-started"]);
  });
});
