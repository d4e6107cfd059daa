import type { Block } from "#server/platform/typesetting/blocks.ts";
import type { PackFacts, Visit } from "../pack-facts.ts";
import { type Fact, factsTable } from "./facts-table.ts";
import { ends } from "./visits.ts";
import { browserAndSystem, countText, NOT_SUPPLIED, orNotSupplied, timeText } from "./wording.ts";

/** How many entries are printed from each end of a long list. */
export interface Ends {
  first: number;
  last: number;
}

/** One row per event; long runs of sign-ins or downloads are shortened and show their total. */
export function deliveryTable({ delivery }: PackFacts, visits: Ends): Block {
  const hidden = new Map<PackFacts["delivery"][number], string | null>();
  for (const [kind, name] of [
    ["sign_in", "sign-in"],
    ["download", "download"],
  ] as const) {
    const all = delivery.filter((event) => event.kind === kind);
    const { between } = ends(all, visits.first, visits.last);
    for (const [index, event] of between.entries()) {
      const text = `${countText(between.length, "further entry", "further entries")} of ${name}s, ${all.length} in all`;
      hidden.set(event, index === 0 ? text : null);
    }
  }
  const rows = delivery.flatMap((event) => {
    const instead = hidden.get(event);
    if (instead === null) return [];
    return [[timeText(event.at), instead ?? event.text, `[${event.grade}]`]];
  });
  return {
    kind: "table",
    title: "Delivery, in order of time",
    columns: [
      { title: "Time", share: 47.5 },
      { title: "Event", share: 45.5 },
      { title: "", share: 7 },
    ],
    rows,
  };
}

/** Identifies the document by its digest: it shows a passport, which no pack may contain. */
export function documentTable({ document, grades }: PackFacts): Block {
  if (document === null) {
    return factsTable("The document", [["Document", null, grades.document]]);
  }
  const pages = document.pages === null ? `pages ${NOT_SUPPLIED}` : countText(document.pages, "page");
  const facts: Fact[] = [
    ["File", document.file, grades.document],
    ["Type, pages, bytes", `${document.contentType}, ${pages}, ${document.bytes} bytes`, grades.document],
    ["SHA-256", document.sha256, grades.document],
    ["Stored", timeText(document.storedAt), grades.document],
    ["Text of the document", findingText(document.finding), grades.document],
  ];
  return factsTable("The document (held by us; identified by its SHA-256)", facts);
}

/** What staff say they filed with the authority, and what our server recorded of it; nothing without a filing. */
export function filingTables({ filings = [] }: PackFacts): Block[] {
  return filings.map(({ filedAt, reference, by, recordedAt, receiptSha256 }) =>
    factsTable("Filed with the authority", [
      ["Filed", `on ${timeText(filedAt)} under reference ${reference}, by ${by}`, "T"],
      ["Recorded", timeText(recordedAt), "S"],
      ["Receipt, SHA-256", receiptSha256, "S"],
    ]),
  );
}

const FINDINGS = {
  match: "contains the order's name, passport number and arrival date",
  mismatch: "differs from the order in part",
  no_text: "is a picture and was not compared",
  not_held: "could not be compared, the order has nothing to compare it with",
} as const;

function findingText(finding: NonNullable<PackFacts["document"]>["finding"]): string | null {
  if (finding === null) return null;
  if (finding.verdict !== "match") return FINDINGS[finding.verdict];
  const names = { full_name: "name", passport_number: "passport number", arrival_date: "arrival date" } as const;
  const found = finding.fields.filter(({ result }) => result === "found").map(({ field }) => names[field]);
  return found.length === 0 ? null : `contains the order's ${found.join(", ")}`;
}

export interface LogEntry extends Visit {
  /** Null in a log of one kind. */
  kind: "sign-in" | "download" | null;
}

export interface LogTable extends Ends {
  title: string;
  entries: LogEntry[];
}

/** Visits with time, IP address, country, device and browser. */
export function logTable({ title, entries, first, last }: LogTable): Block {
  const { before, between, after } = ends(
    entries.map((entry, index) => [
      entry.kind === null ? `${index + 1}` : `${index + 1} ${entry.kind}`,
      timeText(entry.at),
      orNotSupplied(entry.ip),
      orNotSupplied(entry.place),
      [orNotSupplied(entry.device), browserAndSystem(entry)].join(", "),
    ]),
    first,
    last,
  );
  const gap =
    between.length === 0
      ? []
      : [
          [
            "…",
            `${countText(between.length, "further entry", "further entries")}, ${entries.length} in all`,
            "",
            "",
            "",
          ],
        ];
  const numberShare = entries.some(({ kind }) => kind !== null) ? 13 : 6.5;
  return {
    kind: "table",
    title,
    columns: [
      { title: "No.", share: numberShare },
      { title: "Time", share: 28.5 },
      { title: "IP address", share: 24 },
      { title: "Place", share: 12 },
      { title: "Device, browser, system", share: 35.5 - numberShare },
    ],
    rows: [...before, ...gap, ...after],
  };
}

/** Counts of the downloads that are not listed. */
export function leftOutText({ leftOut }: PackFacts): string {
  const repeated =
    leftOut.repeated === 0
      ? ""
      : `${countText(leftOut.repeated, "further download")} in full, past twenty in an hour by one visitor; `;
  const { questioned = 0 } = leftOut;
  const others =
    questioned === 0 ? "" : `${countText(questioned, "download")} that the customer said to be somebody else's; `;
  return (
    `Not listed: ${repeated}${others}${countText(leftOut.automated, "automated download")} by mail scanners and other programs, ` +
    `${countText(leftOut.incomplete, "interrupted download")}. Only complete downloads are listed.`
  );
}
