import type { PackType } from "#contract/packs/packs.ts";
import { gradesOf } from "#server/features/packs/grades.ts";
import type { PackFacts, Visit } from "#server/features/packs/pack-facts.ts";

type Download = PackFacts["downloads"][number];

const start = Date.parse("2026-02-20T09:00:00Z");
/** Minutes after the order was created. */
export const minutes = (count: number): string => new Date(start + count * 60_000).toISOString();

const laptop = { place: "United Kingdom", device: "Desktop", browser: "Chrome 133.0", os: "Windows 11" };
const phone = { place: "Sri Lanka", device: "Mobile Apple iPhone", browser: "Mobile Safari 18.2", os: "iOS 18.2" };

/** Names of 60 characters and more in customers' scripts. */
export const LONG_NAMES = {
  latin: "Maximiliana Wilhelmina Öztürk-Świątkowska van der Bruggenhoeve",
  sinhala: "කොස්වත්තගේ ලක්ෂ්මී ප්‍රියංකා ජයවර්ධන වික්‍රමසිංහ මුදියන්සේලාගේ ශ්‍රී",
  tamil: "சுப்பிரமணியன் கிருஷ்ணமூர்த்தி பாலசுப்ரமணியம் லக்ஷ்மி நாராயணசாமி ஸ்ரீ",
  arabic: "عبد الرحمن محمد عبد الله بن عبد العزيز الهاشمي القرشي أبو إسماعيل",
  chinese:
    "欧阳明月司徒志远诸葛思源上官婉儿慕容雪晴夏侯景行皇甫清华东方文博令狐长风宇文静怡尉迟天佑公孙云起长孙若兰淳于子墨申屠晓峰",
  mixed: "Ahmad أحمد بن علي (2) 王小明 Wang ලක්ෂ්මී லக்ஷ்மி Иван Ιωάννης नीलम สมชาย",
} as const;

export function sampleDownloads(count: number, visit: (index: number) => Partial<Visit> = () => ({})): Download[] {
  return Array.from({ length: count }, (_, index) => {
    const at = minutes(3000 + index * 97);
    const base =
      index % 3 === 0 ? { ip: "203.0.113.24", ...laptop } : { ip: "2001:db8:85a3:8d3:1319:8a2e:370:7348", ...phone };
    return {
      ...base,
      at,
      completedAt: minutes(3000 + index * 97 + 1),
      file: "100123_arrival-card-v1.pdf",
      ...visit(index),
    };
  });
}

/** An ordinary order: paid, delivered, downloaded twice, disputed. */
export function samplePackFacts(type: PackType, changes: Partial<PackFacts> = {}): PackFacts {
  const purchase: Visit = { at: minutes(0), ip: "203.0.113.24", ...laptop };
  const downloads = changes.downloads ?? sampleDownloads(2);
  const signIns = changes.signIns ?? [
    { at: minutes(2990), ip: "203.0.113.24", ...laptop },
    { at: minutes(3090), ip: "2001:db8:85a3:8d3:1319:8a2e:370:7348", ...phone },
  ];
  const facts: Omit<PackFacts, "delivery"> = {
    type,
    caseReference: `100123-P${type}-20260312`,
    madeAt: "2026-03-12T10:20:30.000Z",
    company: {
      name: "Island Arrivals Ltd",
      address: "18 Harbour Road, London E1 4AB, United Kingdom",
      telephone: "+44 20 7946 0018",
      taxId: "GB 123 4567 89",
      descriptor: "ISLAND ARRIVALS LONDON",
    },
    grades: gradesOf({ events: [] }),
    isImported: false,
    sold: { service: "Sri Lanka Arrival Card", mode: "Priority" },
    order: {
      id: 100123,
      createdAt: minutes(0),
      status: "Completed",
      fullName: "Eleanor Vance",
      email: "eleanor.vance@example.com",
      telephone: "4821",
      passportNumber: "67X",
      birthYear: "1984",
      nationality: "United Kingdom",
      sex: "Female",
      arrivalDate: "2026-03-04",
      flightNumber: "UL504",
      purposeOfVisit: "Tourism",
      placeOfStay: "Galle Face Hotel, 2 Galle Road, Colombo 3",
      travelMode: "Air",
      portOfDeparture: "London Heathrow",
      portOfArrival: "Colombo (CMB)",
    },
    payment: {
      transactionId: "pi_3Qx81zK2eZvKYlo2C1aBcDeF",
      merchantName: "Island Arrivals",
      gateway: "Stripe",
      amount: "49.99",
      currency: "USD",
      paidAt: minutes(1),
      cardBrand: "Visa",
      cardLast4: "4242",
      cardCountry: "GB",
      chargeId: null,
      avs: "Y",
      cvc: "M",
      threeDs: "authenticated",
      billingName: "Eleanor Vance",
    },
    purchase,
    terms: {
      version: "2026-01",
      acceptedAt: minutes(0),
      refundPolicyVersion: "2025-11",
      text: "We prepare and file your arrival card with the authority and send you the approved document by e-mail. Our fee pays for this service and is separate from anything a government charges.",
      refundPolicyText:
        "You may cancel without cost until we begin to work on your application. After the approved document was sent to you the service is complete and the fee is not returned.",
    },
    device: { id: "dev_9f8e7d6c5b4a3", fingerprint: null, accountId: null },
    document: {
      file: "100123_arrival-card-v1.pdf",
      contentType: "application/pdf",
      pages: 2,
      bytes: 184_213,
      sha256: "9f2b7c4d1e0a83f65d4c2b1a09f8e7d6c5b4a39281706f5e4d3c2b1a0f9e8d7c",
      storedAt: minutes(2800),
      finding: {
        verdict: "match",
        fields: [
          { field: "full_name", result: "found" },
          { field: "passport_number", result: "found" },
          { field: "arrival_date", result: "found" },
        ],
      },
    },
    deliveryMail: {
      at: minutes(2801),
      to: "eleanor.vance@example.com",
      via: "Amazon SES",
      messageId: "0100019530ab12cd-5f3e9a70-1c2d-4e5f-8a9b-0c1d2e3f4a5b-000000",
      acceptedAt: minutes(2802),
      deliveredAt: minutes(2803),
      isSent: true,
    },
    signIns,
    downloads,
    leftOut: { automated: 3, incomplete: 1, repeated: 0 },
    contact: [
      {
        at: minutes(1500),
        channel: "WhatsApp",
        by: "Nadia Perera",
        text: "The customer asked when the card would arrive; told that it is sent two days before the flight.",
      },
    ],
    refund: { recordedAt: null, isDue: false },
    dispute: {
      reason: type === 1 ? "not_received" : "not_authorised",
      amount: "49.99",
      currency: "USD",
      dueDate: "2026-03-24",
      caseId: "du_1Qz9",
      openedAt: "2026-03-10T08:00:00.000Z",
    },
    earlier: {
      orders: [
        earlierOrder(100071, 190, { ip: "203.0.113.24", shares: ["ip", "device", "email", "name"] }),
        earlierOrder(100088, 141, { ip: "203.0.113.24", shares: ["ip", "email", "telephone", "name"] }),
      ],
      verdict: "eligible",
      missing: null,
    },
    chain: { seq: 17, head: "4be1c0ffee5d6a7b8c9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d" },
    ...changes,
  };
  return { ...facts, delivery: changes.delivery ?? deliveryOf(facts) };
}

export function earlierOrder(
  id: number,
  ageDays: number,
  changes: Partial<PackFacts["earlier"]["orders"][number]> = {},
): PackFacts["earlier"]["orders"][number] {
  return {
    id,
    at: new Date(start - ageDays * 86_400_000).toISOString(),
    transactionId: `pi_earlier_${id}`,
    chargeId: null,
    grade: "S",
    amount: "49.99",
    currency: "USD",
    ip: "203.0.113.24",
    ...laptop,
    shares: ["email"],
    hadDispute: false,
    samePaymentCredential: true,
    ageDays,
    qualifies: true,
    ...changes,
  };
}

function deliveryOf({ order, payment, document, deliveryMail, signIns, downloads }: Omit<PackFacts, "delivery">) {
  const events: PackFacts["delivery"] = [
    { at: order.createdAt, kind: "order", grade: "S", text: "The order was received from the checkout" },
    { at: payment.paidAt ?? minutes(1), kind: "payment", grade: "S", text: "The payment was reported" },
    { at: minutes(60), kind: "move", grade: "S", text: "Moved from Priority to Awaiting Response" },
    ...signIns.map(({ at }) => ({
      at,
      kind: "sign_in" as const,
      grade: "S" as const,
      text: "The tracking page was opened with the order's e-mail address",
    })),
    ...downloads.map(({ completedAt, file }) => ({
      at: completedAt,
      kind: "download" as const,
      grade: "S" as const,
      text: `${file} was downloaded`,
    })),
  ];
  if (document !== null)
    events.push({
      at: document.storedAt,
      kind: "document",
      grade: "S",
      text: `The document ${document.file} was stored`,
    });
  if (deliveryMail !== null) {
    events.push({
      at: deliveryMail.at,
      kind: "mail",
      grade: "S",
      text: `The mail to ${deliveryMail.to} was handed to ${deliveryMail.via}, message id ${deliveryMail.messageId}`,
    });
    if (deliveryMail.deliveredAt !== null)
      events.push({
        at: deliveryMail.deliveredAt,
        kind: "mail",
        grade: "P",
        text: "The recipient's mail server accepted the mail",
      });
    events.push({ at: minutes(2804), kind: "move", grade: "S", text: "Moved from Awaiting Response to Completed" });
  }
  return events.sort((one, other) => one.at.localeCompare(other.at));
}

/** An order without any optional facts. */
export function nothingHeld(type: PackType): PackFacts {
  const facts = samplePackFacts(type);
  const nulls = <T extends object>(of: T) => Object.fromEntries(Object.keys(of).map((key) => [key, null]));
  const { id, createdAt, status } = facts.order;
  return {
    ...facts,
    company: { ...facts.company, ...nulls(facts.company), name: facts.company.name },
    order: { ...facts.order, ...nulls(facts.order), id, createdAt, status },
    payment: { ...facts.payment, ...nulls(facts.payment) },
    purchase: { ...facts.purchase, ...nulls(facts.purchase), at: createdAt },
    terms: { ...facts.terms, ...nulls(facts.terms) },
    device: { ...facts.device, ...nulls(facts.device) },
    document: null,
    deliveryMail: null,
    delivery: [{ at: createdAt, kind: "order", grade: "S", text: "The order was received from the checkout" }],
    signIns: [],
    downloads: [],
    leftOut: { automated: 0, incomplete: 0, repeated: 0 },
    contact: [],
    dispute: null,
    earlier: { orders: [], verdict: "not_eligible", missing: null },
  };
}
