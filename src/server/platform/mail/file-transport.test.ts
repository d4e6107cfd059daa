import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createFileTransport } from "./file-transport.ts";
import type { OutgoingMail } from "./mail-transport.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mail-files-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const mail: OutgoingMail = {
  mailId: 7,
  attemptId: "0d9ae5f2",
  at: new Date("2026-03-01T10:00:00Z"),
  from: "Arrival Desk <no-reply@desk.example>",
  to: "traveller@example.com",
  subject: "Grüße",
  html: "<p>Hello</p>",
  text: "Hello",
  attachments: [{ filename: "card.pdf", contentType: "application/pdf", content: Buffer.from("%PDF-") }],
};

it("writes one complete file per attempt, and the same attempt only once", async () => {
  const transport = createFileTransport(path.join(folder, "mail"));
  const receipt = await transport.send(mail);
  expect(await transport.send({ ...mail, text: "other" })).toEqual(receipt);
  expect(await readdir(path.join(folder, "mail"))).toEqual(["7-0d9ae5f2.eml"]);
  const raw = await readFile(path.join(folder, "mail/7-0d9ae5f2.eml"), "utf8");
  expect(raw).toContain("Message-ID: <0d9ae5f2@desk.example>");
  expect(raw).toContain("Date: Sun, 01 Mar 2026 10:00:00 +0000");
  expect(raw).toContain("Subject: =?UTF-8?");
  expect(raw).toContain("Content-Type: multipart/mixed");
  expect(raw).not.toContain("other");
});

it("looks up the outcome of an attempt by its file", async () => {
  const transport = createFileTransport(folder);
  expect(await transport.reconcile?.(mail)).toBe("absent");
  await transport.send(mail);
  expect(await transport.reconcile?.(mail)).toBe("accepted");
});

it("removes every copy of a mail and no other's, even if there is none", async () => {
  const transport = createFileTransport(path.join(folder, "mail"));
  await transport.forget([7]);
  expect(await transport.kept()).toEqual([]);
  for (const [mailId, attemptId] of [
    [7, "a"],
    [7, "b"],
    [70, "a"],
    [8, "7-a"],
  ] as const) {
    await transport.send({ ...mail, mailId, attemptId });
  }
  await writeFile(path.join(folder, "mail/7-c.eml.0a1b2c.part"), "half");
  await transport.forget([7, 9]);
  expect((await readdir(path.join(folder, "mail"))).sort()).toEqual(["70-a.eml", "8-7-a.eml"]);
  expect((await transport.kept()).sort()).toEqual([70, 8]);
});

it("reports a mail that can't be written as retryable, and leaves nothing behind", async () => {
  await writeFile(path.join(folder, "mail"), "in the way");
  const transport = createFileTransport(path.join(folder, "mail", "below"));
  await expect(transport.send(mail)).rejects.toMatchObject({ outcome: { verdict: "definite", retry: true } });
});
