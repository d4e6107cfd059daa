import type { Block } from "#server/platform/typesetting/blocks.ts";
import { CE3_RULE } from "../ce3-rule.ts";
import { type Grade, weakest } from "../grades.ts";
import type { PackFacts } from "../pack-facts.ts";
import { factsTable } from "./facts-table.ts";
import { cardText } from "./letter.ts";
import { ends } from "./visits.ts";
import {
  countText,
  endingText,
  moneyText,
  NOT_SUPPLIED,
  orNotSupplied,
  statedBy,
  timeOrNotSupplied,
  timeText,
} from "./wording.ts";

export function paymentTable(facts: PackFacts): Block {
  const { payment, device, grades } = facts;
  return factsTable(`Payment and its checks, as ${statedBy(facts)} stated them`, [
    ["Transaction id", payment.transactionId, grades.transaction],
    ["Merchant name", payment.merchantName, grades.transaction],
    ["Charge id", payment.chargeId, grades.chargeId],
    ["Gateway", payment.gateway, grades.gateway],
    ["Time", timeOrNotSupplied(payment.paidAt), grades.paidAt],
    ["Amount", moneyText(payment.amount, payment.currency), grades.amount],
    ["Card", cardText(payment), grades.card],
    ["Name on the card", payment.billingName, grades.billingName],
    ["Address check (AVS)", payment.avs, grades.avs],
    ["Code check (CVC)", payment.cvc, grades.cvc],
    ["3-D Secure", payment.threeDs, grades.threeDs],
    ["Device id", device.id, grades.device],
    ["Device fingerprint", device.fingerprint, grades.device],
    ["Checkout account", device.accountId, grades.device],
  ]);
}

export const VERDICTS: Record<Exclude<PackFacts["earlier"]["verdict"], "other_scheme">, string> = {
  eligible: "Eligible",
  possible: "Possible",
  not_eligible: "Not eligible",
};

const ELEMENTS = {
  ip: "IP address",
  device: "device",
  account: "account",
  email: "e-mail",
  telephone: "telephone",
  name: "name",
} as const;
const ORDERS_LISTED = { first: 2, last: 10 };

/** The verdict is only as reliable as the payments it is based on. */
export function compellingGrade({ earlier, grades }: PackFacts): Grade {
  const counting = earlier.orders.filter(({ qualifies }) => qualifies);
  return weakest("S", grades.purchase, grades.card, ...counting.map(({ grade }) => grade));
}

/** Visa's rule with its verdict where the rule applies, and the earlier orders of the same person. */
export function compellingBlocks(facts: PackFacts): Block[] {
  const { earlier } = facts;
  const { before, between, after } = ends(earlier.orders, ORDERS_LISTED.first, ORDERS_LISTED.last);
  const isRuled = earlier.verdict !== "other_scheme";
  const rows = [...before, ...after].map((order) => [
    `${order.id}, transaction ${orNotSupplied(order.transactionId)} [${order.grade}]`,
    `${timeText(order.at)}, ${countText(order.ageDays, "day")} before`,
    orNotSupplied(moneyText(order.amount, order.currency)),
    order.shares.length === 0 ? "nothing" : order.shares.map((element) => ELEMENTS[element]).join(", "),
    order.samePaymentCredential ? "yes" : "no",
    order.hadDispute ? "yes" : "no",
    ...(isRuled ? [order.qualifies ? { text: "yes", isBold: true } : "no"] : []),
  ]);
  const blocks = ruleBlocks(facts);
  if (rows.length === 0) {
    return [...blocks, { kind: "paragraph", text: "No earlier order of the same person is recorded. [S]" }];
  }
  blocks.push({
    kind: "table",
    title: countText(earlier.orders.length, "earlier order"),
    columns: [
      { title: "Order", share: 23 },
      { title: "Placed", share: 22 },
      { title: "Amount", share: 11 },
      { title: "Shares", share: 16 },
      { title: "Same card", share: 9 },
      { title: "Dis- puted", share: isRuled ? 9 : 19 },
      ...(isRuled ? [{ title: "Counts", share: 10 }] : []),
    ],
    rows,
  });
  if (between.length > 0) {
    blocks.push({ kind: "paragraph", text: `${countText(between.length, "further earlier order")} not listed. [S]` });
  }
  return blocks;
}

/** Visa's rule with its verdict; nothing for a card of another scheme. */
function ruleBlocks(facts: PackFacts): Block[] {
  const { verdict, missing } = facts.earlier;
  if (verdict === "other_scheme") return [];
  const lacking = missing === null ? "" : ` Missing: ${missing}`;
  return [
    {
      kind: "paragraph",
      isBold: true,
      text: `${VERDICTS[verdict]} under Visa Compelling Evidence 3.0.${lacking} [${compellingGrade(facts)}]`,
    },
    {
      kind: "paragraph",
      text: `The rule asks for two earlier undisputed payments with the same payment credential, made ${CE3_RULE.days.min} to ${CE3_RULE.days.max} whole days (UTC) before the disputed one, that share two elements with it, one of them the IP address or the device. The days are those of ${CE3_RULE.source}, read on ${CE3_RULE.readOn}; on day ${CE3_RULE.borderlineDays} its pages differ, and it is not counted. A refunded payment is not counted either. Exactly two are proposed.`,
    },
  ];
}

/** How the traveller, the cardholder and the e-mail address relate. */
export function identityTable({ order, payment, document, grades }: PackFacts): Block {
  return factsTable("The traveller and the customer", [
    ["Traveller", order.fullName, grades.order],
    ["Name on the card", billingText(order.fullName, payment.billingName), grades.billingName],
    ["E-mail", emailText(order), grades.order],
    ["Passport number", endingText(order.passportNumber, 3), grades.order],
    ["Year of birth", order.birthYear, grades.order],
    ["Arrival and flight", travelText(order), grades.order],
    ["Place of stay", order.placeOfStay, grades.order],
    ["Card issued for", document === null ? null : documentText(document.finding), grades.document],
  ]);
}

const nameWords = (name: string) =>
  name
    .normalize("NFD")
    .replace(/[\p{M}\u2066-\u2069]/gu, "")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2);

function billingText(fullName: string | null, billingName: string | null): string | null {
  if (billingName === null || fullName === null) return billingName;
  const isEqual = nameWords(fullName).sort().join(" ") === nameWords(billingName).sort().join(" ");
  return isEqual ? `${billingName}, as the traveller` : billingName;
}

function emailText({ email, fullName }: PackFacts["order"]): string | null {
  if (email === null || fullName === null) return email;
  const local = email.split("@")[0]?.toLowerCase() ?? "";
  const found = nameWords(fullName).filter((word) => local.includes(word));
  return found.length === 0 ? email : `${email}, which contains the traveller's name (${found.join(", ")})`;
}

function travelText({ arrivalDate, flightNumber }: PackFacts["order"]): string | null {
  const parts = [arrivalDate, flightNumber].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(", flight ");
}

function documentText(finding: NonNullable<PackFacts["document"]>["finding"]): string | null {
  if (finding === null) return NOT_SUPPLIED;
  const names = { full_name: "name", passport_number: "passport number", arrival_date: "arrival date" } as const;
  const found = finding.fields.filter(({ result }) => result === "found").map(({ field }) => names[field]);
  return found.length === 0 ? null : `a person with the order's ${found.join(", ")}: its text contains them`;
}
