import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { findPackKeys } from "#server/features/packs/packs.repository.ts";
import { defencePacks } from "#server/platform/db/schema.ts";
import { openS3FileStore } from "#server/platform/files/s3-file-store.ts";
import { parseS3Url } from "#server/platform/files/s3-location.ts";
import { sweepOrphans } from "#server/platform/files/sweep-orphans.ts";
import { createLog } from "#server/platform/log.ts";
import { type Desk, openDesk, STAFF_TOKEN } from "#test/support/document-desk.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { type S3Peer, type S3Request, startS3Peer } from "#test/support/s3-peer.ts";

const HOUR = 60 * 60_000;
const card = plainPdf("Arrival card");

let peer: S3Peer;
let desk: Desk;
beforeAll(async () => {
  peer = await startS3Peer({ pageSize: 5 });
  desk = await openDesk({ files: openS3FileStore(parseS3Url(`${peer.url}/desk`), { checkedMs: 0 }) });
});
beforeEach(() => {
  peer.fault = () => undefined;
});
afterAll(async () => {
  await desk.close();
  await peer.close();
});

async function upload(orderId: number) {
  const form = new FormData();
  const fields = { orderId: String(orderId), email: "traveller@example.com", mailServiceProvider: "AWS" };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("uploadVisaDoc", new Blob([new Uint8Array(card)]), "card.pdf");
  const headers = { authorization: STAFF_TOKEN };
  const response = await fetch(`${desk.address}/api/admin/upload-visa-document`, {
    method: "POST",
    headers,
    body: form,
  });
  return { code: response.status, body: await response.json() };
}

const refuse = (method: string) => (request: S3Request) =>
  request.method === method ? ({ kind: "refused", status: 503, code: "SlowDown" } as const) : undefined;
const keys = async () => Object.keys(await peer.objects());
const age = async (key: string, ms: number) => peer.date(key, new Date(desk.clock.at.getTime() - ms));

/** Every insert of a document fails from now on. */
async function breakDocuments(): Promise<() => Promise<void>> {
  await desk.pool.query(`
    create function no_documents() returns trigger language plpgsql as $$ begin raise 'no documents today'; end $$;
    create trigger no_documents before insert on documents execute function no_documents()`);
  return async () => void (await desk.pool.query("drop function no_documents cascade"));
}

describe("an upload into a bucket", () => {
  it("stores the bytes as received below the prefix, under a name that nobody guesses", async () => {
    const { code, body } = await upload(await desk.addOrder());
    expect(code).toBe(200);
    const [key, ...others] = await keys();
    expect([key, others]).toEqual([expect.stringMatching(/^desk\/documents\/[0-9a-f]{48}$/), []]);
    const answer = await fetch(`${desk.address}/api/admin/documents/${body.data.document.id}`, {
      headers: { authorization: STAFF_TOKEN },
    });
    const digest = createHash("sha256").update(Buffer.from(await answer.arrayBuffer()));
    expect(digest.digest("hex")).toBe(body.data.document.sha256);
  });

  it("answers 503 while the storage is down and leaves nothing", async () => {
    const orderId = await desk.addOrder();
    const before = await desk.traces();
    peer.fault = refuse("PUT");
    const { code, body } = await upload(orderId);
    expect([code, body.code, body.message]).toEqual([503, "unavailable", MESSAGES.unavailable]);
    expect(await desk.traces()).toEqual(before);
    peer.fault = () => undefined;
    expect((await upload(orderId)).code).toBe(200);
  });

  it("takes its file back when the database refuses the row", async () => {
    const before = await keys();
    const mend = await breakDocuments();
    expect((await upload(await desk.addOrder())).code).toBe(500);
    await mend();
    expect(await keys()).toEqual(before);
  });

  it("leaves a file to the sweep that it can't take back", async () => {
    const before = await keys();
    const mend = await breakDocuments();
    peer.fault = refuse("DELETE");
    expect((await upload(await desk.addOrder())).code).toBe(500);
    await mend();
    peer.fault = () => undefined;
    const [orphan = ""] = (await keys()).filter((key) => !before.includes(key));
    await desk.documents.sweepOrphans();
    expect(await keys()).toContain(orphan);
    await age(orphan, 2 * HOUR);
    await desk.documents.sweepOrphans();
    expect(await keys()).toEqual(before);
  });

  it("whose answer from the storage got lost is stored once", async () => {
    const before = await desk.traces();
    const faults = [{ kind: "deaf" } as const];
    peer.fault = ({ method }) => (method === "PUT" ? faults.shift() : undefined);
    expect((await upload(await desk.addOrder())).code).toBe(200);
    expect(await desk.traces()).toMatchObject({ documents: before.documents + 1, files: before.files + 1 });
  });
});

describe("the sweep of files that nobody has", () => {
  it("takes old ones from both folders, page by page, and no file of a document or a pack however old", async () => {
    const orderId = await desk.addOrder();
    for (const _each of [1, 2, 3]) await upload(orderId);
    const packKey = `packs/${"b".repeat(48)}`;
    await desk.db.insert(defencePacks).values({
      orderId,
      type: 1,
      createdAt: desk.clock.at,
      chainSeq: 1,
      chainHead: Buffer.alloc(32),
      facts: {},
      factsDigest: Buffer.alloc(32),
      storageKey: packKey,
      sha256: Buffer.alloc(32),
      bytes: 4,
      pages: 1,
    });
    const orphans = Array.from({ length: 12 }, (_none, n) => `${n % 2 ? "packs" : "documents"}/orphan-${n}`);
    for (const key of [packKey, ...orphans]) await desk.files.put(key, Buffer.from("pack"));
    const before = await keys();
    for (const key of before) await age(key, 30 * 24 * HOUR);
    const young = ["packs/young", "documents/young", "elsewhere/old"];
    for (const key of young) await desk.files.put(key, Buffer.from("x"));
    await age("desk/packs/young", HOUR - 60_000);
    await age("desk/documents/young", HOUR - 60_000);
    await age("desk/elsewhere/old", 30 * 24 * HOUR);

    await desk.documents.sweepOrphans();
    const { files } = desk;
    const log = createLog("silent");
    await sweepOrphans({ files, now: () => desk.clock.at, log }, "packs", (given) => findPackKeys(desk.db, given));

    const kept = before.filter((key) => !key.includes("orphan"));
    expect((await keys()).sort()).toEqual([...kept, ...young.map((key) => `desk/${key}`)].sort());
  });

  it("removes nothing when the database can't tell", async () => {
    await desk.files.put("documents/old", Buffer.from("x"));
    await age("desk/documents/old", 2 * HOUR);
    const before = await keys();
    const query = vi.spyOn(desk.pool, "query").mockRejectedValue(new Error("gone") as never);
    await expect(desk.documents.sweepOrphans()).rejects.toThrow();
    query.mockRestore();
    expect(await keys()).toEqual(before);
  });

  it("removes nothing when one of the folders can't be listed", async () => {
    const before = await keys();
    peer.fault = refuse("GET");
    await expect(desk.documents.sweepOrphans()).rejects.toMatchObject({ code: "unavailable" });
    peer.fault = () => undefined;
    expect(await keys()).toEqual(before);
  });
});
