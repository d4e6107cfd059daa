import * as z from "zod";
import { type DayRange, isInOrder, parseDayRange } from "#contract/day-range.ts";
import { unknownKey } from "#contract/unknown-key.ts";
import { PROCESSING_MODES } from "./processing-mode.ts";

/** At most this many filters at once, beside a search. */
export const FILTERS_MAX = 6;
/** The most values of one filter. */
export const FILTER_LIST_MAX = 20;

export const DUE_FILTERS = ["late", "soon"] as const;
export type DueFilter = (typeof DUE_FILTERS)[number];
export const DOCUMENT_FILTERS = ["yes", "no"] as const;
/** The state of the latest mail with a document; `waiting` is not sent yet, `failed` also cancelled. */
export const MAIL_FILTERS = ["none", "waiting", "sent", "delivered", "bounced", "failed", "unknown"] as const;
export const FLAG_FILTERS = ["whatsapp", "telephone", "refund", "voided", "chargeback"] as const;
export const DISPUTE_FILTERS = ["open", "closed"] as const;
/** What waits on an order: a customer's answer, a decision on a correction, an objection to a new email or to a download. */
export const MARK_FILTERS = ["answered", "correction-asked", "download-questioned", "email-contested"] as const;

/** What an order's status is shown as, in lists that hold several. */
export const STATUS_FILTERS = [
  "New",
  "Priority",
  "Pending",
  "Future",
  "Awaiting",
  "AwaitingGovt",
  "Contact Customer",
  "Customer Called",
  "Completed",
  "Refund due",
  "Partly refunded",
  "Refunded",
] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** `2026-11-27..2026-11-29`, one side may be open; a day may be counted from today: `today..today+6`. */
function dayRange(name: string) {
  const error = `${name} must be a day or a range of days, such as 2026-11-27..2026-11-29, ..2026-11-29 or today..today+6.`;
  return z
    .string({ error })
    .max(24, error)
    .meta({ examples: ["2026-11-27..2026-11-29"] })
    .transform(parseDayRange)
    .refine((range) => range !== null, { error, abort: true })
    .transform((range): DayRange => range ?? { from: null, to: null })
    .refine(isInOrder, `${name} must not end before it begins.`);
}

/** Values separated by commas. */
function listOf<T extends z.ZodType<unknown, string>>(item: T, error: string, example: string) {
  return z
    .string({ error })
    .max(400, error)
    .meta({ examples: [example] })
    .transform((text) => [...new Set(text.split(","))])
    .pipe(z.array(item).min(1, error).max(FILTER_LIST_MAX, `${error} At most ${FILTER_LIST_MAX}.`));
}

/** One of, or several of, these words separated by commas. */
function wordsOf<const T extends readonly string[]>(name: string, words: T, example = words.join(",")) {
  const error = `${name} must be a comma-separated list of ${words.join(", ")}.`;
  return listOf(z.enum(words, { error }), error, example);
}

function wordOf<const T extends readonly string[]>(name: string, words: T) {
  return z.enum(words, { error: `${name} must be ${words.join(" or ")}.` });
}

const NATIONALITY_ERROR = "nat must be a comma-separated list of two-letter country codes.";
const GATEWAY_ERROR = "gateway must be a comma-separated list of gateway ids.";
const CLAIM_ERROR = "claim must be me, none or a member's id.";
const isRowId = /^[1-9][0-9]{0,8}$/;

/**
 * The filters of an order list, each optional, combined by "and"; the values of one by "or". On the wire each is a string,
 * in the query of an address and in a body alike.
 */
export const orderFilterShape = {
  /** Of lists with several statuses only; Refund Orders has due and made ones. */
  status: wordsOf("status", STATUS_FILTERS, "New,Priority").optional(),
  /** Arrival days in Sri Lanka. */
  arrival: dayRange("arrival").optional(),
  /** Days in UTC. */
  created: dayRange("created").optional(),
  nat: listOf(z.string().regex(/^[A-Z]{2}$/, NATIONALITY_ERROR), NATIONALITY_ERROR, "DE,AT").optional(),
  mode: wordsOf("mode", PROCESSING_MODES).optional(),
  gateway: listOf(z.string().regex(isRowId, GATEWAY_ERROR).transform(Number), GATEWAY_ERROR, "1,2").optional(),
  doc: wordOf("doc", DOCUMENT_FILTERS).optional(),
  mail: wordsOf("mail", MAIL_FILTERS).optional(),
  flag: wordsOf("flag", FLAG_FILTERS).optional(),
  dispute: wordOf("dispute", DISPUTE_FILTERS).optional(),
  mark: wordsOf("mark", MARK_FILTERS).optional(),
  claim: z
    .union([z.enum(["me", "none"]), z.string().regex(isRowId).transform(Number)], { error: CLAIM_ERROR })
    .optional(),
  /** Of open work only. */
  due: wordOf("due", DUE_FILTERS).optional(),
};

export type FilterKey = keyof typeof orderFilterShape;
export const FILTER_KEYS = Object.keys(orderFilterShape) as [FilterKey, ...FilterKey[]];
/** The names of the filters in sentences. */
export const FILTER_LABELS: Record<FilterKey, string> = {
  status: "status",
  arrival: "arrival",
  created: "creation",
  nat: "nationality",
  mode: "processing mode",
  gateway: "gateway",
  doc: "document",
  mail: "mail",
  flag: "flag",
  dispute: "dispute",
  mark: "mark",
  claim: "assignee",
  due: "due time",
};

export const orderFilterSchema = z.object(orderFilterShape);
/** The filters as the server reads them. */
export type OrderFilter = z.output<typeof orderFilterSchema>;
/** The filters as texts, as they are in addresses, calls and saved views. */
export type OrderFilterText = z.input<typeof orderFilterSchema>;

export const TOO_MANY_FILTERS = `At most ${FILTERS_MAX} filters at once. Remove one and try again.`;

/** How many filters a call or an address has. */
export function countFilters(filter: Partial<Record<FilterKey, unknown>>): number {
  return FILTER_KEYS.filter((key) => filter[key] !== undefined).length;
}

/** A call that reads a list: keys that it doesn't know are refused, since a filter that is ignored shows wrong orders. */
export function listInput<S extends z.ZodRawShape>(shape: S) {
  return z
    .strictObject({ ...shape, ...orderFilterShape }, { error: unknownKey })
    .refine((given) => countFilters(given as Partial<Record<FilterKey, unknown>>) <= FILTERS_MAX, TOO_MANY_FILTERS);
}

/** The filters of an address that are valid, the others are left out. At most six. */
export function readFilters(textOf: (key: FilterKey) => string | null): OrderFilterText {
  const valid: [FilterKey, string][] = [];
  for (const key of FILTER_KEYS) {
    const text = textOf(key);
    if (text !== null && orderFilterShape[key].safeParse(text).success) valid.push([key, text]);
  }
  return Object.fromEntries(valid.slice(0, FILTERS_MAX)) as OrderFilterText;
}
