import type { Block } from "#server/platform/typesetting/blocks.ts";
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
  timeOrNotSupplied,
  timeText,
} from "./wording.ts";

export function paymentTable({ payment }: PackFacts): Block {
  return factsTable("Payment, and the checks the gateway supplied", [
    ["Transaction id", payment.transactionId, payment.grade],
    ["Merchant name", payment.merchantName, payment.grade],
    ["Gateway", payment.gateway, "S"],
    ["Time", timeOrNotSupplied(payment.paidAt), "P"],
    ["Amount", moneyText(payment.amount, payment.currency), "P"],
    ["Card", cardText(payment), "P"],
    ["Name on the card", payment.billingName, "P"],
    ["Address check (AVS)", payment.avs, "P"],
    ["Code check (CVC)", payment.cvc, "P"],
    ["3-D Secure", payment.threeDs, "P"],
  ]);
}

export const VERDICTS: Record<PackFacts["earlier"]["verdict"], string> = {
  eligible: "Eligible",
  possible: "Possible",
  not_eligible: "Not eligible",
};

const ELEMENTS = { ip: "IP address", device: "device", email: "e-mail", telephone: "telephone", name: "name" } as const;
const ORDERS_LISTED = { first: 2, last: 10 };

/** Visa's rule, the verdict on it and the orders it rests on. */
export function compellingBlocks({ earlier }: PackFacts): Block[] {
  const { before, between, after } = ends(earlier.orders, ORDERS_LISTED.first, ORDERS_LISTED.last);
  const rows = [...before, ...after].map((order) => [
    `${order.id}, transaction ${orNotSupplied(order.transactionId)}`,
    `${timeText(order.at)}, ${countText(order.ageDays, "day")} before`,
    orNotSupplied(moneyText(order.amount, order.currency)),
    order.shares.length === 0 ? "nothing" : order.shares.map((element) => ELEMENTS[element]).join(", "),
    order.samePaymentCredential ? "yes" : "no",
    order.hadDispute ? "yes" : "no",
    order.qualifies ? { text: "yes", isBold: true } : "no",
  ]);
  const missing = earlier.missing === null ? "" : ` Missing: ${earlier.missing}`;
  const blocks: Block[] = [
    {
      kind: "paragraph",
      isBold: true,
      text: `${VERDICTS[earlier.verdict]} under Visa Compelling Evidence 3.0.${missing}`,
    },
    {
      kind: "paragraph",
      text: "The rule asks for two earlier undisputed payments with the same payment credential, made 120 to 365 days before the disputed one, that share two elements with it, one of them the IP address or the device.",
    },
  ];
  if (rows.length === 0) {
    return [...blocks, { kind: "paragraph", text: "No earlier order of the same person is recorded. [S]" }];
  }
  blocks.push({
    kind: "table",
    title: `${countText(earlier.orders.length, "earlier order")} [S]`,
    columns: [
      { title: "Order", share: 23 },
      { title: "Placed", share: 22 },
      { title: "Amount", share: 11 },
      { title: "Shares", share: 16 },
      { title: "Same card", share: 9 },
      { title: "Dis- puted", share: 9 },
      { title: "Counts", share: 10 },
    ],
    rows,
  });
  if (between.length > 0) {
    blocks.push({ kind: "paragraph", text: `${countText(between.length, "further earlier order")} not listed. [S]` });
  }
  return blocks;
}

/** How the person who travels, the person who pays and the address hang together. */
export function identityTable({ order, payment, document }: PackFacts): Block {
  return factsTable("The traveller and the customer", [
    ["Traveller", order.fullName, "S"],
    ["Name on the card", billingText(order.fullName, payment.billingName), "P"],
    ["E-mail", emailText(order), "S"],
    ["Passport number", endingText(order.passportNumber, 3), "S"],
    ["Year of birth", order.birthYear, "S"],
    ["Arrival and flight", travelText(order), "S"],
    ["Place of stay", order.placeOfStay, "S"],
    ["Card issued for", document === null ? null : documentText(document.finding), "S"],
  ]);
}

const letters = (name: string) =>
  name
    .normalize("NFD")
    .replace(/[\p{M}\u2066-\u2069]/gu, "")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2);

function billingText(fullName: string | null, billingName: string | null): string | null {
  if (billingName === null || fullName === null) return billingName;
  const isEqual = letters(fullName).sort().join(" ") === letters(billingName).sort().join(" ");
  return isEqual ? `${billingName}, as the traveller` : billingName;
}

function emailText({ email, fullName }: PackFacts["order"]): string | null {
  if (email === null || fullName === null) return email;
  const local = email.split("@")[0]?.toLowerCase() ?? "";
  const found = letters(fullName).filter((word) => local.includes(word));
  return found.length === 0 ? email : `${email}, which holds the traveller's name (${found.join(", ")})`;
}

function travelText({ arrivalDate, flightNumber }: PackFacts["order"]): string | null {
  const parts = [arrivalDate, flightNumber].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(", flight ");
}

function documentText(finding: NonNullable<PackFacts["document"]>["finding"]): string | null {
  if (finding === null) return NOT_SUPPLIED;
  const names = { full_name: "name", passport_number: "passport number", arrival_date: "arrival date" } as const;
  const found = finding.fields.filter(({ result }) => result === "found").map(({ field }) => names[field]);
  return found.length === 0 ? null : `a person with the order's ${found.join(", ")}: its text holds them`;
}
