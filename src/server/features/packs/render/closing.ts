import { COUNTRIES_DATABASE_DAY } from "#server/platform/geo/countries.ts";
import type { Block } from "#server/platform/typesetting/blocks.ts";
import type { Grade } from "../grades.ts";
import type { PackFacts, Visit } from "../pack-facts.ts";
import type { Fact } from "./facts-table.ts";
import { ends } from "./visits.ts";
import { countText, excerpt, timeText } from "./wording.ts";

/** Explains the grades, how to verify the pack, and the source of the locations. */
export function readingBlocks({ chain }: PackFacts): Block[] {
  return [
    {
      kind: "table",
      title: "How to read and check this pack",
      isHeadless: true,
      columns: [
        { title: "", share: 14 },
        { title: "", share: 86 },
      ],
      rows: [
        [
          "Grades",
          "[S] recorded by our server, or submitted to it by the checkout; [P] reported to it by a provider, such as the mail service; [T] entered by our staff or imported from an earlier system, not offered as proof",
        ],
        ["Times", "UTC, with New York time of the same moment, which may be on the day before"],
        ["Places", `the country an address is registered in. IP geolocation by DB-IP, as of ${COUNTRIES_DATABASE_DAY}`],
        [
          "Check",
          `Each event of the order carries the digest of the one before it. The last when this pack was made was event ${chain.seq}, digest ${chain.head}. Recalculating the chain on our system must give the same digest for that event.`,
        ],
      ],
    },
  ];
}

/** How much of the contact notes is printed: by default all of them in full. */
export interface NoteLimits {
  /** Characters of each note. */
  length: number;
  first: number;
  last: number;
}

type RecordedRefund = NonNullable<PackFacts["refund"]["refunds"]>[number];

const NO_LIMITS: NoteLimits = { length: Number.POSITIVE_INFINITY, first: Number.POSITIVE_INFINITY, last: 0 };

/** Contact with the customer; omitted notes are counted. */
export function contactBlocks(
  { contact, grades }: PackFacts,
  { length, first, last }: NoteLimits = NO_LIMITS,
): Block[] {
  if (contact.length === 0) {
    return [
      {
        kind: "paragraph",
        text: "No contact by WhatsApp or telephone in which the customer asked for help is recorded for this order. [S]",
      },
    ];
  }
  const { before, between, after } = ends(contact, first, last);
  const table = (title: string, text: string): Block => ({
    kind: "table",
    title,
    isHeadless: true,
    columns: [{ title: "", share: 1 }],
    rows: [[{ text, isBold: false }]],
  });
  const notes = (some: typeof contact) =>
    some.map(({ at, channel, by, text }) =>
      table(`${timeText(at)}, ${channel}, by ${by} [${grades.contact}]`, excerpt(text, length)),
    );
  const further = `… ${countText(between.length, "further note")} on record, ${contact.length} in all`;
  const gap: Block[] = between.length === 0 ? [] : [{ kind: "paragraph", text: further, isTight: true }];
  return [...notes(before), ...gap, ...notes(after)];
}

/** Messages to the customer and their answers; omitted ones are counted. The files are named, never printed. */
export function correspondenceBlocks(
  { correspondence = [], grades }: PackFacts,
  { length, first, last }: NoteLimits = NO_LIMITS,
): Block[] {
  const { before, between, after } = ends(correspondence, first, last);
  const entries = (some: typeof correspondence) =>
    some.map(({ at, by, text, files, visit }): Block => {
      const from = visit === undefined ? "" : `, on the tracking page${placeText(visit)}`;
      const who = by === null ? `Answer of the customer${from}` : `E-mail to the customer, by ${by}`;
      const said = text === "" ? [] : [excerpt(text, length)];
      const named = files.map(({ name, bytes, sha256 }) => `${name}, ${bytes} bytes, SHA-256 ${sha256}`);
      return {
        kind: "table",
        title: `${timeText(at)}: ${who} [${grades.correspondence}]`,
        isHeadless: true,
        columns: [{ title: "", share: 1 }],
        rows: [...said, ...named].map((row) => [{ text: row, isBold: false }]),
      };
    });
  const further = `… ${countText(between.length, "further message")} on record, ${correspondence.length} in all`;
  const gap: Block[] = between.length === 0 ? [] : [{ kind: "paragraph", text: further, isTight: true }];
  return [...entries(before), ...gap, ...entries(after)];
}

/** ", from 192.0.2.1 (Germany), Mobile Apple iPhone". */
function placeText({ ip, place, device }: Visit): string {
  const address = ip === null ? [] : [`from ${ip}${place === null ? "" : ` (${place})`}`];
  return [...address, ...(device === null ? [] : [device])].map((part) => `, ${part}`).join("");
}

/** The refund line of the summary box, if there is a refund. */
export function refundFacts(facts: PackFacts): Fact[] {
  const { recordedAt, isDue } = facts.refund;
  return recordedAt === null && !isDue && facts.refund.refunds === undefined
    ? []
    : [["Refund", refundText(facts), refundGrade(facts)]];
}

/** "None recorded" and "due" are graded as our own record. */
export function refundGrade({ refund, grades }: PackFacts): Grade {
  return refund.recordedAt === null && refund.refunds === undefined ? grades.status : grades.refund;
}

export function refundText({ refund }: PackFacts): string {
  const { refunds } = refund;
  if (refunds !== undefined) {
    const rest = refund.isDue ? ["The rest is due and not yet recorded."] : [];
    return [...refunds.map(oneRefund), ...rest].join(" ");
  }
  if (refund.recordedAt !== null) return `A refund was recorded on ${timeText(refund.recordedAt)}.`;
  return refund.isDue ? "A refund is due and not yet recorded." : "No refund is recorded.";
}

/** The sentence after the request, when a part of the payment went back; empty otherwise. */
export function partText(facts: PackFacts): string {
  const { recordedAt, refunds } = facts.refund;
  return recordedAt !== null || refunds === undefined ? "" : ` A part of the payment went back: ${refundText(facts)}`;
}

/** "A refund of 20.00 USD (customer request, reference re_1) was recorded on …." */
function oneRefund({ at, amount, currency, isAssumed, reason, reference }: RecordedRefund): string {
  const money = amount === null ? "" : ` of ${[amount, currency ?? ""].join(" ").trimEnd()}`;
  const particulars = [
    ...(reason === null ? [] : [reason.toLowerCase()]),
    ...(reference === null ? [] : [`reference ${reference}`]),
    ...(isAssumed ? ["amount assumed: what was left of the payment"] : []),
  ];
  const more = particulars.length === 0 ? "" : ` (${particulars.join(", ")})`;
  return `A refund${money}${more} was recorded on ${timeText(at)}.`;
}
