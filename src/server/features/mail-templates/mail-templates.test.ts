import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAIL_TEMPLATES, type MailTemplate } from "#contract/mail-templates/mail-templates.ts";
import { call } from "#test/support/client.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { createMailTemplatesService } from "./mail-templates.service.ts";
import { renderMessage } from "./message-frame.ts";

const HOSTILE = '<script>alert(1)</script> & "Co"';
const messages = createMailTemplatesService({ serviceName: "Arrival Card", publicUrl: () => "https://desk.example" });

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

  it("show every message with its subject, when it is sent, and its HTML and text", () => {
    expect(templates.map(({ name }) => name)).toEqual(MAIL_TEMPLATES);
    for (const { title, sent_when, subject, html, text } of templates) {
      for (const part of [title, sent_when, subject]) expect(part).not.toBe("");
      expect(html).toMatch(/^<!DOCTYPE html/);
      expect(text).not.toMatch(/<[a-z]/i);
    }
  });

  it("use sample data only", () => {
    const all = JSON.stringify(templates);
    expect(all).toContain("Sample Traveller");
    expect(all).toContain("f***@example.com");
    expect(all).toContain("sample-token-that-opens-nothing");
    expect(all).not.toContain("friend.of.sample");
  });
});

it("a message has one title, and the direction of its language", async () => {
  const link = { label: "Open", url: "https://desk.example/" };
  const message = { title: "Title", preview: "Preview", paragraphs: ["Text"], link, footer: "Footer" };
  const { html } = await renderMessage({ ...message, language: "ar" });
  expect(html.match(/<title>.*?<\/title>/g)).toEqual(["<title>Title</title>"]);
  expect(html).toMatch(/<body[^>]* dir="rtl"/);
  expect(html).not.toContain('dir="ltr"');
});

describe("every message", () => {
  const written = () =>
    Promise.all([
      messages.document({ orderId: 100_001, fullName: HOSTILE }),
      messages.notice({ orderId: 100_001, fullName: HOSTILE }, `${HOSTILE.replaceAll(" ", "")}@example.com`),
      messages.passwordReset(HOSTILE, "token"),
    ]);

  it("escapes all values", async () => {
    for (const { html, text } of await written()) {
      expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
      expect(html).not.toContain("<script");
      expect(text).toContain(HOSTILE);
    }
  });

  it("has the same content in HTML and text, links included, and loads nothing", async () => {
    for (const { html, text } of await written()) {
      const [link = ""] = /https:\/\/desk\.example\/[^\s"]+/.exec(text) ?? [];
      expect(link).not.toBe("");
      expect(html).toContain(`href="${link}"`);
      expect(html).not.toMatch(/<(img|link|style|script)\b|url\(/);
    }
  });

  it("uses only colours of the light theme", async () => {
    const tokens = readFileSync(path.join(import.meta.dirname, "../../../web/theme/tokens.css"), "utf8");
    const light = tokens.slice(0, tokens.indexOf("[data-mantine-color-scheme"));
    const colorOf = new Map(
      [...light.matchAll(/--ad-([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, color]) => [name, color]),
    );
    const member = await messages.memberNotification({
      name: "Ann Clerk",
      at: new Date(),
      notification: { kind: "many-orders-read", facts: { member: "Bob Clerk", orders: 301 } },
      isLast: true,
    });
    for (const { html } of [...(await written()), member]) {
      expect(html).toMatch(
        new RegExp(`<a [^>]*background-color:${colorOf.get("lagoon")};[^>]*color:${colorOf.get("on-lagoon")}`),
      );
      const used = [...html.matchAll(/color:([^;"]+)/g)].map(([, color]) => color);
      expect(used.length).toBeGreaterThan(5);
      expect(used.filter((color) => ![...colorOf.values()].includes(color))).toEqual([]);
    }
  });

  it.each([null, "help@desk.example"])(
    "about an order asks for an answer only where one arrives: %s",
    async (replyTo) => {
      const settings = { serviceName: "Card", publicUrl: () => "https://desk.example", replyTo };
      const about = createMailTemplatesService(settings);
      const to = { orderId: 100_001, fullName: null };
      for (const { text } of [
        await about.document(to),
        await about.notice(to, "a@example.com"),
        await about.emailConfirm(to),
        await about.emailAsked(to, "a@example.com"),
        await about.emailChanged(to, { newEmail: "a@example.com", canContest: false }),
      ]) {
        const oneLine = text.replace(/\s+/g, " ");
        expect(oneLine.includes("reply to this e-mail")).toBe(replyTo !== null);
        expect(oneLine.includes("Please do not reply to this address.")).toBe(replyTo === null);
      }
    },
  );

  it("has a subject on one line", async () => {
    const broken = createMailTemplatesService({ serviceName: "Card\r\nBcc: x@example.com", publicUrl: () => "" });
    const { subject } = await broken.document({ orderId: 1, fullName: null });
    expect(subject).toBe("Your Card Bcc: x@example.com is ready (order 1)");
  });
});
