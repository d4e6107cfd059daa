import type { Block, Section } from "#server/platform/typesetting/blocks.ts";
import type { PackFacts } from "../pack-facts.ts";
import { factsTable } from "./facts-table.ts";
import { endingText, excerpt, moneyText, orNotSupplied, timeOrNotSupplied, timeText } from "./wording.ts";

/** The order as it was submitted, with what identifies a person masked. */
export function orderTable({ order }: PackFacts): Block {
  return factsTable("The order as the checkout submitted it", [
    ["Order", `${order.id}, received ${timeText(order.createdAt)}`, "S"],
    ["Status today", order.status, "S"],
    ["Full name", order.fullName, "S"],
    ["E-mail", order.email, "S"],
    ["Telephone, passport", `${endingText(order.telephone, 4)}, ${endingText(order.passportNumber, 3)}`, "S"],
    ["Born, sex, nationality", listText(order.birthYear, order.sex, order.nationality), "S"],
    ["Arrival date, flight", listText(order.arrivalDate, order.flightNumber), "S"],
    ["Travel mode, from, to", listText(order.travelMode, order.portOfDeparture, order.portOfArrival), "S"],
    ["Purpose of visit", order.purposeOfVisit, "S"],
    ["Place of stay", order.placeOfStay, "S"],
  ]);
}

/** Several values in one line, those that are not held named as such; null when none is. */
function listText(...values: (string | null)[]): string | null {
  return values.every((value) => value === null) ? null : values.map(orNotSupplied).join(", ");
}

/** What was sold, on which terms, accepted when and from where. */
export function termsSection(
  id: string,
  title: string,
  facts: PackFacts,
  policyLength = Number.POSITIVE_INFINITY,
): Section {
  const { sold, terms, purchase, company, payment } = facts;
  const blocks: Block[] = [
    factsTable("What was sold, and on which terms", [
      ["Service", `${sold.service}, ${sold.mode} processing`, "S"],
      ["Price", moneyText(payment.amount, payment.currency), payment.grade],
      ["Terms, version", terms.version, "S"],
      ["Accepted", timeOrNotSupplied(terms.acceptedAt), "S"],
      ["Address at checkout", purchase.ip, "S"],
      ["Refund policy, version", terms.refundPolicyVersion, "S"],
    ]),
  ];
  const texts: [string, string | null][] = [
    ["The terms, as published", company.termsText],
    ["The refund policy, as published", company.refundPolicyText],
  ];
  for (const [name, text] of texts) {
    if (text === null) continue;
    blocks.push({
      kind: "table",
      title: name,
      isHeadless: true,
      columns: [{ title: "", share: 1 }],
      rows: [[{ text: excerpt(text, policyLength), isBold: false }]],
    });
  }
  return { id, title, blocks };
}
