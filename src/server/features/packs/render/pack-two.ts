import type { Section } from "#server/platform/typesetting/blocks.ts";
import { weakest } from "../grades.ts";
import type { PackFacts } from "../pack-facts.ts";
import {
  contactBlocks,
  correspondenceBlocks,
  partText,
  readingBlocks,
  refundFacts,
  refundGrade,
  refundText,
} from "./closing.ts";
import { deliveryTable, documentTable, filingTables, type LogEntry, leftOutText, logTable } from "./delivery.ts";
import type { Fact } from "./facts-table.ts";
import { disputeFacts, letterSection, paymentFact } from "./letter.ts";
import { matrixBlocks } from "./match-matrix.ts";
import { correctionTables, orderTable, termsSection } from "./order-sections.ts";
import { compellingBlocks, compellingGrade, identityTable, paymentTable, VERDICTS } from "./payment-sections.ts";
import { stripeTables } from "./stripe-fields.ts";
import { isSame } from "./visits.ts";
import { countText, endingText, orNotSupplied, soldText, statedBy, timesText, timeText } from "./wording.ts";

const TITLES = {
  A: "A. Match with the purchase",
  B: "B. Payment and checks",
  C: "C. Compelling evidence",
  D: "D. Identity",
  E: "E. The order",
  F: "F. What was sold, and the terms",
  G: "G. Delivery",
  H: "H. Sign-ins and downloads",
  I: "I. Correspondence",
  J: "J. Refund position",
  K: "K. The same facts as Stripe names them",
} as const;

/** Rows printed from each end of a long log. */
const LOG_LISTED = { first: 20, last: 20 };
const MESSAGES_LISTED = { length: 2000, first: 20, last: 20 };
const VISITS_LISTED = { first: 2, last: 6 };

/** Pack 2: the customer is genuine (fraud, not authorised; Visa 10.4, Mastercard 4837). */
export function packTwoSections(facts: PackFacts): Section[] {
  return [
    letterSection(facts, {
      subject: "Cardholder participation",
      sentences: sentences(facts),
      outcome: outcome(facts),
      glance: glance(facts),
      exhibits: Object.entries(TITLES).map(([id, name]) => ({ id, name })),
      closing: readingBlocks(facts),
    }),
    { id: "A", title: TITLES.A, blocks: matrixBlocks(facts) },
    { id: "B", title: TITLES.B, blocks: [paymentTable(facts)] },
    { id: "C", title: TITLES.C, blocks: compellingBlocks(facts) },
    { id: "D", title: TITLES.D, blocks: [identityTable(facts)] },
    { id: "E", title: TITLES.E, blocks: [orderTable(facts), ...correctionTables(facts)] },
    termsSection("F", TITLES.F, facts),
    {
      id: "G",
      title: TITLES.G,
      blocks: [deliveryTable(facts, VISITS_LISTED), ...filingTables(facts), documentTable(facts)],
    },
    { id: "H", title: TITLES.H, blocks: logBlocks(facts) },
    { id: "I", title: TITLES.I, blocks: [...contactBlocks(facts), ...correspondenceBlocks(facts, MESSAGES_LISTED)] },
    { id: "J", title: TITLES.J, blocks: [{ kind: "paragraph", text: `${refundText(facts)} [${refundGrade(facts)}]` }] },
    { id: "K", title: TITLES.K, blocks: stripeTables(facts) },
  ];
}

function sentences(facts: PackFacts): string[] {
  const { order, payment, deliveryMail, downloads, earlier, contact, grades } = facts;
  const said = [
    `${order.fullName ?? "The customer"}${order.email === null ? "" : ` (${order.email})`} ordered ${soldText(
      facts,
    )}, on ${timeText(order.createdAt)} as order ${order.id}. [${grades.order}]`,
  ];
  const known = travelDetails(order);
  if (known.length > 0) {
    said.push(`The order states what the traveller knows: ${known.join(", ")}. [${grades.order}]`);
  }
  const checks = (
    [
      ["address check", payment.avs, grades.avs],
      ["code check", payment.cvc, grades.cvc],
      ["3-D Secure", payment.threeDs, grades.threeDs],
    ] as const
  ).filter(([, result]) => result !== null);
  if (checks.length > 0) {
    const results = checks.map(([name, result, grade]) => `${name} ${result} [${grade}]`);
    said.push(`The payment was checked, as ${statedBy(facts)} stated: ${results.join(", ")}.`);
  }
  said.push(...visitSentences(facts));
  if (deliveryMail?.isSent) {
    const { to, at } = deliveryMail;
    const where = to === order.email ? "the e-mail address of the order" : to;
    const used = downloads.length === 0 ? "" : ` and was downloaded by a person ${timesText(downloads.length)}`;
    said.push(`The arrival card was mailed to ${where} on ${timeText(at)}${used}. [${grades.mail}]`);
  }
  const counting = earlier.orders.filter(({ qualifies }) => qualifies);
  if (counting.length > 0) {
    const grade = weakest(grades.purchase, ...counting.map((order) => order.grade));
    said.push(
      `${countText(counting.length, "earlier undisputed order")} on the same payment credential share the IP address or the device, and more, with this one. [${grade}]`,
    );
  }
  if (contact.length > 0)
    said.push(`Our staff noted ${countText(contact.length, "contact")} with the customer. [${grades.contact}]`);
  const answers = (facts.correspondence ?? []).filter(({ by }) => by === null).length;
  if (answers > 0) {
    said.push(
      `The customer answered our questions on the tracking page ${timesText(answers)}, having given order id and e-mail address. [${grades.correspondence}]`,
    );
  }
  return said;
}

function travelDetails(order: PackFacts["order"]): string[] {
  return [
    order.passportNumber === null ? null : `a passport number ${endingText(order.passportNumber, 3)}`,
    order.arrivalDate === null ? null : `arrival on ${order.arrivalDate}`,
    order.flightNumber === null ? null : `flight ${order.flightNumber}`,
    order.placeOfStay === null ? null : `a stay at ${order.placeOfStay}`,
  ].filter((part) => part !== null);
}

/** States only what supports the customer's involvement; the matrix shows everything. */
function visitSentences({ signIns, downloads, purchase, grades }: PackFacts): string[] {
  const visits = [...signIns, ...downloads];
  const said: string[] = [];
  const same = visits.filter((visit) => isSame(visit, purchase, "ip") === true).length;
  if (same > 0) {
    said.push(
      `${same} of ${countText(visits.length, "sign-in and download", "sign-ins and downloads")} came from ${
        purchase.ip
      }, the address the purchase was made from. [${weakest(grades.visits, grades.purchase)}]`,
    );
  }
  if (signIns.length > 0) {
    said.push(
      `The tracking page was opened ${timesText(signIns.length)} by somebody who gave the order's number and e-mail address. [${grades.visits}]`,
    );
  }
  return said;
}

function outcome(facts: PackFacts): string {
  const { refund, signIns, downloads } = facts;
  if (refund.recordedAt !== null) {
    return `A refund was recorded on ${timeText(refund.recordedAt)}. We ask you to close the dispute, so that the amount is not returned twice.`;
  }
  const reason = signIns.length + downloads.length === 0 ? "" : ": the records show who used what was bought";
  return `We ask you to decide the dispute in the merchant's favour and to return the disputed amount${reason}.${partText(facts)}`;
}

function glance(facts: PackFacts): Fact[] {
  const { payment, order, purchase, earlier, downloads, signIns, grades } = facts;
  const visits = [...signIns, ...downloads];
  const same = visits.filter((visit) => isSame(visit, purchase, "ip") === true).length;
  return [
    paymentFact(facts),
    ["3-D Secure", payment.threeDs, grades.threeDs],
    ["Order", `${order.id}, ${order.status}`, grades.status],
    [
      "Purchase from",
      purchase.ip === null ? null : `${purchase.ip}, ${orNotSupplied(purchase.place)}`,
      grades.purchase,
    ],
    [
      "Visits",
      `${countText(signIns.length, "sign-in")}, ${countText(downloads.length, "download")}; ${same} from that address`,
      weakest(grades.visits, grades.purchase),
    ],
    ...(earlier.verdict === "other_scheme"
      ? []
      : ([["Visa CE 3.0", VERDICTS[earlier.verdict], compellingGrade(facts)]] satisfies Fact[])),
    ...refundFacts(facts),
    ...disputeFacts(facts),
  ];
}

function logBlocks(facts: PackFacts): Section["blocks"] {
  const { grades } = facts;
  const entries: LogEntry[] = [
    ...facts.signIns.map((visit) => ({ ...visit, kind: "sign-in" as const })),
    ...facts.downloads.map((visit) => ({ ...visit, at: visit.completedAt, kind: "download" as const })),
  ].sort((one, other) => one.at.localeCompare(other.at));
  const notListed = { kind: "paragraph", text: `${leftOutText(facts)} [${grades.visits}]` } as const;
  if (entries.length === 0) {
    return [
      { kind: "paragraph", text: `No sign-in and no download by a person is recorded. [${grades.visits}]` },
      notListed,
    ];
  }
  const title = `${countText(facts.signIns.length, "sign-in")}, ${countText(facts.downloads.length, "download")} by a person [${grades.visits}]`;
  return [logTable({ title, entries, ...LOG_LISTED }), notListed];
}
