import { DAY_MS } from "#contract/dates.ts";
import { DEVICE_FINGERPRINT_MIN, DEVICE_ID_MIN } from "#contract/intake/intake.ts";
import { canonicalIp, isPrivateIp } from "#server/platform/ip-address.ts";
import { plainDecimal } from "#server/platform/money.ts";
import { CE3_RULE } from "./ce3-rule.ts";
import { type GradedFact, gradeOf, weakest } from "./grades.ts";
import type { EarlierOrder, Evidence } from "./pack-facts.repository.ts";
import type { PackFacts } from "./pack-facts.ts";
import { type ClientText, clientOf, placeOf } from "./visits.ts";

type Earlier = PackFacts["earlier"];
type Share = Earlier["orders"][number]["shares"][number];
/** `likely`: the same brand, last four digits and name, which several cards may share. */
type Credential = "same" | "likely" | "other";

const { days: AGE_DAYS, orders: ORDERS_NEEDED, elements: ELEMENTS_NEEDED } = CE3_RULE;
/** The elements of the rule that we record. */
const ELEMENTS: readonly Share[] = ["ip", "device", "account"];
const STRONG_ELEMENTS: readonly Share[] = ["ip", "device"];
const ELEMENTS_TEXT =
  "two of public address, device and account, the same ones in both, one of them the address or the device";
/** As many as fit on a page. */
const LISTED = 10;

/** The facts that a listed payment is based on. */
const CREDENTIAL_FACTS: readonly GradedFact[] = ["paidAt", "transaction", "purchase", "device", "card"];

interface Candidate {
  row: Earlier["orders"][number];
  credential: Credential;
  wasRefunded: boolean;
  /** Qualifies in everything but the credential. */
  qualifiesOtherwise: boolean;
}

/** Evaluates earlier orders; the two that are proposed come first. */
export function compellingEvidence(
  disputed: Evidence,
  earlier: readonly EarlierOrder[],
  words: ClientText,
  mask: (text: string | null) => string | null,
): Earlier {
  const candidates = earlier.map((order) => evaluate(disputed, order, words, mask)).filter(isRelated);
  const { pair, ...verdict } = verdictOn(mask(disputed.cardBrand), candidates);
  const rows = candidates.map((each) => ({ ...each, row: { ...each.row, qualifies: pair.includes(each) } }));
  const rank = ({ row, qualifiesOtherwise }: Candidate) => (row.qualifies ? 0 : qualifiesOtherwise ? 1 : 2);
  const orders = rows.toSorted((a, b) => rank(a) - rank(b)).map(({ row }) => row);
  return { orders: orders.slice(0, LISTED), ...verdict };
}

/** An order found only because its card ends in the same four digits belongs to someone else. */
const isRelated = ({ credential, row }: Candidate) => credential !== "other" || row.shares.length > 0;

function evaluate(
  disputed: Evidence,
  order: EarlierOrder,
  words: ClientText,
  mask: (text: string | null) => string | null,
): Candidate {
  const credential = compareCredentials(disputed, order);
  const shares = sharedElements(disputed, order);
  const ageDays = utcDay(disputed.paidAt ?? disputed.createdAt) - utcDay(order.paidAt);
  const { wasRefunded } = order;
  const isClean = !order.hadDispute && !wasRefunded;
  const qualifiesOtherwise = isOfAge(ageDays) && isClean && isEnough(shares) && credential !== "other";
  const ip = order.purchaseIp;
  return {
    credential,
    qualifiesOtherwise,
    wasRefunded,
    row: {
      id: order.id,
      at: order.paidAt.toISOString(),
      transactionId: mask(order.transactionId),
      chargeId: mask(order.chargeId),
      grade: weakest(...CREDENTIAL_FACTS.map((fact) => gradeOf(order, fact))),
      amount: order.amount === null ? null : plainDecimal(order.amount, order.currency),
      currency: order.currency,
      ip,
      place: placeOf(ip, undefined, words),
      ...clientOf(mask(order.userAgent), words),
      shares,
      hadDispute: order.hadDispute,
      samePaymentCredential: credential === "same",
      ageDays,
      qualifies: false,
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
  const [mine, theirs] = [countedDevice(a), countedDevice(b)];
  const same: Record<Share, boolean> = {
    ip: isSame(publicIp(a.purchaseIp), publicIp(b.purchaseIp)),
    device: isSame(mine.id, theirs.id) || isSame(mine.fingerprint, theirs.fingerprint),
    account: isSame(a.accountId, b.accountId),
    email: isSame(a.emailKey, b.emailKey),
    telephone: isSame(a.telephoneKey, b.telephoneKey),
    name: isSame(a.nameKey, b.nameKey),
  };
  return (Object.keys(same) as Share[]).filter((element) => same[element]);
}

const isSame = (a: string | null, b: string | null) => a !== null && a !== "" && a === b;
const isOfAge = (days: number) => days >= AGE_DAYS.min && days <= AGE_DAYS.max;

/** A private address is shared by many, and one without a canonical form is invalid: both give null. */
function publicIp(text: string | null): string | null {
  const ip = text === null ? null : canonicalIp(text);
  return ip === null || isPrivateIp(ip) ? null : ip;
}

/** Device id and fingerprint, if long enough to identify one device. */
export function countedDevice({ deviceId, deviceFingerprint }: Pick<Evidence, "deviceId" | "deviceFingerprint">) {
  const longEnough = (text: string | null, least: number) => (text !== null && text.length >= least ? text : null);
  return {
    id: longEnough(deviceId, DEVICE_ID_MIN),
    fingerprint: longEnough(deviceFingerprint, DEVICE_FINGERPRINT_MIN),
  };
}

const utcDay = (at: Date) => Math.floor(at.getTime() / DAY_MS);

function isEnough(shares: readonly Share[]): boolean {
  const counted = shares.filter((element) => ELEMENTS.includes(element));
  return counted.length >= ELEMENTS_NEEDED && counted.some((element) => STRONG_ELEMENTS.includes(element));
}

/** The newest two that share the same elements with the disputed payment; empty if there are no two. */
function newestPair(candidates: readonly Candidate[]): Candidate[] {
  const newestFirst = candidates.toSorted((a, b) => b.row.at.localeCompare(a.row.at));
  for (const [index, one] of newestFirst.entries()) {
    const other = newestFirst
      .slice(index + 1)
      .find(({ row }) => isEnough(row.shares.filter((element) => one.row.shares.includes(element))));
    if (other !== undefined) return [one, other];
  }
  return [];
}

type Verdict = Pick<Earlier, "verdict" | "missing"> & { pair: Candidate[] };

/** The verdict, the two payments it is based on, and the first thing missing for a better one. */
function verdictOn(cardBrand: string | null, candidates: readonly Candidate[]): Verdict {
  const isOfOtherScheme = cardBrand !== null && !/\bvisa\b/i.test(cardBrand);
  if (isOfOtherScheme) return { verdict: "other_scheme", missing: null, pair: [] };
  const qualifying = candidates.filter(({ qualifiesOtherwise }) => qualifiesOtherwise);
  if (newestPair(qualifying).length === 0) return emailAsAccount(candidates) ?? notEligible(whatIsMissing(candidates));
  const pair = newestPair(qualifying.filter(({ credential }) => credential === "same"));
  if (pair.length === 0) {
    return possible("The payment provider's fingerprint of the card, which proves that it is the same one.");
  }
  if (cardBrand === null) return { ...possible("The brand of the card: the rule is Visa's."), pair };
  return { verdict: "eligible", missing: null, pair };
}

const notEligible = (missing: string): Verdict => ({ verdict: "not_eligible", missing, pair: [] });
const possible = (missing: string): Verdict => ({ verdict: "possible", missing, pair: [] });

/** The e-mail address may be the account id of the checkout where the checkout sent none. */
function emailAsAccount(candidates: readonly Candidate[]): Verdict | undefined {
  const qualifying = candidates.flatMap((each) => {
    const { row, credential, wasRefunded } = each;
    const shares: Share[] = row.shares.map((element) => (element === "email" ? "account" : element));
    const isClean = !row.hadDispute && !wasRefunded;
    if (!isOfAge(row.ageDays) || !isClean || credential === "other" || !isEnough(shares)) return [];
    return [{ ...each, row: { ...row, shares } }];
  });
  if (newestPair(qualifying).length === 0) return undefined;
  return possible(
    "The account_id with which the customer signed in to the checkout: the e-mail address counts only if the checkout submits it as account_id.",
  );
}

function whatIsMissing(candidates: readonly Candidate[]): string {
  const borderline = candidates.some(({ row }) => row.ageDays === CE3_RULE.borderlineDays);
  const note = borderline ? ` (one is ${CE3_RULE.borderlineDays} days old, on which the processors' pages differ)` : "";
  const steps: [(each: Candidate) => boolean, string][] = [
    [({ credential }) => credential !== "other", "paid with the same card"],
    [({ row }) => !row.hadDispute, "without a dispute"],
    [({ wasRefunded }) => !wasRefunded, "without a refund"],
    [
      ({ row }) => isOfAge(row.ageDays),
      `paid ${AGE_DAYS.min} to ${AGE_DAYS.max} days before the disputed payment${note}`,
    ],
    [({ row }) => isEnough(row.shares), `that share ${ELEMENTS_TEXT}`],
  ];
  let left = [...candidates];
  for (const [isKept, words] of steps) {
    left = left.filter(isKept);
    if (left.length < ORDERS_NEEDED) return `${countText(left.length)} ${words}; ${ORDERS_NEEDED} are needed.`;
  }
  return `There are no two earlier orders that share ${ELEMENTS_TEXT}.`;
}

const countText = (count: number) => (count === 0 ? "There are no earlier orders" : "There is only 1 earlier order");
