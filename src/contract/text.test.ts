import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanLine, cleanText, emailKey, maskEmail, searchKey } from "./text.ts";
import { emailText, optionalLine, requiredLine, requiredText } from "./text-schemas.ts";

describe("cleaning", () => {
  it.each([
    ["trims", "  Perera \t", "Perera"],
    [
      "keeps apart what a tab, a line end or another space divides",
      "Maria\tLopez\u00a0y\u2003Paz\u2028x",
      "Maria Lopez y Paz\nx",
    ],
    ["drops what nobody sees", "Pe\u200bre\u00adr\u2060a\u3164\u2800\u115f\u{e0041}", "Perera"],
    ["drops joiners that join nothing", "\u200dAn\u200dna \u200c王", "Anna 王"],
    ["joins marks to their letters", "Zoe\u0308", "Zo\u00eb"],
    ["drops NUL and other controls", "Pe\u0000re\u0007ra\u007f\u009f", "Perera"],
    ["drops bidirectional overrides", "\u202egpj.exe\u202c\u2066x\u2069", "gpj.exex"],
    ["replaces half a surrogate pair", "a\ud800b", "a\ufffdb"],
    ["writes letters and digits of full width in their common form", "Ｊｏｈｎ Ｎ１２３４５６７", "John N1234567"],
    ["and ligatures, mathematical letters and joined Arabic ones", "ﬁn 𝐉𝐨𝐡𝐧 ﻣﺤﻤﺪ ｶﾞ", "fin John محمد ガ"],
    ["keeps punctuation of full width, fractions and signs", "（ＡＢ）， ½ № ™ ª", "（AB）， ½ № ™ ª"],
    ["keeps emoji, joiners and scripts", "👩‍💻 අයේෂා 王", "👩‍💻 අයේෂා 王"],
    ["keeps one kind of line end", "a\r\nb\rc\nd", "a\nb\nc\nd"],
  ])("%s", (_what, given, wanted) => {
    expect(cleanText(given)).toBe(wanted);
  });

  it("turns several lines into one", () => {
    expect(cleanLine("a \r\n\n  b\tc")).toBe("a b c");
  });

  it("is idempotent, and leaves nothing that a database refuses", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const clean = cleanText(text);
        expect(cleanText(clean)).toBe(clean);
        expect(clean.includes("\u0000")).toBe(false);
        expect(clean.isWellFormed()).toBe(true);
        expect(cleanLine(text).includes("\n")).toBe(false);
      }),
    );
  });
});

describe("the search key", () => {
  it("ignores case, accents, widths and spaces", () => {
    expect(searchKey("  ÉMILE  du Bois ")).toBe("emiledubois");
    expect(searchKey("ＡＢＣ１２３")).toBe("abc123");
    expect(searchKey("a\u00a0b\u2003c")).toBe("abc");
  });

  it.each([
    ["Seán O’Brien", "sean o'brien"],
    ["Haʻunga Peʻa", "HA'UNGA PE`A"],
    ["Anne‑Marie", "Anne-Marie"],
    ["Anne—Marie", "annemarie"],
    ["Łukasz Wiśniewski", "Lukasz Wisniewski"],
    ["Đặng Thị Ngọc", "dang thi ngoc"],
    ["Jürgen WEIẞ", "Jurgen Weiss"],
    ["Øystein Håkonsen Ægir", "Oystein Hakonsen Aegir"],
    ["Þórður Guðmundsson", "Thordur Gudmundsson"],
    ["IŞIK İnönü ılgaz", "isik inonu ilgaz"],
    ["Œuvrard", "oeuvrard"],
    ["Ħal Għaxaq", "hal ghaxaq"],
    ["Әлия Əliyev", "әлия eliyev"],
    ["محمـــد أحمد", "محمد احمد"],
    ["Ёлкин Йорк", "елкин иорк"],
    ["Σίσυφος", "ΣΙΣΥΦΟΣ"],
  ])("is one for the spellings %s and %s", (stored, typed) => {
    expect(searchKey(stored)).toBe(searchKey(typed));
  });

  it("keeps letters that only look like marks", () => {
    expect(searchKey("คำ")).not.toBe(searchKey("คม"));
    expect(searchKey("राम")).not.toBe(searchKey("रम"));
  });
});

describe("text fields", () => {
  it("report the message of a missing field for every value that is not text", () => {
    for (const value of [undefined, null, 1, [], {}, "", "  ", "\u0000", "\u202e"]) {
      expect(requiredLine("gone").safeParse(value).error?.issues[0]?.message).toBe("gone");
      expect(requiredText("gone", 10).safeParse(value).error?.issues[0]?.message).toBe("gone");
    }
  });

  it("are limited in length, counted after cleaning", () => {
    expect(requiredLine("gone", 3).parse(" abc ")).toBe("abc");
    expect(requiredLine("gone", 3).safeParse("abcd").error?.issues[0]?.message).toBe("At most 3 characters.");
    expect(requiredText("gone", 3).parse("a\r\nb")).toBe("a\nb");
  });

  it("are null when optional and absent, null or empty", () => {
    for (const value of [undefined, null, "", "  "]) expect(optionalLine().parse(value)).toBeNull();
    expect(optionalLine().safeParse(7).success).toBe(false);
  });
});

describe("an e-mail address", () => {
  const schema = emailText("missing", "malformed");

  it.each([
    "a@b.co",
    "first.last+tag@sub.example.com",
    "o'neil@example.ie",
    "Traveller@EXAMPLE.com",
    "用户@例子.广告",
    "x@xn--fsqu00a.xn--0zwm56d",
    `${"a".repeat(64)}@${"b".repeat(60)}.example`,
  ])("is %s", (email) => {
    expect(schema.parse(`  ${email} `)).toBe(email);
    expect(schema.parse(`\u200b${email.slice(0, 1)}\u2060${email.slice(1)}\u200e\ufe0f`)).toBe(email);
  });

  it.each([
    "plain",
    "@example.com",
    "a@",
    "a@b",
    "a@b.c",
    "a@b..",
    "a b@example.com",
    "a@exa mple.com",
    "a@@example.com",
    "a@b@example.com",
    "<a@example.com>",
    "Name <a@example.com>",
    "a@example.com,b@example.com",
    "a@example.com;b@example.com",
    "a@example.com\r\nBcc: b@example.com",
    'a"b@example.com',
    "a(b)@example.com",
    "a\\b@example.com",
    "=?utf-8?q?a?=@example.com",
    "a=?b@example.com",
    "a@=?utf-8?q?example?=.com",
    "a@example..com",
    "a@.example.com",
    "a@example.com.",
    `${"a".repeat(250)}@b.co`,
    `${"a".repeat(65)}@b.co`,
    "user@example.com\ufffd",
    "user@example.com'",
    "'user@example.com",
    "‘user@example.com’",
    "“user@example.com",
    "user@example.com/",
    "user@example.com?subject=x",
    "mailto:user@example.com",
    "user@example.com)",
    "user@-example.com",
    "user@example-.com",
    "user@exa_mple.com",
    "us\ufffder@example.com",
    "%20user@example.com",
    "%3Cuser@example.com",
    "user%3e@example.com",
    "?email=user@example.com",
    "email=user@example.com",
    "/user@example.com",
    "#user@example.com",
    "&to=user@example.com",
    "*user@example.com",
    "user*@example.com",
  ])("is not %j", (email) => {
    expect(schema.safeParse(email).error?.issues[0]?.message).toBe("malformed");
  });

  it("has one message when it is missing and another when it is wrong", () => {
    for (const value of [undefined, null, 5, "", "  "]) {
      expect(schema.safeParse(value).error?.issues[0]?.message).toBe("missing");
    }
  });
});

it("an address is compared by its domain in ASCII and masked by whole characters", () => {
  expect(emailKey("Anna@Bücher.example")).toBe("anna@xn--bcher-kva.example");
  expect(emailKey("anna@xn--bcher-kva.example")).toBe("anna@xn--bcher-kva.example");
  expect(emailKey("O'Brien@Example.com")).toBe("o'brien@example.com");
  expect(emailKey("用户@例子.广告")).toBe("用户@xn--fsqu00a.xn--4rr70v");
  expect(maskEmail("😀a@example.com")).toBe("😀***@example.com");
});
