import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAIL_TEMPLATES, type MailTemplate } from "#contract/mail-templates.ts";
import { call } from "#test/support/client.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { createMailTemplatesService } from "./mail-templates.service.ts";

const HOSTILE = '<script>alert(1)</script> & "Co"';
const letters = createMailTemplatesService({ serviceName: "Arrival Card", publicUrl: () => "https://desk.example" });

describe("the previews", () => {
  let program: TestProgram;
  let templates: MailTemplate[];
  beforeAll(async () => {
    program = await startTestProgram({ environment: { PUBLIC_URL: "https://desk.example" } });
    const token = await program.signIn("Telecaller");
    const answer = await call<MailTemplate[]>(program.address, "GET", "/api/admin/mail-templates", { token });
    expect(answer.code).toBe(200);
    templates = answer.body.data;
  });
  afterAll(() => program.stop());

  it("show every letter there is, each with its subject, when it is sent, and both of its forms", () => {
    expect(templates.map(({ name }) => name)).toEqual(MAIL_TEMPLATES);
    for (const { title, sent_when, subject, html, text } of templates) {
      for (const part of [title, sent_when, subject]) expect(part).not.toBe("");
      expect(html).toMatch(/^<!DOCTYPE html/);
      expect(text).not.toMatch(/<[a-z]/i);
    }
  });

  it("are made of nobody's data", () => {
    const all = JSON.stringify(templates);
    expect(all).toContain("Sample Traveller");
    expect(all).toContain("f***@example.com");
    expect(all).toContain("sample-token-that-opens-nothing");
    expect(all).not.toContain("friend.of.sample");
  });
});

describe("every letter", () => {
  const written = () =>
    Promise.all([
      letters.document({ orderId: 100_001, fullName: HOSTILE }),
      letters.notice({ orderId: 100_001, fullName: HOSTILE }, `${HOSTILE.replaceAll(" ", "")}@example.com`),
      letters.passwordReset(HOSTILE, "token"),
    ]);

  it("takes what it is given for text and never for markup", async () => {
    for (const { html, text } of await written()) {
      expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
      expect(html).not.toContain("<script");
      expect(text).toContain(HOSTILE);
    }
  });

  it("says the same in both of its forms, its link included, and loads nothing", async () => {
    for (const { html, text } of await written()) {
      const [link = ""] = /https:\/\/desk\.example\/[^\s"]+/.exec(text) ?? [];
      expect(link).not.toBe("");
      expect(html).toContain(`href="${link}"`);
      expect(html).not.toMatch(/<(img|link|style|script)\b|url\(/);
    }
  });

  it("has a subject on one line", async () => {
    const broken = createMailTemplatesService({ serviceName: "Card\r\nBcc: x@example.com", publicUrl: () => "" });
    const { subject } = await broken.document({ orderId: 1, fullName: null });
    expect(subject).toBe("Your Card Bcc: x@example.com is ready (order 1)");
  });
});
