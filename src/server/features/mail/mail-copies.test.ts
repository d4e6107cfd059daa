import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Desk, openDesk } from "#test/support/document-desk.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const copies = async () => (await readdir(path.join(desk.folder, "mail"))).sort();

/** A mail that was written to a file. @returns its id */
async function written(): Promise<number> {
  const orderId = await desk.addOrder();
  const { mail } = await desk.documents.upload(desk.actor, async () => ({
    fields: { orderId, email: "traveller@example.com", mailServiceProvider: "AWS", reason: null },
    file: { content: plainPdf("x"), sha256: Buffer.alloc(32), originalName: "card.pdf" },
  }));
  await desk.mail.deliver(mail.id);
  return mail.id;
}

it("the sweep takes what no mail has any more, also half written files, and nothing else", async () => {
  const [kept, gone] = [await written(), await written()];
  const before = await copies();
  await desk.pool.query("delete from mails where id = $1", [gone]);
  for (const name of ["987654321-a.eml", "987654321-b.eml.0a1b2c.part", "notes.txt", `${kept}0.txt`]) {
    await writeFile(path.join(desk.folder, "mail", name), "x");
  }
  await desk.mail.sweepCopies();
  const left = [...before.filter((name) => name.startsWith(`${kept}-`)), "notes.txt", `${kept}0.txt`];
  expect(await copies()).toEqual(left.sort());
});

it("a copy that can't be removed now is left to the sweep, and nobody is told", async () => {
  const mailId = await written();
  const { forget } = desk.fileTransport;
  desk.fileTransport.forget = () => Promise.reject(new Error("no disk"));
  await desk.mail.forget([mailId]);
  desk.fileTransport.forget = forget;
  expect(await copies()).toContainEqual(expect.stringMatching(new RegExp(`^${mailId}-`)));
  await desk.mail.forget([mailId]);
  expect(await copies()).not.toContainEqual(expect.stringMatching(new RegExp(`^${mailId}-`)));
});
