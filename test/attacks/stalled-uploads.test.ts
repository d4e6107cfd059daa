/** @module-tag long */

import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { json } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { type DocumentFixture, openFixture, STAFF_TOKEN } from "#test/support/document-fixture.ts";

const MB = 1024 * 1024;
/** Long enough for a busy machine to read a test's data. */
const STALL_MS = 3000;
const WAIT = { timeout: 60_000, interval: 100 };
const HEAD = '--x\r\ncontent-disposition: form-data; name="uploadVisaDoc"; filename="a.pdf"\r\n\r\n';
const BYTES = Buffer.alloc(6 * MB, "x");

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

let fixture: DocumentFixture;
/** The connections' sockets in the server. */
const sockets: Socket[] = [];
beforeAll(async () => {
  fixture = await openFixture({ uploadStallMs: STALL_MS });
  fixture.app.server.on("connection", (socket) => sockets.push(socket));
});
afterAll(() => fixture.close());

/** Sends 6 MB of an upload and then stalls. */
function startUpload(path: string): ClientRequest {
  const sent = request(`${fixture.address}/api/admin/${path}`, {
    method: "POST",
    headers: { authorization: STAFF_TOKEN, "content-type": "multipart/form-data; boundary=x" },
  });
  sent.write(HEAD);
  sent.write(BYTES);
  return sent;
}

async function answerOf(sent: ClientRequest) {
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const { code, message } = (await json(answer)) as { code: string; message: string };
  return [answer.statusCode, code, message, answer.headers.connection];
}

const received = () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);

/** The process's buffers in MB. Buffers of earlier tests may still be freed, so this may underestimate the growth. */
function bufferMegabytes(): number {
  collect();
  return process.memoryUsage().arrayBuffers / MB;
}

it.each(["check-document", "upload-visa-document"])(
  "a stalled upload to %s is refused and frees its memory and its slot",
  async (path) => {
    const before = bufferMegabytes();
    const sent = BYTES.length * 3 + received();
    const uploads = [startUpload(path), startUpload(path), startUpload(path)];
    const closed = uploads.map((sent) => new Promise((resolve) => sent.once("close", resolve)));
    const answers = uploads.map(answerOf);
    await vi.waitFor(() => expect(received()).toBeGreaterThan(sent), WAIT);
    const refused = [408, "request_timeout", MESSAGES.uploadStalled, "close"];
    expect(await Promise.all(answers)).toEqual([refused, refused, refused]);
    await Promise.all(closed);
    await vi.waitFor(() => expect(bufferMegabytes() - before).toBeLessThan(2), WAIT);

    const next = [startUpload(path), startUpload(path), startUpload(path)];
    for (const sent of next) sent.end("\r\n--x--\r\n");
    const codes = (await Promise.all(next.map(answerOf))).map(([status]) => status);
    expect(codes).toEqual([400, 400, 400]);
    expect(await fixture.traces()).toEqual({ documents: 0, mails: 0, events: 0, jobs: 0, files: 0 });
  },
);
