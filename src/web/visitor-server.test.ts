import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ORDER_STATUSES } from "#contract/orders/order-status.ts";
import { SITE_LINKS, type SiteLink } from "#contract/tracking/site-links.ts";
import { LANGUAGES } from "#contract/tracking/visitor-languages.ts";
import type { VisitorPage } from "#contract/tracking/visitor-page.ts";
import { createVisitorRenderer } from "./visitor-server.tsx";

const render = createVisitorRenderer(readFileSync(path.join(import.meta.dirname, "../../visitor.html"), "utf8"));
const page: VisitorPage = {
  language: "en",
  serviceName: "Isle & <Arrival> $& Card",
  links: Object.fromEntries(SITE_LINKS.map(([key]) => [key, `https://cards.example/${key}`])) as Record<
    SiteLink,
    string
  >,
  supportEmail: null,
  path: "/track-order",
};
const order = {
  data: [],
  mainResult: { order_id: 100001, process_status: "Completed" as const, refund_date: null },
  path: { file1: "arrival-card-v1.pdf" },
};
const ORDER_PATH = "/get-new-order-details/MjAwMDAy";

describe("a rendered page", () => {
  it.each(LANGUAGES)("has language, direction and description in %s (%s)", async (language) => {
    const html = await render({ ...page, language });
    expect(html).toContain(`<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}"`);
    expect(html).toContain("<title>Isle &amp; &lt;Arrival&gt; $&amp; Card</title>");
    const [, description = ""] = /<meta name="description" content="([^"]+)"/.exec(html) ?? [];
    const [, heading = ""] = /<h1[^>]*>(.*?)<\/h1>/.exec(html) ?? [];
    expect(description).toContain("Isle &amp; &lt;Arrival&gt;");
    expect(heading).toBe(description);
  });

  it("has a form that works without script, filled in from its URL", async () => {
    const html = await render({ ...page, path: "/track-order/MjAwMDAy" });
    const [form = ""] = /<form [^>]*method="post"[^>]*>/.exec(html) ?? [];
    expect(form).toContain('action="/track-order"');
    expect(html).toContain('value="100001"');
    expect(html).not.toContain('role="alert"');
  });

  it("keeps a refused form's entries, names the invalid fields and says why it was refused", async () => {
    const invalid = await render({ ...page, form: { orderId: "100001", email: "someone@" } });
    expect(invalid).toContain("Please enter your email");
    expect(invalid).toContain('value="someone@"');
    const message = "No order is found for this order ID and email.";
    const problem = { kind: "refused" as const, httpStatus: 404, message };
    const refused = await render({ ...page, form: { orderId: "100001", email: "a@example.com" }, problem });
    expect(refused).toMatch(new RegExp(`role="alert"[^>]*><ul><li><a href="#orderId">${message}</a>`));
    const wait = { kind: "wait" as const, until: Date.parse("2026-03-01T14:07:00Z") };
    expect(await render({ ...page, problem: wait })).toMatch(/try again after 2:07\sPM UTC\./);
  });

  it("has a link to the document, or a disabled button before there is one", async () => {
    const ready = await render({ ...page, path: ORDER_PATH, order });
    expect(ready).toContain('<a href="/uploads/docs/100001_arrival-card-v1.pdf"');
    const early = await render({ ...page, path: ORDER_PATH, order: { ...order, path: { file1: null } } });
    expect(early).not.toContain("/uploads/docs");
    expect(early).toMatch(/<button[^>]*disabled=""[^>]*>Download Now/);
  });

  it.each(ORDER_STATUSES)("of an order in %s asks for an answer by mail only where one arrives", async (status) => {
    const shown = { ...order, mainResult: { ...order.mainResult, process_status: status } };
    const needsAnswer = status === "Awaiting" || status === "Contact Customer";
    for (const supportEmail of [null, "help@cards.example"]) {
      for (const [language] of LANGUAGES) {
        const html = await render({ ...page, language, path: ORDER_PATH, order: shown, supportEmail });
        expect(html.includes('href="mailto:help@cards.example"')).toBe(needsAnswer && supportEmail !== null);
        if (needsAnswer) expect(html).toContain('<a href="https://cards.example/contact">');
        if (language === "en") expect(html).not.toMatch(/>[^<]*\breply\b|>[^<]*we sent you/i);
      }
    }
  });

  it("has no inline script or style, and no text that ends its data early", async () => {
    const form = { orderId: "</script><script>alert(1)</script><!--", email: "__BODY__" };
    const html = await render({ ...page, form });
    const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes?.trim());
    expect(scripts).toEqual(['type="application/json" id="page"', 'type="module" src="/src/web/visitor.tsx"']);
    expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=/);
    const [, data = ""] = /id="page">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(data).page.form).toEqual(form);
  });
});
