// The words of mails in every language: complete, in their frame, and harmless whatever they hold.
import { describe, expect, it } from "vitest";
import { fillVariables, NO_VALUES } from "#contract/conversation/message-variables.ts";
import { MAIL_TEXT_KEYS, type MailTextDraft, mailTextDraftSchema } from "#contract/texts/mail-texts.ts";
import { directionOf, LANGUAGES } from "#contract/tracking/visitor-languages.ts";
import { BUILT_IN_MAILS } from "#server/features/texts/built-in/mails.ts";
import { BUILT_IN_TEXTS } from "#server/features/texts/mail-texts.service.ts";
import { createMailTemplatesService } from "./mail-templates.service.ts";
import { renderMessage } from "./message-frame.ts";

const settings = { serviceName: "Arrival Card", publicUrl: () => "https://desk.example" };
const templates = createMailTemplatesService(settings);
const ALL = MAIL_TEXT_KEYS.flatMap((key) => LANGUAGES.map(([language]) => ({ key, language })));

const VALUES = {
  markup: '<script>alert(1)</script><img src=x onerror="y"> & </title>',
  braces: "{{order_id}} {{evil}} {{{{",
  "line ends": "Ann\r\nBcc: x@example.com\n\n\u2028Perera\n\nA paragraph of its own",
  "200 Tamil characters": "நிர்மலா".repeat(40).slice(0, 200),
  "encoded words": "=?utf-8?q?Ann?=",
  "the longest": "W".repeat(200),
};

const used = (text: string) => fillVariables(text, NO_VALUES).missing.sort();

describe.each(ALL)("$key in $language", ({ key, language }) => {
  const { subject, body } = BUILT_IN_MAILS[key][language];

  it("could be saved as it is, and uses the variables of the English text", () => {
    expect(mailTextDraftSchema.safeParse({ key, language, subject, body })).toMatchObject({ success: true });
    const english = BUILT_IN_MAILS[key].en;
    expect([used(subject), used(body)]).toEqual([used(english.subject), used(english.body)]);
    expect(body.split("\n\n").length).toBe(english.body.split("\n\n").length);
  });

  it.each(Object.entries(VALUES))("takes %s as text, its subject on one line", async (_name, fullName) => {
    const text = await BUILT_IN_TEXTS.inUse(key, language);
    const longest = { ...text, subject: `${fullName.slice(0, 138)} {{order_id}} {{customer_name}}` };
    for (const each of [text, longest]) {
      const mail = await templates.fromText(each, { orderId: 100_001, fullName });
      expect(mail.subject).not.toMatch(/[\r\n\u2028\u2029]|=\?/);
      expect(mail.subject).toContain("100001");
      expect(mail.html).toContain(`<html dir="${directionOf(language)}" lang="${language}"`);
      expect(mail.html).not.toMatch(/<(script|img)/);
      expect(mail.html.match(/<title>/g)).toHaveLength(1);
      expect(mail.html.match(/<p /g)).toHaveLength(body.split("\n\n").length + 2);
      expect(mail.text).toContain("https://desk.example/track-order/");
    }
  });
});

it("the document mail in English is the specified one, byte for byte, for who changes nothing", async () => {
  for (const [fullName, greeting] of [
    ["Ann <Perera>", "Dear Ann <Perera>,"],
    [null, "Dear customer,"],
  ] as const) {
    const mail = await templates.document({ orderId: 100_001, fullName });
    const specified = await renderMessage({
      title: "Arrival Card",
      preview: "Your Arrival Card is attached to this e-mail.",
      greeting,
      paragraphs: [
        "Your Arrival Card is ready. It is attached to this e-mail.",
        "Please check the details, and keep the document at hand when you travel.",
        "With your order ID and your e-mail address you can download it again at any time.",
      ],
      link: { label: "See your order", url: templates.trackLink(100_001) },
      footer: "You are receiving this e-mail because of your order 100001. Please do not reply to this address.",
    });
    const { template, ...content } = mail;
    expect(content).toEqual({ subject: "Your Arrival Card is ready (order 100001)", ...specified });
    expect(template).toEqual({ key: "document", language: "en", version: 0 });
  }
});

it.each([
  ["subject", { subject: "Ready" }, "{{order_id}}"],
  ["subject", { subject: "{{order_id}} {{flight}}" }, "{{flight}}"],
  ["body", { body: "Dear {{member_first_name}}" }, "{{member_first_name}}"],
  ["body", { body: "Dear {{custmer_name}}, {{flight}}" }, "{{custmer_name}}, {{flight}}"],
])("a text with a wrong %s is refused at that field: %j", (path, change, words) => {
  const draft = { key: "document", language: "de", subject: "{{order_id}}", body: "x" } satisfies MailTextDraft;
  const { error } = mailTextDraftSchema.safeParse({ ...draft, ...change });
  expect(error?.issues).toMatchObject([{ path: [path], message: expect.stringContaining(words) }]);
});
