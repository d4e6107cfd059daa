import { afterAll, describe, expect, it } from "vitest";
import type { PackType } from "#contract/packs/packs.ts";
import { pdfFonts, pdfInfo, pdfText, pdfWords, qpdfFaults, unpackedPdf } from "#test/support/pdf-tools.ts";
import {
  earlierOrder,
  LONG_NAMES,
  minutes,
  nothingHeld,
  sampleDownloads,
  samplePackFacts,
} from "#test/support/sample-pack-facts.ts";
import { type PackFacts, PackTooLong } from "../pack-facts.ts";
import { PACK_LIMITS } from "../pack-limits.ts";
import { createPackRenderer } from "./pack-renderer.ts";

const renderer = createPackRenderer({ timeLimitMs: 60_000 });
afterAll(() => renderer.close());

const squeezed = (text: string) => text.replace(/\s/g, "");
const note = (text: string, at = 100): PackFacts["contact"][number] => ({
  at: minutes(at),
  channel: "WhatsApp and telephone",
  by: LONG_NAMES.latin,
  text,
});

/** Facts with everything that makes a pack long. */
function crowded(type: PackType, fullName: string): PackFacts {
  const facts = samplePackFacts(type);
  return samplePackFacts(type, {
    order: { ...facts.order, fullName, placeOfStay: `${fullName}, ${fullName}` },
    purchase: { ...facts.purchase, ip: "2001:db8:ffff:eeee:dddd:cccc:bbbb:aaaa" },
    downloads: sampleDownloads(44),
    signIns: sampleDownloads(12),
    contact: Array.from({ length: 9 }, (_, index) =>
      note(`${fullName}: we spoke about the hotel and the flight. `.repeat(12), 100 + index),
    ),
    earlier: {
      orders: Array.from({ length: 15 }, (_, index) => earlierOrder(100_001 + index, 130 + index)),
      verdict: "possible",
      missing: "a second order that shares the IP address or the device.",
    },
  });
}

const OVERRIDE = "\u202e";
const hostile = `x${OVERRIDE}gpj.exe \u0000\u0007\u001b[31m \u{1F600}\u{1F468}\u200d\u{1F469} \ud800 a${"\u0301".repeat(9)} (]<</S/URI>>) ${"W".repeat(90)}`;

function attacked(type: PackType): PackFacts {
  const facts = samplePackFacts(type);
  return {
    ...facts,
    order: { ...facts.order, fullName: hostile, placeOfStay: hostile, flightNumber: OVERRIDE },
    company: { ...facts.company, name: hostile },
    payment: { ...facts.payment, merchantName: hostile, transactionId: hostile },
    caseReference: "100123-P1-20260312",
    downloads: sampleDownloads(1, () => ({ browser: hostile.slice(0, 60), place: hostile.slice(0, 30) })),
    contact: [],
    signIns: [],
    delivery: [],
    earlier: { orders: [], verdict: "not_eligible", missing: hostile },
  };
}

const CASES: [string, (type: PackType) => PackFacts][] = [
  ["an ordinary order", (type) => samplePackFacts(type)],
  ["nothing held", nothingHeld],
  ["text that attacks", attacked],
  ...Object.entries(LONG_NAMES).map(([script, name]): [string, (type: PackType) => PackFacts] => [
    `everything long, in ${script}`,
    (type) => crowded(type, name),
  ]),
];

describe.each([1, 2] as const)("Pack %i", (type) => {
  it.each(CASES)("is a file that every processor accepts: %s", async (_, factsOf) => {
    const facts = factsOf(type);
    const { bytes, pages } = await renderer.render(facts);

    expect(qpdfFaults(bytes)).toBe("");
    const info = pdfInfo(bytes);
    expect(info).toMatchObject({
      Pages: String(pages),
      "Page size": "595.28 x 841.89 pts (A4)",
      Title: facts.caseReference,
      JavaScript: "no",
      Form: "none",
      Encrypted: "no",
    });
    expect(pages).toBeLessThanOrEqual(PACK_LIMITS[type].pages);
    expect(bytes.length).toBeLessThanOrEqual(PACK_LIMITS[type].bytes);
    expect(pdfFonts(bytes).filter(({ isEmbedded, isSubset }) => !isEmbedded || !isSubset)).toEqual([]);

    // Text strings are removed: a name is not part of the file's structure.
    const unpacked = unpackedPdf(bytes).replace(/\((?:\\[\s\S]|[^\\()])*\)/g, "()");
    expect(unpacked).not.toMatch(/\/(Annots|URI|AA|OpenAction|EmbeddedFile|XObject)\b/);
    expect(unpacked).not.toMatch(
      /(^|\s)[\d.]+ ([\d.]+ [\d.]+ )(rg|RG)\b|(^|\s)([\d.]+ ){4}[kK]\b|\b(cs|CS|scn|SCN|sh|Do)$/m,
    );
    const sizes = new Set([...unpacked.matchAll(/\/F\d+ ([\d.]+) Tf/g)].map(([, size]) => Number(size)));
    expect([...sizes].sort((one, other) => one - other)).toEqual([10.5, 12, 14]);

    const outside = pdfWords(bytes).filter(
      ({ box: [left, top, right, bottom] }) => left < 47 || right > 548 || top < 25 || bottom > 815,
    );
    expect(outside).toEqual([]);
    for (let page = 1; page <= pages; page += 1) {
      const text = pdfText(bytes, page);
      expect(text).toContain(`page ${page} of ${pages}`);
      expect(text.length).toBeGreaterThan(200);
    }
  });
});

it.each(Object.entries(LONG_NAMES))("prints a name that can be copied: %s", async (script, name) => {
  const facts = samplePackFacts(1);
  const { bytes } = await renderer.render({ ...facts, order: { ...facts.order, fullName: name } });
  const text = pdfText(bytes, 1);
  if (script === "mixed") for (const word of name.split(/[ ()]+/)) expect(text).toContain(word);
  else expect(squeezed(text)).toContain(squeezed(name.normalize("NFC")));
});

it("prints the facts of Pack 1 in order", async () => {
  const { bytes } = await renderer.render(samplePackFacts(1));
  const text = squeezed(pdfText(bytes));
  const wanted = [
    "Island Arrivals Ltd",
    "To: the disputes department",
    "Reference 100123-P1-20260312, made 2026-03-12 10:20:30 UTC (06:20:30 New York)",
    "Service delivered: transaction pi_3Qx81zK2eZvKYlo2C1aBcDeF, merchant Island Arrivals, 49.99 USD",
    "1. Eleanor Vance (eleanor.vance@example.com) ordered Sri Lanka Arrival Card, Priority processing, on 2026-02-20 09:00:00 UTC (04:00:00 New York) as order 100123. [S]",
    "2. Our terms, version 2026-01, were accepted on",
    "3. The arrival card was completed and stored as 100123_arrival-card-v1.pdf on",
    "4. It was mailed to eleanor.vance@example.com through Amazon SES on",
    "5. It was downloaded from our tracking page by a person twice, first on",
    "We ask you to decide the dispute in the merchant's favour",
    "Facts at a glance",
    "Service not received, case du_1Qz9, 49.99 USD, answer due 2026-03-24 [T]",
    "Exhibits, with their pages",
    "A. The order",
    "ending in 4821, ending in 67X",
    "B. What was sold, and the terms",
    "The refund policy, version 2025-11, as published",
    "C. Delivery",
    "The order was received from the checkout",
    "The payment was reported",
    "The document 100123_arrival-card-v1.pdf was stored",
    "The recipient's mail server accepted the mail",
    "9f2b7c4d1e0a83f65d4c2b1a09f8e7d6c5b4a39281706f5e4d3c2b1a0f9e8d7c",
    "D. Downloads of the document",
    "The first download came from 203.0.113.24, the address of the purchase. [S]",
    "Not listed: 3 automated downloads by mail scanners and other programs, 1 interrupted download.",
    "E. Contact with the customer",
    "told that it is sent two days before the flight.",
    "IP geolocation by DB-IP",
    "event 17, digest",
    "4be1c0ffee5d6a7b8c9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d",
    "Recalculating the chain",
  ];
  let from = 0;
  for (const part of wanted) {
    const found = text.indexOf(squeezed(part), from);
    expect(found, part).toBeGreaterThanOrEqual(0);
    from = found;
  }
});

it("argues in Pack 2 from what matches, and names the verdict on compelling evidence", async () => {
  const { bytes } = await renderer.render(samplePackFacts(2));
  const text = squeezed(pdfText(bytes));
  const wanted = [
    "Cardholder participation: transaction",
    "The order states what the traveller knows: a passport number ending in 67X",
    "The payment was checked, as the checkout stated: address check Y [S], code check M [S], 3-D Secure authenticated [S].",
    "2 of 4 sign-ins and downloads came from 203.0.113.24",
    "A. Match with the purchase",
    "Earlier order 100071",
    "B. Payment and checks",
    "C. Compelling evidence",
    "Eligible under Visa Compelling Evidence 3.0. [S]",
    "made 120 to 364 whole days (UTC) before the disputed one",
    "read on 2026-11-22; on day 365 its pages differ",
    "D. Identity",
    "Eleanor Vance, as the traveller",
    "E. The order",
    "F. What was sold, and the terms",
    "G. Delivery",
    "H. Sign-ins and downloads",
    "I. Correspondence",
    "J. Refund position",
    "No refund is recorded.",
    "K. The same facts as Stripe names them",
    "customer_purchase_ip",
  ];
  for (const part of wanted) expect(text, part).toContain(squeezed(part));
});

it("says nothing of Visa's rule for the card of another scheme, and lists no field without a value", async () => {
  const { earlier, payment } = samplePackFacts(2);
  const orders = earlier.orders.map((order) => ({ ...order, qualifies: false }));
  const facts = samplePackFacts(2, {
    payment: { ...payment, cardBrand: "Mastercard" },
    earlier: { orders, verdict: "other_scheme", missing: null },
  });
  const text = squeezed(pdfText((await renderer.render(facts)).bytes));
  expect(text).toContain(squeezed("C. Compelling evidence"));
  expect(text).toContain(squeezed("Earlier order 100071"));
  expect(text).not.toMatch(/Visa|visa_compelling|Counts/);
  expect(text.slice(text.lastIndexOf("K.Thesamefacts"))).not.toContain("notsupplied");
});

it("names in the index the page on which each exhibit begins", async () => {
  const { bytes, pages } = await renderer.render(crowded(2, LONG_NAMES.sinhala));
  const texts = Array.from({ length: pages }, (_, index) => pdfText(bytes, index + 1));
  const index = texts.slice(0, 3).join("\n");
  for (const title of ["A. Match with the purchase", "G. Delivery", "I. Correspondence", "J. Refund position"]) {
    const page = Number(new RegExp(`${title} (\\d+)`).exec(index)?.[1]);
    expect(texts[page - 1]?.split("\n"), title).toContain(title);
  }
});

it("lists up to eight downloads, and of more the first two, the last six and the total", async () => {
  const eight = squeezed(pdfText((await renderer.render(samplePackFacts(1, { downloads: sampleDownloads(8) }))).bytes));
  expect(eight).toContain("8downloadsbyaperson[S]");
  expect(eight).not.toContain("furtherentries,8inall");
  const nine = samplePackFacts(1, { downloads: sampleDownloads(9), delivery: [] });
  const text = pdfText((await renderer.render(nine)).bytes);
  expect(squeezed(text)).toContain("1furtherentry,9inall");
  expect(text).toMatch(/^1 2026.*\n(.*\n)*2 2026.*\n(.*\n)*4 2026/m);
  expect(text).not.toMatch(/^3 2026/m);
});

it("limits the log to forty rows and counts the rest", async () => {
  const { bytes } = await renderer.render(samplePackFacts(2, { downloads: sampleDownloads(50), delivery: [] }));
  const text = pdfText(bytes);
  expect(squeezed(text)).toContain("12furtherentries,52inall");
  expect(text.match(/^\d+ (sign-in|$)|^\d+$/gm)?.length ?? 0).toBeGreaterThan(0);
});

it("claims nothing that is not recorded", async () => {
  for (const type of [1, 2] as const) {
    const text = pdfText((await renderer.render(nothingHeld(type))).bytes);
    expect(text).toContain("not supplied");
    expect(text).not.toMatch(
      /were accepted on|was mailed|was downloaded|gateway reported|came from|was delivered|who used|null|undefined|NaN/,
    );
  }
  const text = squeezed(pdfText((await renderer.render(nothingHeld(1))).bytes));
  expect(text).toContain(squeezed("No download by a person is recorded."));
  expect(text).toContain(
    squeezed("No contact by WhatsApp or telephone in which the customer asked for help is recorded"),
  );
});

it("prints only the last characters even when given whole numbers", async () => {
  for (const type of [1, 2] as const) {
    const facts = samplePackFacts(type);
    const order = { ...facts.order, passportNumber: "N7654321", telephone: "+44 7700 900123" };
    const text = squeezed(pdfText((await renderer.render({ ...facts, order })).bytes));
    expect(text).not.toContain("N7654321");
    expect(text).not.toContain("7700900123");
    expect(text).toContain("endingin321");
    expect(text).toContain("endingin0123");
  }
});

it("spells out control characters and characters without a glyph", async () => {
  const facts = samplePackFacts(1);
  const text = pdfText((await renderer.render({ ...facts, contact: [note(hostile.slice(0, 60))] })).bytes);
  for (const name of ["[U+202E]", "[U+0000]", "[U+0007]", "[U+001B]", "[U+1F600]", "[U+1F468]", "[U+D800]"]) {
    expect(squeezed(text)).toContain(name);
  }
});

it("gives the same bytes for the same facts, in any order of renders and in another thread", async () => {
  const facts = crowded(2, LONG_NAMES.mixed);
  const first = (await renderer.render(facts)).bytes;
  await renderer.render(samplePackFacts(1, { contact: [note(`${LONG_NAMES.arabic} ${LONG_NAMES.tamil} ‐‑– ﬁ`)] }));
  expect((await renderer.render(facts)).bytes.equals(first)).toBe(true);
  const other = createPackRenderer({ timeLimitMs: 60_000 });
  expect((await other.render(facts)).bytes.equals(first)).toBe(true);
  await other.close();
});

describe("a pack that exceeds its limits", () => {
  it("is refused with the section that is too long", async () => {
    const moves = Array.from({ length: 150 }, (_, index) => ({
      at: minutes(index),
      kind: "move" as const,
      grade: "S" as const,
      text: "Moved from Priority to Awaiting Response",
    }));
    const refused = renderer.render(samplePackFacts(1, { delivery: moves }));
    await expect(refused).rejects.toThrow(PackTooLong);
    await expect(refused).rejects.toThrow(
      /^Pack 1 may have at most 4 pages, this one needs \d+\. Leave out about \d+ pages\. The longest parts, in pages: C\. Delivery/,
    );
  });

  it("names the correspondence of Pack 2, which is printed in full", async () => {
    const contact = Array.from({ length: 60 }, (_, index) => note("we spoke again ".repeat(120), index));
    await expect(renderer.render(samplePackFacts(2, { contact }))).rejects.toThrow(/in pages: I\. Correspondence/);
  });
});

describe("the render thread", () => {
  it("keeps the event loop free", { tags: "long" }, async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await renderer.render(crowded(2, LONG_NAMES.chinese));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });

  it("is terminated when a pack takes too long, and the next pack starts a new one", { tags: "long" }, async () => {
    const shortLimit = createPackRenderer({ timeLimitMs: 1 });
    await expect(shortLimit.render(samplePackFacts(1))).rejects.toThrow("not printed within 1 ms");
    await shortLimit.close();
    const longLimit = createPackRenderer({ timeLimitMs: 60_000 });
    const broken = { ...samplePackFacts(1), madeAt: "no time" };
    await expect(longLimit.render(broken)).rejects.toThrow("could not be printed");
    expect((await longLimit.render(samplePackFacts(1))).pages).toBeLessThanOrEqual(4);
    await longLimit.close();
    await expect(longLimit.render(samplePackFacts(1))).rejects.toThrow("closed");
  });
});
