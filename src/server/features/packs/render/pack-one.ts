import type { Section } from "#server/platform/typesetting/blocks.ts";
import { weakest } from "../grades.ts";
import type { PackFacts, Visit } from "../pack-facts.ts";
import { contactBlocks, correspondenceBlocks, partText, readingBlocks, refundFacts } from "./closing.ts";
import { deliveryTable, documentTable, filingTables, leftOutText, logTable } from "./delivery.ts";
import type { Fact } from "./facts-table.ts";
import { disputeFacts, letterSection, paymentFact } from "./letter.ts";
import { correctionTables, orderTable, termsSection } from "./order-sections.ts";
import { isSame } from "./visits.ts";
import { countText, orNotSupplied, soldText, timeOrNotSupplied, timesText, timeText } from "./wording.ts";

const TITLES = {
  A: "A. The order",
  B: "B. What was sold, and the terms",
  C: "C. Delivery",
  D: "D. Downloads of the document",
  E: "E. Contact with the customer",
} as const;

/** A longer log shows only its first and last entries. */
const DOWNLOADS_LISTED = { first: 2, last: 6 };

/** Levels of detail, tried in order until the pack fits its page limit. */
const DETAIL_LEVELS = [
  {
    notes: undefined,
    messages: { length: 300, first: 2, last: 4 },
    visits: { first: 2, last: 6 },
    policyLength: Number.POSITIVE_INFINITY,
  },
  {
    notes: { length: 400, first: 2, last: 6 },
    messages: { length: 300, first: 1, last: 2 },
    visits: { first: 1, last: 1 },
    policyLength: Number.POSITIVE_INFINITY,
  },
  {
    notes: { length: 120, first: 1, last: 1 },
    messages: { length: 120, first: 1, last: 1 },
    visits: { first: 1, last: 1 },
    policyLength: 300,
  },
] as const;
export const PACK_ONE_DETAIL_LEVELS = DETAIL_LEVELS.length;

/** Pack 1: the service was delivered (not received; Visa 13.1, Mastercard 4853, Amex C08, PayPal). */
export function packOneSections(facts: PackFacts, level = 0): Section[] {
  const { notes, messages, visits, policyLength } = DETAIL_LEVELS[level] ?? DETAIL_LEVELS[0];
  return [
    letterSection(facts, {
      subject: "Service delivered",
      sentences: sentences(facts),
      outcome: outcome(facts),
      glance: glance(facts),
      exhibits: Object.entries(TITLES).map(([id, name]) => ({ id, name })),
    }),
    { id: "A", title: TITLES.A, blocks: [orderTable(facts), ...correctionTables(facts)] },
    termsSection("B", TITLES.B, facts, policyLength),
    { id: "C", title: TITLES.C, blocks: [deliveryTable(facts, visits), ...filingTables(facts), documentTable(facts)] },
    { id: "D", title: TITLES.D, blocks: downloadBlocks(facts) },
    {
      id: "E",
      title: TITLES.E,
      blocks: [...contactBlocks(facts, notes), ...correspondenceBlocks(facts, messages), ...readingBlocks(facts)],
    },
  ];
}

/** At most five sentences: order, terms, completion, mail, download. Missing facts are left out. */
function sentences(facts: PackFacts): string[] {
  const { order, terms, document, deliveryMail, downloads, purchase, grades } = facts;
  const said = [
    `${order.fullName ?? "The customer"}${order.email === null ? "" : ` (${order.email})`} ordered ${soldText(
      facts,
    )}, on ${timeText(order.createdAt)} as order ${order.id}. [${grades.order}]`,
  ];
  if (terms.acceptedAt !== null) {
    const version = terms.version === null ? "" : `, version ${terms.version},`;
    const from = purchase.ip === null ? "" : ` in a checkout that came from the address ${purchase.ip}`;
    const grade = purchase.ip === null ? grades.terms : weakest(grades.terms, grades.purchase);
    said.push(`Our terms${version} were accepted on ${timeText(terms.acceptedAt)}${from}. [${grade}]`);
  }
  if (document !== null) {
    said.push(
      `The arrival card was completed and stored as ${document.file} on ${timeText(document.storedAt)}. [${grades.document}]`,
    );
  }
  if (deliveryMail !== null) {
    const { at, to, isSent, via, acceptedAt, deliveredAt } = deliveryMail;
    const reported = [
      acceptedAt === null ? null : `${via} accepted it on ${timeText(acceptedAt)}`,
      deliveredAt === null ? null : `the recipient's mail server on ${timeText(deliveredAt)}`,
    ].filter((part) => part !== null);
    const answer = reported.length === 0 ? "" : `; ${reported.join(", ")} [${grades.delivered}]`;
    said.push(
      isSent
        ? `It was mailed to ${to} through ${via} on ${timeText(at)} [${grades.mail}]${answer}.`
        : `A mail to ${to} was written on ${timeText(at)} to ${via}. [${grades.mail}]`,
    );
  }
  const [first] = downloads;
  if (first !== undefined) {
    const where = first.ip === null ? "" : `, from ${first.ip}${first.place === null ? "" : ` (${first.place})`}`;
    said.push(
      `It was downloaded from our tracking page by a person ${timesText(downloads.length)}, first on ${timeText(first.completedAt)}${where}. [${grades.visits}]`,
    );
  }
  return said;
}

function outcome(facts: PackFacts): string {
  const { refund, document, deliveryMail, downloads } = facts;
  if (refund.recordedAt !== null) {
    return `A refund was recorded on ${timeText(refund.recordedAt)}. We ask you to close the dispute, so that the amount is not returned twice.`;
  }
  const isDelivered = document !== null && (deliveryMail?.isSent || downloads.length > 0);
  const reason = isDelivered ? ": what was bought was delivered" : "";
  return `We ask you to decide the dispute in the merchant's favour and to return the disputed amount${reason}.${partText(facts)}`;
}

function glance(facts: PackFacts): Fact[] {
  const { order, terms, document, deliveryMail, downloads, grades } = facts;
  const mailed = deliveryMail?.isSent ? `${timeText(deliveryMail.at)} to ${deliveryMail.to}` : null;
  const taken = downloads.length === 0 ? "none by a person" : `${downloads.length} by a person`;
  return [
    paymentFact(facts),
    ["Order", `${order.id}, ${order.status}`, grades.status],
    ["Terms accepted", timeOrNotSupplied(terms.acceptedAt), grades.terms],
    ["Document stored", document === null ? null : timeText(document.storedAt), grades.document],
    ["Mailed", mailed, grades.mail],
    ["Recipient's server", timeOrNotSupplied(deliveryMail?.deliveredAt ?? null), grades.delivered],
    ["Downloads", taken, grades.visits],
    ...refundFacts(facts),
    ...disputeFacts(facts),
  ];
}

function downloadBlocks(facts: PackFacts): Section["blocks"] {
  const { downloads, grades } = facts;
  const [first] = downloads;
  const notListed = { kind: "paragraph", text: `${leftOutText(facts)} [${grades.visits}]` } as const;
  if (first === undefined) {
    return [{ kind: "paragraph", text: `No download by a person is recorded. [${grades.visits}]` }, notListed];
  }
  return [
    { kind: "paragraph", text: firstAddressText(first, facts) },
    logTable({
      title: `${countText(downloads.length, "download")} by a person [${grades.visits}]`,
      entries: downloads.map((download) => ({ ...download, at: download.completedAt, kind: null })),
      ...DOWNLOADS_LISTED,
    }),
    notListed,
  ];
}

function firstAddressText(first: Visit, { purchase, grades }: PackFacts): string {
  const grade = weakest(grades.visits, grades.purchase);
  const same = isSame(first, purchase, "ip");
  if (same === null) {
    return `The address of the first download is ${orNotSupplied(first.ip)}, that of the purchase ${orNotSupplied(
      purchase.ip,
    )}; they can't be compared. [${grade}]`;
  }
  return same
    ? `The first download came from ${first.ip}, the address of the purchase. [${grade}]`
    : `The first download came from ${first.ip}; the purchase was made from ${purchase.ip}. [${grade}]`;
}
