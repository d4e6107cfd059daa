import { COUNTRIES_DATABASE_DAY } from "#server/platform/geo/countries.ts";
import type { Block } from "#server/platform/typesetting/blocks.ts";
import type { PackFacts } from "../pack-facts.ts";
import { ends } from "./visits.ts";
import { countText, excerpt, timeText } from "./wording.ts";

/** How the grades read, how the pack is checked, where places come from. */
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
          "[S] recorded by our server; [P] reported by a provider, as the gateway or the mail service; [T] entered by our staff, not offered as proof",
        ],
        ["Times", "UTC, with New York time of the same moment, which may fall on the day before"],
        ["Places", `the country an address is registered in. IP geolocation by DB-IP, as of ${COUNTRIES_DATABASE_DAY}`],
        [
          "Check",
          `Each event of the order carries the digest of the one before it. The last when this pack was made was event ${chain.seq}, digest ${chain.head}. npm run verify-history calculates the chain anew on our system and must show the same there.`,
        ],
      ],
    },
  ];
}

/** What of the notes on contact is printed: all of them whole, unless told. */
export interface NoteLimits {
  /** Characters of each. */
  length: number;
  first: number;
  last: number;
}

const WHOLE: NoteLimits = { length: Number.POSITIVE_INFINITY, first: Number.POSITIVE_INFINITY, last: 0 };

/** Contact with the customer; what is not printed is counted. */
export function contactBlocks({ contact }: PackFacts, { length, first, last }: NoteLimits = WHOLE): Block[] {
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
    some.map(({ at, channel, by, text }) => table(`${timeText(at)}, ${channel}, by ${by} [T]`, excerpt(text, length)));
  const further = `… ${countText(between.length, "further note")} on record, ${contact.length} in all`;
  const gap: Block[] = between.length === 0 ? [] : [{ kind: "paragraph", text: further, isTight: true }];
  return [...notes(before), ...gap, ...notes(after)];
}

export function refundText({ refund }: PackFacts): string {
  if (refund.recordedAt !== null) return `A refund was recorded on ${timeText(refund.recordedAt)}.`;
  return refund.isDue ? "A refund is due and not yet recorded." : "No refund is recorded.";
}
