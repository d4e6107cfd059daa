import type { Block } from "#server/platform/typesetting/blocks.ts";
import type { PackFacts } from "../pack-facts.ts";
import { excerpt, timeText } from "./wording.ts";

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
        ["[S]", "recorded by our server when it happened"],
        ["[P]", "reported to us by a provider: the payment gateway or the mail service"],
        ["[T]", "entered by our staff; told for completeness, not offered as proof"],
        ["Times", "UTC, with New York time of the same moment, which may fall on the day before"],
        ["Places", "the country an address is registered in. IP geolocation by DB-IP"],
        [
          "Check",
          `Each event of the order carries the digest of the one before it. When this pack was made the last was event ${chain.seq} with the digest ${chain.head}; npm run verify-history on our system calculates the chain anew and must show the same digest there.`,
        ],
      ],
    },
  ];
}

/** Messages with the customer; `length` characters of each. */
export function contactBlocks({ contact }: PackFacts, length: number): Block[] {
  if (contact.length === 0) {
    return [
      {
        kind: "paragraph",
        text: "No contact by WhatsApp or telephone in which the customer asked for help is recorded for this order. [S]",
      },
    ];
  }
  return [
    {
      kind: "table",
      title: "Contact with the customer, as our staff noted it [T]",
      columns: [
        { title: "Time", share: 29 },
        { title: "By", share: 19 },
        { title: "Note", share: 52 },
      ],
      rows: contact.map(({ at, channel, by, text }) => [timeText(at), `${channel}, ${by}`, excerpt(text, length)]),
    },
  ];
}

export function refundText({ refund }: PackFacts): string {
  if (refund.recordedAt !== null) return `A refund was recorded on ${timeText(refund.recordedAt)}.`;
  return refund.isDue ? "A refund is due and not yet recorded." : "No refund is recorded.";
}
