import { DISPUTE_REASON_LABELS } from "#contract/disputes/disputes.ts";
import type { Block, Cell, Section } from "#server/platform/typesetting/blocks.ts";
import { weakest } from "../grades.ts";
import type { PackFacts } from "../pack-facts.ts";
import { type Fact, factsTable } from "./facts-table.ts";
import { moneyText, NOT_SUPPLIED, orNotSupplied, timeText } from "./wording.ts";

interface Letter {
  /** What the pack shows, for the subject line. */
  subject: string;
  /** The argument in plain sentences, each with its grades. */
  sentences: string[];
  outcome: string;
  glance: Fact[];
  exhibits: { name: string; id: string }[];
  closing?: Block[];
}

/** The first section of both packs: sender, addressee, subject, argument, request, summary and list of exhibits. */
export function letterSection(
  facts: PackFacts,
  { subject, sentences, outcome, glance, exhibits, closing = [] }: Letter,
): Section {
  const { company, payment } = facts;
  const amount = moneyText(payment.amount, payment.currency);
  const through = payment.gateway === null ? "" : `, through ${payment.gateway}`;
  const blocks: Block[] = [
    ...letterhead(company),
    { kind: "paragraph", text: `To: the disputes department of the card issuer and the acquirer${through}` },
    { kind: "paragraph", text: `Reference ${facts.caseReference}, made ${timeText(facts.madeAt)}`, isTight: true },
    {
      kind: "paragraph",
      isBold: true,
      text: `${subject}: transaction ${orNotSupplied(payment.transactionId)}, merchant ${orNotSupplied(
        payment.merchantName,
      )}${amount === null ? "" : `, ${amount}`}`,
    },
    { kind: "numbered", items: sentences },
    { kind: "paragraph", text: outcome },
    factsTable("Facts at a glance", glance),
    {
      kind: "table",
      title: "Exhibits, with their pages",
      isHeadless: true,
      isWhole: true,
      columns: [
        { title: "", share: 43 },
        { title: "", share: 7 },
        { title: "", share: 43 },
        { title: "", share: 7 },
      ],
      rows: sideBySide(exhibits.map(({ name, id }): Cell[] => [{ text: name, isBold: false }, { pageOf: id }])),
    },
    ...closing,
  ];
  return { id: "letter", title: null, blocks };
}

/** A list in two columns, read down the first and then down the second. */
function sideBySide(entries: Cell[][]): Cell[][] {
  const half = Math.ceil(entries.length / 2);
  return entries.slice(0, half).map((entry, index) => [...entry, ...(entries[half + index] ?? ["", ""])]);
}

function letterhead({ name, address, telephone, taxId, descriptor }: PackFacts["company"]): Block[] {
  const numbers = [
    telephone === null ? null : `Telephone ${telephone}`,
    taxId === null ? null : `tax id ${taxId}`,
    descriptor === null ? null : `statement descriptor ${descriptor}`,
  ].filter((part) => part !== null);
  const lines = [...(address === null ? [] : [address]), ...(numbers.length === 0 ? [] : [numbers.join(" · ")])];
  return [
    { kind: "paragraph", text: name, isBold: true, isTight: true },
    ...lines.map((text): Block => ({ kind: "paragraph", text, isTight: true })),
  ];
}

/** What staff recorded about the dispute, for the summary box. */
export function disputeFacts({ dispute, grades }: PackFacts): Fact[] {
  if (dispute === null) return [];
  const { reason, caseId, dueDate } = dispute;
  const parts = [
    reason === null ? null : DISPUTE_REASON_LABELS[reason],
    caseId === null ? null : `case ${caseId}`,
    moneyText(dispute.amount, dispute.currency),
    dueDate === null ? null : `answer due ${dueDate}`,
  ].filter((part) => part !== null);
  return [["Dispute", parts.length === 0 ? NOT_SUPPLIED : parts.join(", "), grades.dispute]];
}

export function cardText({ cardBrand, cardLast4, cardCountry }: PackFacts["payment"]): string | null {
  if (cardBrand === null && cardLast4 === null) return null;
  const number = cardLast4 === null ? null : `ending in ${cardLast4}`;
  const country = cardCountry === null ? null : `issued in ${cardCountry}`;
  return [cardBrand, number, country].filter((part) => part !== null).join(" ");
}

/** The payment as one line of the summary box. */
export function paymentFact({ payment, grades }: PackFacts): Fact {
  const [amount, card] = [moneyText(payment.amount, payment.currency), cardText(payment)];
  const held = [...(amount === null ? [] : [grades.amount]), ...(card === null ? [] : [grades.card])];
  return ["Payment", [amount, card].filter((part) => part !== null).join(", "), weakest(...held)];
}
