import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { packFiles } from "#server/features/packs/packs.repository.ts";
import { defencePacks } from "#server/platform/db/schema.ts";
import { openS3FileStore } from "#server/platform/files/s3-file-store.ts";
import { parseS3Url } from "#server/platform/files/s3-location.ts";
import { sweepOrphans } from "#server/platform/files/sweep-orphans.ts";
import { createLog } from "#server/platform/log.ts";
import { type DocumentFixture, openFixture, STAFF_TOKEN } from "#test/support/document-fixture.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { type S3Peer, type S3Request, startS3Peer } from "#test/support/s3-peer.ts";

const HOUR = 60 * 60_000;
const card = plainPdf("Arrival card");

let peer: S3Peer;
let fixture: DocumentFixture;
beforeAll(async () => {
  peer = await startS3Peer({ pageSize: 5 });
  fixture = await openFixture({ files: openS3FileStore(parseS3Url(`${peer.url}/desk`), { checkedMs: 0 }) });
});
beforeEach(() => {
  peer.fault = () => undefined;
});
afterAll(async () => {
  await fixture.close();
  await peer.close();
});

async function upload(orderId: number) {
  const form = new FormData();
  const fields = { orderId: String(orderId), email: "traveller@example.com", mailServiceProvider: "AWS" };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("uploadVisaDoc", new Blob([new Uint8Array(card)]), "card.pdf");
  const headers = { authorization: STAFF_TOKEN };
  const response = await fetch(`${fixture.address}/api/admin/upload-visa-document`, {
    method: "POST",
    headers,
    body: form,
  });
  return { code: response.status, body: await response.json() };
}

const refuse = (method: string) => (request: S3Request) =>
  request.method === method ? ({ kind: "refused", status: 503, code: "SlowDown" } as const) : undefined;
const keys = async () => Object.keys(await peer.objects());
const age = async (key: string, ms: number) => peer.date(key, new Date(fixture.clock.at.getTime() - ms));

/** Makes every insert of a document fail. */
async function breakDocuments(): Promise<() => Promise<void>> {
  await fixture.pool.query(`
    create function no_documents() returns trigger language plpgsql as $$ begin raise 'no documents today'; end $$;
    create trigger no_documents before insert on documents execute function no_documents()`);
  return async () => void (await fixture.pool.query("drop function no_documents cascade"));
}

describe("an upload into a bucket", () => {
  it("stores the bytes as received under the prefix, with an unguessable name", async () => {
    const { code, body } = await upload(await fixture.addOrder());
    expect(code).toBe(200);
    const [key, ...others] = await keys();
    expect([key, others]).toEqual([expect.stringMatching(/^desk\/documents\/[0-9a-f]{48}$/), []]);
    const answer = await fetch(`${fixture.address}/api/admin/documents/${body.data.document.id}`, {
      headers: { authorization: STAFF_TOKEN },
    });
    const digest = createHash("sha256").update(Buffer.from(await answer.arrayBuffer()));
    expect(digest.digest("hex")).toBe(body.data.document.sha256);
  });

  it("returns 503 while the storage is down and leaves nothing", async () => {
    const orderId = await fixture.addOrder();
    const before = await fixture.traces();
    peer.fault = refuse("PUT");
    const { code, body } = await upload(orderId);
    expect([code, body.code, body.message]).toEqual([503, "unavailable", MESSAGES.storageAway]);
    expect(await fixture.traces()).toEqual(before);
    peer.fault = () => undefined;
    expect((await upload(orderId)).code).toBe(200);
  });

  it("removes its file when the database refuses the row", async () => {
    const before = await keys();
    const mend = await breakDocuments();
    expect((await upload(await fixture.addOrder())).code).toBe(500);
    await mend();
    expect(await keys()).toEqual(before);
  });

  it("leaves a file that it can't remove to the sweep", async () => {
    const before = await keys();
    const mend = await breakDocuments();
    peer.fault = refuse("DELETE");
    expect((await upload(await fixture.addOrder())).code).toBe(500);
    await mend();
    peer.fault = () => undefined;
    const [orphan = ""] = (await keys()).filter((key) => !before.includes(key));
    await fixture.documents.sweepOrphans();
    expect(await keys()).toContain(orphan);
    await age(orphan, 2 * HOUR);
    await fixture.documents.sweepOrphans();
    expect(await keys()).toEqual(before);
  });

  it("is stored once if the storage's answer is lost", async () => {
    const before = await fixture.traces();
    const faults = [{ kind: "deaf" } as const];
    peer.fault = ({ method }) => (method === "PUT" ? faults.shift() : undefined);
    expect((await upload(await fixture.addOrder())).code).toBe(200);
    expect(await fixture.traces()).toMatchObject({ documents: before.documents + 1, files: before.files + 1 });
  });
});

describe("the sweep of orphaned files", () => {
  it("removes old ones from both folders, page by page, and never a file of a document or a pack", async () => {
    const orderId = await fixture.addOrder();
    for (const _each of [1, 2, 3]) await upload(orderId);
    const packKey = `packs/${"b".repeat(48)}`;
    await fixture.db.insert(defencePacks).values({
      orderId,
      type: 1,
      createdAt: fixture.clock.at,
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
    for (const key of [packKey, ...orphans]) await fixture.files.put(key, Buffer.from("pack"));
    const before = await keys();
    for (const key of before) await age(key, 30 * 24 * HOUR);
    const young = ["packs/young", "documents/young", "elsewhere/old"];
    for (const key of young) await fixture.files.put(key, Buffer.from("x"));
    await age("desk/packs/young", HOUR - 60_000);
    await age("desk/documents/young", HOUR - 60_000);
    await age("desk/elsewhere/old", 30 * 24 * HOUR);

    await fixture.documents.sweepOrphans();
    const { files } = fixture;
    const log = createLog("silent");
    await sweepOrphans({ db: fixture.db, files, now: () => fixture.clock.at, log }, "packs", packFiles);

    const kept = before.filter((key) => !key.includes("orphan"));
    expect((await keys()).sort()).toEqual([...kept, ...young.map((key) => `desk/${key}`)].sort());
  });

  it("removes nothing when the database is down", async () => {
    await fixture.files.put("documents/old", Buffer.from("x"));
    await age("desk/documents/old", 2 * HOUR);
    const before = await keys();
    const query = vi.spyOn(fixture.pool, "query").mockRejectedValue(new Error("gone") as never);
    await expect(fixture.documents.sweepOrphans()).rejects.toThrow();
    query.mockRestore();
    expect(await keys()).toEqual(before);
  });

  it("removes nothing when one of the folders can't be listed", async () => {
    const before = await keys();
    peer.fault = refuse("GET");
    await expect(fixture.documents.sweepOrphans()).rejects.toMatchObject({ code: "unavailable" });
    peer.fault = () => undefined;
    expect(await keys()).toEqual(before);
  });
});
