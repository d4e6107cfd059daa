import { canonicalIp } from "#server/platform/ip-address.ts";
import { plainDecimal } from "#server/platform/money.ts";
import type { EarlierOrder, Evidence } from "./pack-facts.repository.ts";
import type { PackFacts } from "./pack-facts.ts";
import { type ClientWords, clientOf, placeOf } from "./visits.ts";

type Earlier = PackFacts["earlier"];
type Share = Earlier["orders"][number]["shares"][number];
/** `likely`: the same brand, last four digits and name, which more than one card may have. */
type Credential = "same" | "likely" | "other";

const DAY_MS = 86_400_000;
/** Visa's Compelling Evidence 3.0 (dispute condition 10.4): how old an earlier payment has to be, and how many there must be. */
const AGE_DAYS = { min: 120, max: 365 };
const ORDERS_NEEDED = 2;
/** The elements that the rule knows and that are held here; the e-mail address is the customer's account. */
const ELEMENTS: readonly Share[] = ["ip", "device", "email"];
const STRONG_ELEMENTS: readonly Share[] = ["ip", "device"];
const ELEMENTS_NEEDED = 2;
/** As many as a page holds. */
const LISTED = 10;

interface Judged {
  row: Earlier["orders"][number];
  credential: Credential;
  /** All but the credential fits. */
  fitsBeside: boolean;
}

/** Judges earlier orders; those that qualify stand first, the newest first. */
export function compellingEvidence(
  disputed: Evidence,
  earlier: readonly EarlierOrder[],
  words: ClientWords,
  mask: (text: string | null) => string | null,
): Earlier {
  const judged = earlier.map((order) => judge(disputed, order, words, mask)).filter(isRelated);
  const rank = ({ row, fitsBeside }: Judged) => (row.qualifies ? 0 : fitsBeside ? 1 : 2);
  const orders = judged.toSorted((a, b) => rank(a) - rank(b)).map(({ row }) => row);
  return { orders: orders.slice(0, LISTED), ...verdictOn(mask(disputed.cardBrand), judged) };
}

/** What came along only because it ends in the same four digits is of somebody else. */
const isRelated = ({ credential, row }: Judged) => credential !== "other" || row.shares.length > 0;

function judge(
  disputed: Evidence,
  order: EarlierOrder,
  words: ClientWords,
  mask: (text: string | null) => string | null,
): Judged {
  const credential = compareCredentials(disputed, order);
  const shares = sharedElements(disputed, order);
  const ageDays = Math.floor(((disputed.paidAt ?? disputed.createdAt).getTime() - order.paidAt.getTime()) / DAY_MS);
  const fitsBeside = isOfAge(ageDays) && !order.hadDispute && sharesEnough(shares) && credential !== "other";
  const ip = order.purchaseIp;
  return {
    credential,
    fitsBeside,
    row: {
      id: order.id,
      at: order.paidAt.toISOString(),
      transactionId: mask(order.transactionId),
      amount: order.amount === null ? null : plainDecimal(order.amount),
      currency: order.currency,
      ip,
      place: placeOf(ip, undefined, words),
      ...clientOf(mask(order.userAgent), words),
      shares,
      hadDispute: order.hadDispute,
      samePaymentCredential: credential === "same",
      ageDays,
      qualifies: fitsBeside && credential === "same",
    },
  };
}

function compareCredentials(a: Evidence, b: EarlierOrder): Credential {
  if (a.paymentFingerprint !== null && b.paymentFingerprint !== null) {
    return a.paymentFingerprint === b.paymentFingerprint ? "same" : "other";
  }
  const described = (order: Evidence | EarlierOrder) => {
    const { cardLast4, cardBrand, billingName } = order;
    if (cardLast4 === null || cardBrand === null || billingName === null) return null;
    return [cardLast4, cardBrand, billingName].join("\n").toLowerCase();
  };
  return described(a) !== null && described(a) === described(b) ? "likely" : "other";
}

function sharedElements(a: Evidence, b: EarlierOrder): Share[] {
  const same: Record<Share, boolean> = {
    ip: isSame(a.purchaseIp && canonicalIp(a.purchaseIp), b.purchaseIp && canonicalIp(b.purchaseIp)),
    device: isSame(a.deviceId, b.deviceId),
    email: isSame(a.emailKey, b.emailKey),
    telephone: isSame(a.telephoneKey, b.telephoneKey),
    name: isSame(a.nameKey, b.nameKey),
  };
  return (Object.keys(same) as Share[]).filter((element) => same[element]);
}

const isSame = (a: string | null, b: string | null) => a !== null && a !== "" && a === b;
const isOfAge = (days: number) => days >= AGE_DAYS.min && days <= AGE_DAYS.max;

function sharesEnough(shares: readonly Share[]): boolean {
  const counted = shares.filter((element) => ELEMENTS.includes(element));
  return counted.length >= ELEMENTS_NEEDED && counted.some((element) => STRONG_ELEMENTS.includes(element));
}

/** The verdict, and the first thing that stands in the way of a better one. */
function verdictOn(cardBrand: string | null, judged: readonly Judged[]): Pick<Earlier, "verdict" | "missing"> {
  const isOfOtherScheme = cardBrand !== null && !/\bvisa\b/i.test(cardBrand);
  if (isOfOtherScheme) return notEligible(`The rule is Visa's, and the card is ${cardBrand}.`);
  const fitting = judged.filter(({ fitsBeside }) => fitsBeside);
  if (fitting.length < ORDERS_NEEDED) return notEligible(whatIsMissing(judged, fitting.length));
  const certain = fitting.filter(({ row }) => row.qualifies);
  if (certain.length < ORDERS_NEEDED) {
    return {
      verdict: "possible",
      missing: "The payment provider's fingerprint of the card, which proves that it is the same one.",
    };
  }
  if (cardBrand === null) return { verdict: "possible", missing: "The brand of the card: the rule is Visa's." };
  return { verdict: "eligible", missing: null };
}

const notEligible = (missing: string) => ({ verdict: "not_eligible", missing }) as const;

function whatIsMissing(judged: readonly Judged[], fitting: number): string {
  const steps: [(each: Judged) => boolean, string][] = [
    [({ credential }) => credential !== "other", "paid with the same card"],
    [({ row }) => !row.hadDispute, "without a dispute"],
    [({ row }) => isOfAge(row.ageDays), `paid ${AGE_DAYS.min} to ${AGE_DAYS.max} days before the disputed payment`],
    [
      ({ row }) => sharesEnough(row.shares),
      "that share two of address, device and e-mail address, one of them the address or the device",
    ],
  ];
  let left = [...judged];
  for (const [isKept, words] of steps) {
    left = left.filter(isKept);
    if (left.length < ORDERS_NEEDED) return `${countWords(left.length)} ${words}; ${ORDERS_NEEDED} are needed.`;
  }
  throw new Error(`${fitting} orders fit, which is enough`);
}

const countWords = (count: number) => (count === 0 ? "There are no earlier orders" : "There is only 1 earlier order");
