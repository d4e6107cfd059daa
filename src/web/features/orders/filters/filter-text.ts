import english from "i18n-iso-countries/langs/en.json" with { type: "json" };
import { MONTHS } from "#contract/dates.ts";
import { daysFromToday, parseDayRange } from "#contract/day-range.ts";
import {
  type DISPUTE_FILTERS,
  type DOCUMENT_FILTERS,
  type DUE_FILTERS,
  FILTER_LABELS,
  type FilterKey,
  type FLAG_FILTERS,
  type MAIL_FILTERS,
  type MARK_FILTERS,
  STATUS_FILTERS,
  type StatusFilter,
} from "#contract/orders/order-filter.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import type { PROCESSING_MODES } from "#contract/orders/processing-mode.ts";
import { STATUS_LABELS } from "#contract/orders/status-labels.ts";

const STATUSES = Object.fromEntries(
  STATUS_FILTERS.map((value) => [value, STATUS_LABELS[value as OrderStatus] ?? value]),
) as Record<StatusFilter, string>;

type Words<T extends readonly string[]> = Record<T[number], string>;

const MODES: Words<typeof PROCESSING_MODES> = { Standard: "Standard", Priority: "Priority", Future: "Future" };
const MAILS: Words<typeof MAIL_FILTERS> = {
  none: "None",
  waiting: "Waiting",
  sent: "Sent",
  delivered: "Delivered",
  bounced: "Bounced",
  failed: "Failed",
  unknown: "Not known",
};
const FLAGS: Words<typeof FLAG_FILTERS> = {
  whatsapp: "WhatsApp",
  telephone: "Telephone",
  refund: "Refund",
  voided: "Voided",
  chargeback: "Chargeback",
};
const MARKS: Words<typeof MARK_FILTERS> = {
  answered: "Answered",
  "correction-asked": "Correction requested",
  "download-questioned": "Download questioned",
  "email-contested": "New email contested",
};
const DOCUMENTS: Words<typeof DOCUMENT_FILTERS> = { yes: "Has a document", no: "No document" };
const DISPUTES: Words<typeof DISPUTE_FILTERS> = { open: "Open", closed: "Closed" };
const DUE: Words<typeof DUE_FILTERS> = { late: "Late", soon: "Within two hours" };

/** The values of the filters that have a closed set of them. */
export const FILTER_CHOICES = {
  status: STATUSES,
  mode: MODES,
  doc: DOCUMENTS,
  mail: MAILS,
  flag: FLAGS,
  dispute: DISPUTES,
  mark: MARKS,
  due: DUE,
} satisfies Partial<Record<FilterKey, Record<string, string>>>;

/** Names that are read from the server, by id. */
export interface FilterNames {
  gateways: ReadonlyMap<string, string>;
  members: ReadonlyMap<string, string>;
}

/** Each country's ISO code with its English names, the official one first. */
export const COUNTRIES = Object.entries(english.countries)
  .map(([code, names]) => ({ code, names: [names].flat() }))
  .sort((a, b) => (a.names[0] ?? "").localeCompare(b.names[0] ?? "", "en"));
const COUNTRY_NAMES = new Map(COUNTRIES.map(({ code, names }) => [code, names[0]]));

/** The name of a filter, in the menu and before the values of its chip. */
export function filterLabel(key: FilterKey): string {
  const label = FILTER_LABELS[key];
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** The words of a set filter: "Arrives 27–29 Nov 2026", "Nationality: Germany, Austria", "No document". */
export function filterText(key: FilterKey, text: string, names: FilterNames): string {
  if (key === "arrival") return `Arrives ${daysText(text)}`;
  if (key === "created") return `Created ${daysText(text)}`;
  if (key === "doc") return choiceText(DOCUMENTS, text);
  const values = text.split(",").map((value) => valueText(key, value, names));
  return `${filterLabel(key)}: ${values.join(", ")}`;
}

function valueText(key: Exclude<FilterKey, "arrival" | "created">, value: string, names: FilterNames): string {
  if (key === "nat") return COUNTRY_NAMES.get(value) ?? value;
  if (key === "gateway") return names.gateways.get(value) ?? value;
  if (key !== "claim") return choiceText(FILTER_CHOICES[key], value);
  if (value === "me") return "me";
  return value === "none" ? "nobody" : (names.members.get(value) ?? value);
}

function choiceText(words: Readonly<Record<string, string>>, value: string): string {
  return words[value] ?? value;
}

/**
 * "27 Nov 2026", "27–29 Nov 2026", "27 Nov – 2 Dec 2026", "30 Dec 2026 – 2 Jan 2027", "until 27 Nov 2026", "from today",
 * "today", "in the next 7 days".
 */
function daysText(text: string): string {
  const { from = null, to = null } = parseDayRange(text) ?? {};
  if (from === null) return to === null ? text : `until ${dayText(to)}`;
  if (to === null) return `from ${dayText(from)}`;
  const [days, lastDays] = [daysFromToday(from), daysFromToday(to)];
  if (days !== null && lastDays !== null) return relativeText(days, lastDays);
  if (days !== null || lastDays !== null) return `${dayText(from)} – ${dayText(to)}`;
  const [first, last] = [partsOf(from), partsOf(to)];
  const end = `${last.day} ${last.month} ${last.year}`;
  if (from === to) return end;
  if (first.year !== last.year) return `${first.day} ${first.month} ${first.year} – ${end}`;
  return first.month === last.month ? `${first.day}–${end}` : `${first.day} ${first.month} – ${end}`;
}

function relativeText(first: number, last: number): string {
  if (first === last) return countedText(first);
  if (first === 0) return `in the next ${last + 1} days`;
  return last === 0 ? `in the last ${1 - first} days` : `${countedText(first)} – ${countedText(last)}`;
}

/** "today", "tomorrow", "in 6 days", "3 days ago". */
function countedText(days: number): string {
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  if (days === -1) return "yesterday";
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}

function dayText(bound: string): string {
  const days = daysFromToday(bound);
  if (days !== null) return countedText(days);
  const { day, month, year } = partsOf(bound);
  return `${day} ${month} ${year}`;
}

function partsOf(date: string) {
  const [year = "", month = "", day = ""] = date.split("-");
  return { year, month: MONTHS[Number(month) - 1] ?? month, day: Number(day) };
}
