import type { Block, Section } from "#server/platform/typesetting/blocks.ts";
import type { PackFacts } from "../pack-facts.ts";
import { factsTable } from "./facts-table.ts";
import { endingText, excerpt, moneyText, orNotSupplied, soldText, timeOrNotSupplied, timeText } from "./wording.ts";

/** The order as submitted, with identifying values masked. */
export function orderTable({ order, grades, isImported }: PackFacts): Block {
  const title = isImported ? "The order as imported from an earlier system" : "The order as the checkout submitted it";
  const { order: grade } = grades;
  return factsTable(title, [
    ["Order", `${order.id}, received ${timeText(order.createdAt)}`, grade],
    ["Status today", order.status, grades.status],
    ["Full name", order.fullName, grade],
    ["E-mail", order.email, grade],
    ["Telephone, passport", `${endingText(order.telephone, 4)}, ${endingText(order.passportNumber, 3)}`, grade],
    ["Born, sex, nationality", listText(order.birthYear, order.sex, order.nationality), grade],
    ["Arrival date, flight", listText(order.arrivalDate, order.flightNumber), grade],
    ["Travel mode, from, to", listText(order.travelMode, order.portOfDeparture, order.portOfArrival), grade],
    ["Purpose of visit", order.purposeOfVisit, grade],
    ["Place of stay", order.placeOfStay, grade],
  ]);
}

/** The corrections after the submission, if there were any, entered by staff. */
export function correctionTables({ corrections = [] }: PackFacts): Block[] {
  if (corrections.length === 0) return [];
  return [
    {
      kind: "table",
      title: "Corrected later",
      columns: [
        { title: "Time (UTC)", share: 18 },
        { title: "Field", share: 17 },
        { title: "As submitted or before", share: 21 },
        { title: "Corrected to", share: 21 },
        { title: "By", share: 16 },
        { title: "", share: 7 },
      ],
      rows: corrections.map(({ at, field, from, to, by, askedAt }) => [
        `${at.slice(0, 10)} ${at.slice(11, 19)}`,
        field,
        orNotSupplied(from),
        orNotSupplied(to),
        askedAt === undefined ? by : `${by}; the customer asked for it on ${timeText(askedAt)} [S]`,
        "[T]",
      ]),
    },
  ];
}

/** Joins values into one line, "not supplied" for missing ones; null when all are missing. */
function listText(...values: (string | null)[]): string | null {
  return values.every((value) => value === null) ? null : values.map(orNotSupplied).join(", ");
}

/** What was sold, the terms, and when and from where they were accepted. */
export function termsSection(
  id: string,
  title: string,
  facts: PackFacts,
  policyLength = Number.POSITIVE_INFINITY,
): Section {
  const { terms, purchase, payment, grades } = facts;
  const blocks: Block[] = [
    factsTable("What was sold, and on which terms", [
      ["Service", soldText(facts), grades.order],
      ["Price", moneyText(payment.amount, payment.currency), grades.amount],
      ["Terms, version", terms.version, grades.terms],
      ["Accepted", timeOrNotSupplied(terms.acceptedAt), grades.terms],
      ["Address at checkout", purchase.ip, grades.purchase],
      ["Refund policy, version", terms.refundPolicyVersion, grades.refundPolicy],
    ]),
  ];
  const texts = [
    { name: "The terms", version: terms.version, text: terms.text },
    { name: "The refund policy", version: terms.refundPolicyVersion, text: terms.refundPolicyText },
  ];
  for (const { name, version, text } of texts) {
    if (version === null) continue;
    if (text === null) {
      blocks.push({ kind: "paragraph", text: `${name}: The text of version ${version} is not on record.` });
      continue;
    }
    blocks.push({
      kind: "table",
      title: `${name}, version ${version}, as published`,
      isHeadless: true,
      columns: [{ title: "", share: 1 }],
      rows: [[{ text: excerpt(text, policyLength), isBold: false }]],
    });
  }
  return { id, title, blocks };
}
