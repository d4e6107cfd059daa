import type { Section } from "#server/platform/typesetting/blocks.ts";
import type { PackFacts, Visit } from "../pack-facts.ts";
import { contactBlocks, readingBlocks, refundText } from "./closing.ts";
import { deliveryTable, documentTable, leftOutText, logTable } from "./delivery.ts";
import type { Fact } from "./facts-table.ts";
import { cardText, disputeFacts, letterSection } from "./letter.ts";
import { orderTable, termsSection } from "./order-sections.ts";
import { isSame } from "./visits.ts";
import { countText, moneyText, orNotSupplied, timeOrNotSupplied, timesText, timeText } from "./wording.ts";

const TITLES = {
  A: "A. The order",
  B: "B. What was sold, and the terms",
  C: "C. Delivery",
  D: "D. Downloads of the document",
  E: "E. Contact with the customer",
} as const;

/** A longer log shows its two ends. */
const DOWNLOADS_LISTED = { first: 2, last: 6 };

/** How much is told where the events are many: the first that fits into the pages is taken, the shortest at the worst. */
const TELLINGS = [
  { notes: undefined, visits: { first: 2, last: 6 }, policyLength: Number.POSITIVE_INFINITY },
  { notes: { length: 400, first: 2, last: 6 }, visits: { first: 1, last: 1 }, policyLength: Number.POSITIVE_INFINITY },
  { notes: { length: 120, first: 1, last: 1 }, visits: { first: 1, last: 1 }, policyLength: 300 },
] as const;
export const PACK_ONE_TELLINGS = TELLINGS.length;

/** Pack 1: the service was delivered (not received; Visa 13.1, Mastercard 4853, Amex C08, PayPal). */
export function packOneSections(facts: PackFacts, telling = 0): Section[] {
  const { notes, visits, policyLength } = TELLINGS[telling] ?? TELLINGS[0];
  return [
    letterSection(facts, {
      subject: "Service delivered",
      sentences: sentences(facts),
      outcome: outcome(facts),
      glance: glance(facts),
      exhibits: Object.entries(TITLES).map(([id, name]) => ({ id, name })),
    }),
    { id: "A", title: TITLES.A, blocks: [orderTable(facts)] },
    termsSection("B", TITLES.B, facts, policyLength),
    { id: "C", title: TITLES.C, blocks: [deliveryTable(facts, visits), documentTable(facts)] },
    { id: "D", title: TITLES.D, blocks: downloadBlocks(facts) },
    { id: "E", title: TITLES.E, blocks: [...contactBlocks(facts, notes), ...readingBlocks(facts)] },
  ];
}

/** Five sentences at the most: who ordered what, on which terms, completed, mailed, downloaded. What is not held is left out. */
function sentences(facts: PackFacts): string[] {
  const { order, sold, terms, document, deliveryMail, downloads, purchase } = facts;
  const said = [
    `${order.fullName ?? "The customer"}${order.email === null ? "" : ` (${order.email})`} ordered ${sold.service}, ${
      sold.mode
    } processing, on ${timeText(order.createdAt)} as order ${order.id}. [S]`,
  ];
  if (terms.acceptedAt !== null) {
    const version = terms.version === null ? "" : `, version ${terms.version},`;
    const from = purchase.ip === null ? "" : ` in a checkout that came from the address ${purchase.ip}`;
    said.push(`Our terms${version} were accepted on ${timeText(terms.acceptedAt)}${from}. [S]`);
  }
  if (document !== null) {
    said.push(`The arrival card was completed and stored as ${document.file} on ${timeText(document.storedAt)}. [S]`);
  }
  if (deliveryMail !== null) {
    const { at, to, isSent, via, acceptedAt, deliveredAt } = deliveryMail;
    const reported = [
      acceptedAt === null ? null : `${via} accepted it on ${timeText(acceptedAt)}`,
      deliveredAt === null ? null : `the recipient's mail server on ${timeText(deliveredAt)}`,
    ].filter((part) => part !== null);
    const answer = reported.length === 0 ? "" : `; ${reported.join(", ")} [P]`;
    said.push(
      isSent
        ? `It was mailed to ${to} through ${via} on ${timeText(at)} [S]${answer}.`
        : `A mail to ${to} was written on ${timeText(at)} to ${via}. [S]`,
    );
  }
  const [first] = downloads;
  if (first !== undefined) {
    const where = first.ip === null ? "" : `, from ${first.ip}${first.place === null ? "" : ` (${first.place})`}`;
    said.push(
      `It was downloaded from our tracking page by a person ${timesText(downloads.length)}, first on ${timeText(first.completedAt)}${where}. [S]`,
    );
  }
  return said;
}

function outcome({ refund, document, deliveryMail, downloads }: PackFacts): string {
  if (refund.recordedAt !== null) {
    return `A refund was recorded on ${timeText(refund.recordedAt)}. We ask you to close the dispute, so that the amount is not returned twice.`;
  }
  const isDelivered = document !== null && (deliveryMail?.isSent || downloads.length > 0);
  const reason = isDelivered ? ": what was bought was delivered" : "";
  return `We ask you to decide the dispute in the merchant's favour and to return the disputed amount${reason}.`;
}

function glance(facts: PackFacts): Fact[] {
  const { payment, order, terms, document, deliveryMail, downloads, refund } = facts;
  return [
    [
      "Payment",
      [moneyText(payment.amount, payment.currency), cardText(payment)].filter((part) => part !== null).join(", "),
      payment.grade,
    ],
    ["Order", `${order.id}, ${order.status}`, "S"],
    ["Terms accepted", timeOrNotSupplied(terms.acceptedAt), "S"],
    ["Document stored", document === null ? null : timeText(document.storedAt), "S"],
    ["Mailed", deliveryMail?.isSent ? `${timeText(deliveryMail.at)} to ${deliveryMail.to}` : null, "S"],
    ["Recipient's server", timeOrNotSupplied(deliveryMail?.deliveredAt ?? null), "P"],
    ["Downloads", downloads.length === 0 ? "none by a person" : `${downloads.length} by a person`, "S"],
    ...(refund.recordedAt === null && !refund.isDue ? [] : ([["Refund", refundText(facts), "S"]] satisfies Fact[])),
    ...disputeFacts(facts),
  ];
}

function downloadBlocks(facts: PackFacts): Section["blocks"] {
  const { downloads, purchase } = facts;
  const [first] = downloads;
  const notListed = { kind: "paragraph", text: `${leftOutText(facts)} [S]` } as const;
  if (first === undefined) {
    return [{ kind: "paragraph", text: "No download by a person is recorded. [S]" }, notListed];
  }
  return [
    { kind: "paragraph", text: firstAddressText(first, purchase) },
    logTable({
      title: `${countText(downloads.length, "download")} by a person [S]`,
      entries: downloads.map((download) => ({ ...download, at: download.completedAt, kind: null })),
      ...DOWNLOADS_LISTED,
    }),
    notListed,
  ];
}

function firstAddressText(first: Visit, purchase: Visit): string {
  const same = isSame(first, purchase, "ip");
  if (same === null) {
    return `The address of the first download is ${orNotSupplied(first.ip)}, that of the purchase ${orNotSupplied(
      purchase.ip,
    )}; they can't be compared. [S]`;
  }
  return same
    ? `The first download came from ${first.ip}, the address of the purchase. [S]`
    : `The first download came from ${first.ip}; the purchase was made from ${purchase.ip}. [S]`;
}
