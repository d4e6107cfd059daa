import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentFindingSchema } from "#contract/documents/documents.ts";
import { cardFile } from "#demo/card-file.ts";
import { createPdfInspector } from "#server/platform/pdf/inspect-pdf.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { compareDocument, type ExpectedOnCard } from "./document-match.ts";

const NOTHING: ExpectedOnCard = { fullName: null, passportNumber: null, arrivalDate: null };
const ORDER: ExpectedOnCard = { fullName: "Nimal Kumar Perera", passportNumber: "N1234567", arrivalDate: "2026-03-01" };
/** Enough characters to count as a page of text. */
const FORM = "Electronic travel authorisation. This card is to be shown at the desk upon entry.";

const results = (expected: Partial<ExpectedOnCard>, text: string, form = FORM) => {
  const { verdict, fields } = compareDocument({ ...NOTHING, ...expected }, `${form}\n${text}\n${form}`);
  const [name, number, day] = fields;
  return { verdict, full_name: name?.result, passport_number: number?.result, arrival_date: day?.result };
};
const nameIn = (fullName: string, text: string, form?: string) => results({ fullName }, text, form).full_name;
const numberIn = (passportNumber: string, text: string) => results({ passportNumber }, text).passport_number;
const dayIn = (arrivalDate: string, text: string) => results({ arrivalDate }, text).arrival_date;

describe("the verdict", () => {
  const right = "PERERA, Nimal Kumar\nN 1234567\n01/03/2026";

  it("is a match when the text has all the order's values", () => {
    expect(results(ORDER, right)).toEqual({
      verdict: "match",
      full_name: "found",
      passport_number: "found",
      arrival_date: "found",
    });
    expect(results({ ...ORDER, passportNumber: null }, right)).toMatchObject({
      verdict: "match",
      passport_number: "not_held",
    });
  });

  it.each([
    ["another person", "SILVA, Anna Maria\nX7654321\n01/03/2026", ["missing", "missing", "found"]],
    ["another journey", "PERERA, Nimal Kumar\nN1234567\n02/03/2026", ["found", "found", "missing"]],
    ["nothing of it", "An invoice", ["missing", "missing", "missing"]],
  ])("is a mismatch for a card of %s", (_whom, text, [full_name, passport_number, arrival_date]) => {
    expect(results(ORDER, text)).toEqual({ verdict: "mismatch", full_name, passport_number, arrival_date });
  });

  it.each([
    ["a picture", null],
    ["a scanned page", ""],
    ["a scanner's line", "Scanned with CamScanner\nPage 1 of 1"],
    ["a scanner's line with its time", "IMG_20261128_093011 28.11.2026 page 100249"],
    ["a font that hides its letters", "\ue001\ue002\ue003 ".repeat(200)],
  ])("is that there is no text for %s", (_what, text) => {
    const { verdict, fields } = compareDocument({ ...ORDER, passportNumber: " - " }, text);
    expect(verdict).toBe("no_text");
    expect(fields.map(({ result }) => result)).toEqual(["not_checked", "not_held", "not_checked"]);
  });

  it("uses a short text if it has any of the order's values, or a passport's number", () => {
    expect(compareDocument(ORDER, "J. DOE X7654321").verdict).toBe("mismatch");
    expect(compareDocument(ORDER, "N1234567").verdict).toBe("mismatch");
    expect(compareDocument({ ...ORDER, arrivalDate: null }, "N. K. Perera N1234567").verdict).toBe("mismatch");
    expect(compareDocument({ ...ORDER, arrivalDate: null }, "Nimal Kumar Perera N1234567").verdict).toBe("match");
  });

  it.each([[NOTHING], [{ fullName: "?", passportNumber: " ", arrivalDate: null }]])(
    "is that an order without values has nothing to compare, whatever the file: %o",
    (expected) => {
      for (const text of [null, "", right]) expect(compareDocument(expected, text).verdict).toBe("not_held");
    },
  );
});

describe("a name is found", () => {
  it.each([
    ["Nimal Kumar Perera", "NIMAL KUMAR PERERA"],
    ["Nimal Kumar Perera", "Perera, Nimal Kumar"],
    ["Nimal Kumar Perera", "Surname: PERERA\nGiven names: KUMAR\nNIMAL"],
    ["Nimal Perera", "P<LKAPERERA<<NIMAL<<<<<  PERERA<<NIMAL"],
    ["John Fernando", "J O H N   F E R N A N D O"],
    ["John Fernando", "JOHN FERNAN-\nDO"],
    ["John Fernando", "JOHN FER NANDO"],
    ["Mary O’Brien", "O'BRIEN MARY"],
    ["Mary O Brien", "OBRIEN MARY"],
    ["Mary OBrien", "O`Brien, Mary"],
    ["Jean-Pierre de la Tour", "DE LA TOUR JEAN PIERRE"],
    ["Jean-Pierre de la Tour", "DELATOUR, JEANPIERRE"],
    ["Wei Ling Tan", "TAN WEILING"],
    ["José Ñandú", "JOSE NANDU"],
    ["Jose Munoz", "José Muñoz"],
    ["José Muñoz", "JOSE MUNXXOZ"],
    ["Jürgen Groß", "JUERGEN GROSS"],
    ["Juergen Gross", "Jürgen Groß"],
    ["Søren Ångström", "SOEREN AANGSTROEM"],
    ["Łukasz Đorđević", "LUKASZ DORDEVIC"],
    ["İlknur Işık", "ILKNUR ISIK"],
    ["Nguyễn Phúc Quỳnh", "NGUYEN PHUC QUYNH"],
    ["Zoë Brontë", "ZOE\u0308 BRONT\u00a8E"],
    ["Anna Fischer", "ANNA \ufb01scher"],
    ["Σίσυφος Αιολίδης", "ΑΙΟΛΙΔΗΣ ΣΙΣΥΦΟΣ"],
    ["Алексей Соловьёв", "СОЛОВЬЕВ АЛЕКСЕЙ"],
    ["王伟", "姓名王伟国籍中国"],
    ["王伟", "王 伟"],
    ["김민준", "성명김민준"],
    ["محمد الحربي", "الاسم: مُحَمَّد الحربي"],
    ["محمد", "\ufee3\ufea4\ufee4\ufeaa"],
    ["דוד כהן", "כֹּהֵן דָּוִד"],
    ["ක්‍රිෂ්ණ පෙරේරා", "පෙරේරා ක්රිෂ්ණ"],
    ["สมชาย ใจดี", "ชื่อสมชายใจดีสัญชาติไทย"],
    ["Wang 伟", "WANG 伟"],
  ])("%s as %s", (name, text) => {
    expect(nameIn(name, text)).toBe("found");
  });
});

describe("a name is missing", () => {
  it.each([
    ["Nimal Perera", "NIMAL PERIERA"],
    ["Nimal Kumar Perera", "NIMAL PERERA"],
    ["Li Na", "LINDA NADAL"],
    ["Ann Lee", "ANNA LEEDS"],
    ["Anna", "JOHANNA"],
    ["Anna", "ANNABELLE"],
    ["John Fernando", "JOHN FERNAN"],
    ["王伟", "姓名李伟国籍中国"],
    ["ක්‍රිෂ්ණ", "ක්‍රීෂ්ණා"],
    ["Wang 伟", "WENG YU"],
  ])("%s in %s", (name, text) => {
    expect(nameIn(name, text)).toBe("missing");
  });
});

describe("a name in a script that the text doesn't use", () => {
  it("is not compared; the rest decides", () => {
    const expected = { ...ORDER, fullName: "王伟" };
    expect(results(expected, "WANG WEI N1234567 2026-03-01")).toEqual({
      verdict: "match",
      full_name: "not_checked",
      passport_number: "found",
      arrival_date: "found",
    });
    expect(results(expected, "LI NA N7654321 2026-03-01")).toMatchObject({
      verdict: "mismatch",
      full_name: "not_checked",
    });
    expect(results({ fullName: "පෙරේරා" }, "PERERA")).toMatchObject({ verdict: "no_text", full_name: "not_checked" });
  });

  it("is compared in scripts that both use, and its Latin part always", () => {
    expect(nameIn("Wang 伟", "WANG WEI")).toBe("not_checked");
    expect(nameIn("Wang 伟", "WENG WEI")).toBe("missing");
    expect(nameIn("王伟", "国籍 WANG WEI")).toBe("missing");
  });
});

describe("a passport number", () => {
  it.each([
    ["N1234567", "Passport:N1234567"],
    ["N1234567", "n1234567"],
    ["N 123-4567", "N1234567"],
    ["N1234567", "N 123 4567"],
    ["N1234567", "N-1234567."],
    ["N1234567", "N12345\n67"],
    ["N1234567", "护照号码N1234567有效"],
    ["N1234567", "P N1234567<5LKA"],
    ["Ｎ１２３４５６７", "N1234567"],
  ])("%s is found in %s", (number, text) => {
    expect(numberIn(number, text)).toBe("found");
  });

  it.each([
    ["N1234567", "N12345678"],
    ["N1234567", "AN1234567"],
    ["N1234567", "N1234567X"],
    ["1234567", "N1234567"],
    ["N1234567", "N1234576"],
    ["N1234567", "N/1234567"],
    ["N1234567", "N1234567t8"],
  ])("%s is missing in %s", (number, text) => {
    expect(numberIn(number, text)).toBe("missing");
  });
});

describe("an arrival date", () => {
  const march = [
    "2026-03-01",
    "2026/3/1",
    "2026.03.01",
    "01/03/2026",
    "1/3/2026",
    "01-03-2026",
    "01.03.2026",
    "03/01/2026",
    "01 Mar 2026",
    "1 March 2026",
    "1st of March 2026",
    "01-MAR-2026",
    "01MAR2026",
    "Mar 01, 2026",
    "March 1, 2026",
    "March 1st 2026",
    "2026 Mar 01",
    "2026-03-01T09:00:00Z",
    "2 0 2 6 - 0 3 - 0 1",
    "01 March\n2026",
    "01-03-2026, UL504",
    "20260301",
    "01032026",
    "2026年3月1日",
    "2026년 3월 1일",
    "01 MAR 26",
    "1 March 26",
  ];

  it.each(march)("is found as %s", (text) => {
    expect(dayIn("2026-03-01", text)).toBe("found");
  });

  it.each([
    ["2026-03-01", "2026-03-02"],
    ["2026-03-01", "11/03/2026"],
    ["2026-03-01", "01/03/2025"],
    ["2026-03-01", "01/03/20261"],
    ["2026-03-01", "2026-03-011"],
    ["2026-03-01", "01 May 2026"],
    ["2026-03-01", "01/03/26"],
    ["2026-03-01", "101 March 2026"],
    ["2026-03-01", "120260301"],
    ["2026-03-01", "20260302"],
    ["2020-03-01", "01 Mar 2026"],
    ["2026-03-01", "01 Mar 27"],
    ["2026-12-25", "25 Dezember 2026"],
    ["2026-12-25", "12-2026-25"],
  ])("%s is missing in %s", (day, text) => {
    expect(dayIn(day, text)).toBe("missing");
  });

  it("of September has two short names", () => {
    for (const text of ["Sep 9, 2026", "9 Sept 2026", "9 September 2026"])
      expect(dayIn("2026-09-09", text)).toBe("found");
  });
});

describe("for any order", () => {
  const word = fc.string({
    unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzéñüöçåßłøşžàîő"),
    minLength: 2,
    maxLength: 12,
  });
  const words = fc.uniqueArray(word, { minLength: 1, maxLength: 6 });
  const number = fc.stringMatching(/^[A-Z]{0,2}[0-9]{6,9}$/);
  const day = fc
    .date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const write = fc.constantFrom<(name: string) => string>(
    (name) => name,
    (name) => name.toUpperCase(),
    (name) => name.normalize("NFD"),
    (name) => [...name].join(" "),
    (name) => `${name.slice(0, 1)}\n${name.slice(1)}`,
  );

  it("a name is found in any sequence of its words and any spelling", () => {
    fc.assert(
      fc.property(
        words.chain((name) =>
          fc.tuple(fc.constant(name), fc.shuffledSubarray(name, { minLength: name.length }), write),
        ),
        fc.constantFrom(" ", ", ", "\n", " - ", "<<"),
        ([name, shuffled, writeWord], between) => {
          expect(nameIn(name.join(" "), shuffled.map(writeWord).join(between))).toBe("found");
        },
      ),
    );
  });

  it("a name with a different letter is missing", () => {
    fc.assert(
      fc.property(words, fc.nat(), (name, at) => {
        const text = name.join(" ");
        const letters = [...text];
        const place = at % letters.length;
        fc.pre(letters[place] !== " ");
        letters[place] = "7";
        // Some names are words of the form, as "at".
        expect(nameIn(text, letters.join(""), "0".repeat(FORM.length))).toBe("missing");
      }),
      { examples: [[["at"], 0]] },
    );
  });

  it("a passport number is found alone and missing within a longer one", () => {
    fc.assert(
      fc.property(number, fc.constantFrom(..."ABZ019"), fc.boolean(), (passport, more, isBefore) => {
        expect(numberIn(passport, `No. ${passport};`)).toBe("found");
        expect(numberIn(passport, isBefore ? `:${more}${passport};` : `:${passport}${more};`)).toBe("missing");
      }),
    );
  });

  it("an arrival date is found in each of its forms, and another day in none", () => {
    fc.assert(
      fc.property(day, day, (wanted, other) => {
        const [y, m, d] = wanted.split("-");
        const month = (style: "short" | "long") =>
          new Intl.DateTimeFormat("en-US", { month: style, timeZone: "UTC" }).format(new Date(wanted));
        const forms = [
          ...["-", "/", "."].flatMap((sign) =>
            [
              [y, m, d],
              [d, m, y],
              [m, d, y],
            ].map((parts) => parts.join(sign)),
          ),
          ...(["short", "long"] as const).flatMap((style) => [
            `${d} ${month(style)} ${y}`,
            `${Number(d)} ${month(style)} ${y}`,
            `${month(style)} ${d}, ${y}`,
          ]),
        ];
        for (const form of forms) expect(dayIn(wanted, `Arrival: ${form}.`), form).toBe("found");
        const [otherYear, otherMonth, otherDay] = other.split("-");
        fc.pre(otherYear !== y || [otherMonth, otherDay].toSorted().join() !== [m, d].toSorted().join());
        for (const form of forms) expect(dayIn(other, `Arrival: ${form}.`), form).toBe("missing");
      }),
      { numRuns: 50 },
    );
  });

  it("and any text the result fits the wire's schema, and an empty text is never a match", () => {
    const text = fc.string({ unit: "binary", maxLength: 300 });
    fc.assert(
      fc.property(
        fc.option(text),
        fc.option(text),
        fc.option(day),
        text,
        (fullName, passportNumber, arrivalDate, all) => {
          const expected = { fullName, passportNumber, arrivalDate };
          expect(documentFindingSchema.safeParse(compareDocument(expected, all)).success).toBe(true);
          expect(compareDocument(expected, "").verdict).toMatch(/no_text|not_held/);
        },
      ),
    );
  });
});

it.each([
  ["words of one letter", `${"a ".repeat(99)}b`, "a ".repeat(15_000)],
  ["one long word", `${"a".repeat(199)}b`, "a ".repeat(15_000)],
  ["signs that come apart into many", "\ufdfa".repeat(200), "\ufdfa".repeat(30_000)],
  ["digits and gaps", "1".repeat(200), "1  ".repeat(10_000)],
])("is fast even for the worst names and texts: %s", (_what, fullName, text) => {
  const started = process.cpuUsage();
  compareDocument({ fullName, passportNumber: fullName, arrivalDate: "2026-11-11" }, text);
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(5_000);
});

describe("with real files", () => {
  const inspect = createPdfInspector();
  const textOf = async (bytes: Buffer) => {
    const findings = await inspect(bytes);
    return findings.kind === "plain" ? findings.text : "";
  };
  const card = (full_name: string, latinName: string) => {
    const order = { full_name, passport_number: "N1234567", nationality: "CN", date_of_birth: "1990-02-03" };
    const journey = { arrival_date: "2026-03-01", flight_number: "UL504", port_of_arrival: "Colombo" };
    const made = { order: { ...order, ...journey }, latinName } as Parameters<typeof cardFile>[0];
    return cardFile({ ...made, orderId: 100001, serviceName: "Sri Lanka Arrival Card" }, "pdf");
  };

  it.each([
    ["María del Pilar Fernández de Córdoba", "María del Pilar Fernández de Córdoba", "found"],
    ["Nguyễn Phúc Quỳnh Hương", "Nguyễn Phúc Quỳnh Hương", "found"],
    ["王伟", "Wang Wei", "not_checked"],
  ])("a demo card of %s matches its order, in the file and in the words of the demo", async (full, latin, name) => {
    const { content } = card(full, latin);
    const expected = { fullName: full, passportNumber: "N1234567", arrivalDate: "2026-03-01" };
    const finding = compareDocument(expected, await textOf(content));
    expect(finding).toMatchObject({
      verdict: "match",
      fields: [{ result: name }, { result: "found" }, { result: "found" }],
    });
    expect(compareDocument(expected, content.toString("latin1"))).toEqual(finding);
    expect(compareDocument({ ...expected, arrivalDate: "2026-03-09" }, await textOf(content)).verdict).toBe("mismatch");
  });

  it("plain text is compared as it is", async () => {
    const text = await textOf(plainPdf("Card of Nimal Kumar Perera (N1234567), arrival 1 March 2026"));
    expect(compareDocument(ORDER, text).verdict).toBe("match");
  });
});
