import { once } from "node:events";
import { type ClientRequest, request } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { createUploadGate } from "#server/platform/http/upload-gate.ts";
import { createPdfInspector, type InspectPdf } from "#server/platform/pdf/inspect-pdf.ts";
import { type DocumentFixture, openFixture, STAFF_TOKEN } from "#test/support/document-fixture.ts";
import { HOSTILE_PDFS } from "#test/support/hostile-pdfs.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { SOON } from "#test/support/wait-limits.ts";

vi.setConfig({ testTimeout: 60_000 });

let fixture: DocumentFixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

const HEAD = '--x\r\ncontent-disposition: form-data; name="uploadVisaDoc"; filename="a.pdf"\r\n\r\n';

/** Starts an upload and never completes it. */
function startUpload(): ClientRequest {
  const sent = request(`${fixture.address}/api/admin/check-document`, {
    method: "POST",
    headers: { authorization: STAFF_TOKEN, "content-type": "multipart/form-data; boundary=x" },
  });
  sent.on("error", () => undefined);
  sent.write(HEAD + "x".repeat(100_000));
  return sent;
}

async function answerOf(sent: ClientRequest): Promise<[number | undefined, unknown]> {
  const [answer] = (await once(sent, "response")) as [import("node:http").IncomingMessage];
  const { message } = (await json(answer)) as { message: string };
  return [answer.statusCode, message];
}

it("a member may have three concurrent uploads, and starts another once one has ended", async () => {
  const limit = vi.spyOn(fixture.limits, "upload");
  const unfinished = [startUpload(), startUpload(), startUpload()];
  await vi.waitFor(() => expect(limit).toHaveBeenCalledTimes(3), SOON);
  expect(await answerOf(startUpload())).toEqual([429, MESSAGES.uploadsMany]);
  unfinished[0]?.destroy();
  await vi.waitFor(async () => {
    const next = startUpload();
    next.end("\r\n--x--\r\n");
    expect((await answerOf(next))[0]).toBe(400);
  }, SOON);
  for (const each of unfinished) each.destroy();
});

it("all members together may have sixteen", async () => {
  const gate = createUploadGate();
  const ends: (() => void)[] = [];
  const hold = (member: number) => gate.pass(member, () => new Promise<void>((resolve) => ends.push(resolve)));
  const held = Array.from({ length: 16 }, (_none, index) => hold(Math.floor(index / 3)));
  await expect(hold(99)).rejects.toMatchObject({ code: "unavailable", message: MESSAGES.uploadsBusy });
  ends[0]?.();
  await held[0];
  held.push(hold(99));
  for (const end of ends) end();
  await Promise.all(held);
  await expect(gate.pass(99, async () => "let in")).resolves.toBe("let in");
});

it("one member's slow files don't delay another member's", { tags: "long" }, async () => {
  const inspect = createPdfInspector({ timeLimitMs: 8000 });
  const slow = HOSTILE_PDFS["a million pages"]?.() ?? Buffer.alloc(0);
  let over = 0;
  const hostile = Array.from({ length: 6 }, () =>
    inspect(slow, 1).finally(() => {
      over += 1;
    }),
  );
  expect(await inspect(plainPdf("Arrival card"), 2)).toMatchObject({ kind: "plain" });
  // A member's files are read two at a time, so at most the first two have ended by then.
  expect(over).toBeLessThanOrEqual(2);
  await Promise.all(hostile);
});

it("a file counts for the member who sends it, to compare or to upload", async () => {
  const inspectPdf = vi.fn<InspectPdf>(async () => ({ kind: "plain", pages: 1, text: "" }));
  const other = await openFixture({ inspectPdf });
  try {
    const orderId = await other.addOrder();
    for (const path of ["check-document", "upload-visa-document"]) {
      const body = new FormData();
      const fields = { orderId, email: "traveller@example.com", mailServiceProvider: "AWS" };
      for (const [name, value] of Object.entries(fields)) body.set(name, String(value));
      body.set("uploadVisaDoc", new Blob([new Uint8Array(plainPdf("Arrival card"))]), "card.pdf");
      const sent = { method: "POST", headers: { authorization: STAFF_TOKEN }, body };
      const answer = await fetch(`${other.address}/api/admin/${path}`, sent);
      expect(answer.status, await answer.text()).toBe(200);
    }
    expect(other.actor.id).toBeGreaterThan(0);
    expect(inspectPdf.mock.calls.map(([, owner]) => owner)).toEqual([other.actor.id, other.actor.id]);
  } finally {
    await other.close();
  }
});
