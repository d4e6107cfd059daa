import type { Block, Section } from "#server/platform/typesetting/blocks.ts";
import type { PackFacts } from "../pack-facts.ts";
import { factsTable } from "./facts-table.ts";
import { endingText, moneyText, orNotSupplied, timeOrNotSupplied, timeText } from "./wording.ts";

/** The order as it was submitted, with what identifies a person masked. */
export function orderTable({ order }: PackFacts): Block {
  return factsTable("The order as the checkout submitted it", [
    ["Order", `${order.id}, received ${timeText(order.createdAt)}`, "S"],
    ["Status today", order.status, "S"],
    ["Full name", order.fullName, "S"],
    ["E-mail", order.email, "S"],
    ["Telephone", endingText(order.telephone, 4), "S"],
    ["Passport number", endingText(order.passportNumber, 3), "S"],
    ["Year of birth", order.birthYear, "S"],
    ["Nationality", order.nationality, "S"],
    ["Sex", order.sex, "S"],
    ["Arrival date", order.arrivalDate, "S"],
    ["Flight number", order.flightNumber, "S"],
    ["Purpose of visit", order.purposeOfVisit, "S"],
    ["Place of stay", order.placeOfStay, "S"],
    ["Travel mode", order.travelMode, "S"],
    ["Departure, arrival", portsText(order), "S"],
  ]);
}

function portsText({ portOfDeparture, portOfArrival }: PackFacts["order"]): string | null {
  if (portOfDeparture === null && portOfArrival === null) return null;
  return `${orNotSupplied(portOfDeparture)} to ${orNotSupplied(portOfArrival)}`;
}

/** What was sold, on which terms, accepted when and from where. */
export function termsSection(id: string, title: string, facts: PackFacts): Section {
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
      rows: [[{ text, isBold: false }]],
    });
  }
  return { id, title, blocks };
}
