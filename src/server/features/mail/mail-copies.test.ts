import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DocumentFixture, openFixture } from "#test/support/document-fixture.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";

let fixture: DocumentFixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

const copies = async () => (await readdir(path.join(fixture.folder, "mail"))).sort();

/** A mail that was written to a file. @returns its id */
async function written(): Promise<number> {
  const orderId = await fixture.addOrder();
  const { mail } = await fixture.documents.upload(fixture.actor, async () => ({
    fields: { orderId, email: "traveller@example.com", mailServiceProvider: "AWS", reason: null },
    file: { content: plainPdf("x"), sha256: Buffer.alloc(32), originalName: "card.pdf" },
  }));
  await fixture.mail.deliver(mail.id);
  return mail.id;
}

it("the sweep removes copies without a mail and partly written files, and nothing else", async () => {
  const [kept, deleted] = [await written(), await written()];
  const before = await copies();
  await fixture.pool.query("delete from mails where id = $1", [deleted]);
  for (const name of ["987654321-a.eml", "987654321-b.eml.0a1b2c.part", "notes.txt", `${kept}0.txt`]) {
    await writeFile(path.join(fixture.folder, "mail", name), "x");
  }
  await fixture.mail.sweepCopies();
  const left = [...before.filter((name) => name.startsWith(`${kept}-`)), "notes.txt", `${kept}0.txt`];
  expect(await copies()).toEqual(left.sort());
});

it("a copy that can't be removed is left to the sweep without an error", async () => {
  const mailId = await written();
  const { forget } = fixture.fileTransport;
  fixture.fileTransport.forget = () => Promise.reject(new Error("no disk"));
  await fixture.mail.forget([mailId]);
  fixture.fileTransport.forget = forget;
  expect(await copies()).toContainEqual(expect.stringMatching(new RegExp(`^${mailId}-`)));
  await fixture.mail.forget([mailId]);
  expect(await copies()).not.toContainEqual(expect.stringMatching(new RegExp(`^${mailId}-`)));
});
