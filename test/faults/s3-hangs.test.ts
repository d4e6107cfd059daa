import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { openS3FileStore } from "#server/platform/files/s3-file-store.ts";
import { parseS3Url } from "#server/platform/files/s3-location.ts";
import { orderIn } from "#test/support/orders.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { type S3Peer, startS3Peer } from "#test/support/s3-peer.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { SOON } from "#test/support/wait-limits.ts";

/** A call's time budget plus a margin for a busy machine; three attempts of twenty seconds would far exceed it. */
const WITHIN_MS = 15_000;
let peer: S3Peer;
let program: TestProgram;
/** Its calls have two seconds, so that the store is soon tried again. */
let shortTimeout: TestProgram;

beforeAll(async () => {
  peer = await startS3Peer();
  const url = `${peer.url}/desk?region=eu-west-1`;
  program = await startTestProgram({ environment: { STORAGE_URL: url } });
  const files = openS3FileStore(parseS3Url(url), { answerMs: 2000, probeMs: 100 });
  shortTimeout = await startTestProgram({ environment: { STORAGE_URL: url }, services: { files } });
});
beforeEach(() => {
  peer.fault = () => undefined;
});
afterAll(async () => {
  await Promise.all([program.stop(), shortTimeout.stop()]);
  await peer.close();
});

async function upload(of = program): Promise<Response> {
  const orderId = await orderIn(of, { status: "New" });
  const form = new FormData();
  form.set("orderId", String(orderId));
  form.set("email", "traveller@example.com");
  form.set("mailServiceProvider", "AWS");
  form.set("uploadVisaDoc", new Blob([new Uint8Array(plainPdf(`order ${orderId}`))]), "card.pdf");
  return await fetch(`${of.address}/api/admin/upload-visa-document`, {
    method: "POST",
    headers: { authorization: await of.signIn("Team") },
    body: form,
    signal: AbortSignal.timeout(WITHIN_MS),
  });
}

async function readDocument(of = program): Promise<Response> {
  const { rows } = await of.database.pool.query<{ id: number }>("select id from documents order by id limit 1");
  return await fetch(`${of.address}/api/admin/documents/${rows[0]?.id}`, {
    headers: { authorization: await of.signIn("Team") },
    signal: AbortSignal.timeout(WITHIN_MS),
  });
}

async function outcomeOf(response: Response) {
  const { message } = (await response.json()) as { message: string };
  return [response.status, message, response.headers.get("retry-after")];
}
const AWAY = [503, MESSAGES.storageAway, "5"];

const stored = () => peer.requests.filter(({ key, method }) => key !== "" && method !== "DELETE").length;

const LATER = "uploads and documents are refused within one time budget while the store hangs, later ones immediately";
it(LATER, { tags: "long" }, async () => {
  expect((await upload()).status).toBe(200);
  peer.fault = () => ({ kind: "silent" });
  const first = await Promise.all([upload(), readDocument()]);
  expect(await Promise.all(first.map(outcomeOf))).toEqual([AWAY, AWAY]);

  // The circuit breaker is open: nothing is sent to the store.
  const before = stored();
  const next = await Promise.all([upload(), readDocument()]);
  expect(await Promise.all(next.map(outcomeOf))).toEqual([AWAY, AWAY]);
  expect(stored()).toBe(before);
});

it.each([
  ["an upload", upload],
  ["a document", readDocument],
])("%s succeeds once the store responds again", async (_what, ask) => {
  await expect.poll(async () => (await upload(shortTimeout)).status, SOON).toBe(200);
  peer.fault = () => ({ kind: "silent" });
  expect(await outcomeOf(await ask(shortTimeout))).toEqual(AWAY);
  peer.fault = () => undefined;
  await expect.poll(async () => (await ask(shortTimeout)).status, SOON).toBe(200);
});
