import { formatDay } from "#contract/dates.ts";
import { UNKNOWN_NATIONALITY } from "#contract/reports/reports.ts";
import type { FilingProfileId } from "./filings.ts";

/** The facts of an order that a profile can draw on, as `get-orders-details` answers them. */
export const FILING_SOURCES = [
  "full_name",
  "nationality",
  "nationality_given",
  "passport_number",
  "sex",
  "date_of_birth",
  "email",
  "phone_code",
  "telephone_number",
  "telephone_e164",
  "arrival_date",
  "travel_mode",
  "flight_number",
  "port_of_departure",
  "port_of_arrival",
  "purpose_of_visit",
  "place_of_stay",
] as const;
export type FilingSource = Record<(typeof FILING_SOURCES)[number], string | null>;

/** A choice of the form, and other words that orders use for it. */
interface Choice {
  label: string;
  words: readonly string[];
}

export interface FilingField {
  /** The key under which a filing stores the value. */
  key: string;
  /** The form's own label. */
  label: string;
  source: keyof FilingSource;
  /** `phone` joins the source with the country code, in E.164. */
  format: "text" | "upper" | "date DD/MM/YYYY" | "country name" | "phone E.164" | "choice";
  /** Only of the format `choice`. */
  choices?: readonly Choice[];
  isRequired: boolean;
  /** In characters. */
  longest: number;
  note?: string;
}

export interface FilingProfile {
  id: string;
  title: string;
  /** The day on which somebody compared it with the authority's form; null: nobody has. */
  verified_on: string | null;
  sections: readonly { title: string; fields: readonly FilingField[] }[];
}

export const SEXES = [
  { label: "Male", words: ["m"] },
  { label: "Female", words: ["f"] },
  { label: "Other", words: ["x", "non-binary", "unspecified"] },
];
export const TRAVEL_MODES = [
  { label: "Air", words: ["by air", "plane", "flight", "aircraft"] },
  { label: "Sea", words: ["by sea", "ship", "boat", "cruise"] },
];
/** Where travellers arrive; others are typed. */
export const ARRIVAL_PORTS = [
  "Bandaranaike International Airport",
  "Mattala Rajapaksa International Airport",
  "Colombo International Airport Ratmalana",
  "Jaffna International Airport",
  "Batticaloa International Airport",
  "Port of Colombo",
  "Port of Galle",
  "Port of Hambantota",
  "Port of Trincomalee",
  "Kankesanthurai Harbour",
] as const;
const PURPOSES = [
  { label: "Holiday", words: ["tourism", "tourist", "vacation", "leisure", "sightseeing"] },
  { label: "Visiting Friends and Relatives", words: ["visit", "family", "friends", "visiting family"] },
  { label: "Business", words: ["business trip", "meeting", "conference"] },
  { label: "Transit", words: ["stopover", "layover"] },
];

/** A row of a form; `more` holds what most rows don't have. */
function row(
  key: string,
  label: string,
  source: keyof FilingSource,
  format: FilingField["format"],
  longest: number,
  more: Pick<FilingField, "choices" | "note"> & { isOptional?: true } = {},
): FilingField {
  const { isOptional, ...others } = more;
  return { key, label, source, format, longest, isRequired: isOptional !== true, ...others };
}

/**
 * The form that staff fill in at the authority. A stored filing names its profile: a changed form is a new profile with
 * a new id, and the old one stays, so that its filings can still be compared with their orders.
 */
export const FILING_PROFILES = [
  {
    id: "arrival-card-1",
    title: "Electronic arrival card",
    verified_on: null,
    sections: [
      {
        title: "Traveller",
        fields: [
          row("name", "Name with Initials", "full_name", "upper", 200, { note: "As in the passport." }),
          row("nationality", "Nationality", "nationality", "country name", 60),
          row("passport", "Passport No.", "passport_number", "upper", 20),
          row("sex", "Sex", "sex", "choice", 20, { choices: SEXES }),
          row("birth", "Date of Birth", "date_of_birth", "date DD/MM/YYYY", 10),
        ],
      },
      {
        title: "Contact",
        fields: [
          row("email", "Email", "email", "text", 254),
          row("telephone", "Telephone", "telephone_number", "phone E.164", 16, { isOptional: true }),
        ],
      },
      {
        title: "Journey",
        fields: [
          row("arrival", "Arrival Date", "arrival_date", "date DD/MM/YYYY", 10),
          row("mode", "Mode of Arrival", "travel_mode", "choice", 20, { choices: TRAVEL_MODES, isOptional: true }),
          row("flight", "Flight No./Ship Name", "flight_number", "upper", 60),
          row("from", "Port of Departure", "port_of_departure", "text", 100, { isOptional: true }),
          row("to", "Port of Arrival", "port_of_arrival", "text", 100, { isOptional: true }),
        ],
      },
      {
        title: "Stay",
        fields: [
          row("purpose", "Purpose of Visit", "purpose_of_visit", "choice", 60, { choices: PURPOSES }),
          row("stay", "Place of Stay", "place_of_stay", "text", 200, { note: "The address of the first night." }),
        ],
      },
    ],
  },
] as const satisfies readonly (FilingProfile & { id: FilingProfileId })[];

/** The profile of new filings: the first in the list. */
export const CURRENT_PROFILE: FilingProfile & { id: FilingProfileId } = FILING_PROFILES[0];

export function filingProfile(id: FilingProfileId): FilingProfile {
  return FILING_PROFILES.find((profile) => profile.id === id) ?? CURRENT_PROFILE;
}

export type FilingProblem = "missing" | "too_long" | "no_choice" | "no_number";

export interface SheetField {
  field: FilingField;
  /** What goes into the form; empty when the order has nothing. */
  value: string;
  /** What the order has; null when it is the same. */
  stored: string | null;
  problem: FilingProblem | null;
}

/** One field of the form, filled in from an order. */
export function sheetField(field: FilingField, order: FilingSource): SheetField {
  const stored = storedText(field, order);
  if (stored === "") return { field, value: "", stored: null, problem: field.isRequired ? "missing" : null };
  const found = formatted(field, stored, order);
  const value = found ?? stored;
  return { field, value, stored: value === stored ? null : stored, problem: problemOf(field, value, found !== null) };
}

function storedText({ format, source }: FilingField, order: FilingSource): string {
  const isUnknown = format === "country name" && order[source] === UNKNOWN_NATIONALITY;
  const text = (isUnknown ? order.nationality_given : order[source]) ?? "";
  if (text.trim() === "") return "";
  return format === "phone E.164" ? [order.phone_code, text].filter((part) => part).join(" ") : text;
}

/** Null when the order's text doesn't fit the format. */
function formatted(field: FilingField, stored: string, order: FilingSource): string | null {
  switch (field.format) {
    case "upper":
      return stored.toUpperCase();
    case "date DD/MM/YYYY":
      return formatDay(stored).replaceAll("-", "/");
    case "phone E.164":
      return order.telephone_e164;
    case "choice":
      return choiceFor(field.choices ?? [], stored);
    case "country name":
      return order.nationality === UNKNOWN_NATIONALITY ? null : stored;
    default:
      return stored;
  }
}

export function choiceFor(choices: readonly Choice[], stored: string): string | null {
  const word = stored.trim().toLowerCase();
  const found = choices.find(({ label, words }) => label.toLowerCase() === word || words.includes(word));
  return found?.label ?? null;
}

function problemOf(field: FilingField, value: string, fits: boolean): FilingProblem | null {
  if (!fits) return field.format === "phone E.164" ? "no_number" : "no_choice";
  return [...value].length > field.longest ? "too_long" : null;
}

export function sheetSections(profile: FilingProfile, order: FilingSource): { title: string; fields: SheetField[] }[] {
  return profile.sections.map(({ title, fields }) => ({
    title,
    fields: fields.map((each) => sheetField(each, order)),
  }));
}

/** The values as they go into the form, by the keys of the profile's fields; those that the order lacks are left out. */
export type FiledFacts = Record<string, string>;

export function filedFacts(profile: FilingProfile, order: FilingSource): FiledFacts {
  const fields = sheetSections(profile, order).flatMap((section) => section.fields);
  return Object.fromEntries(fields.filter(({ value }) => value !== "").map(({ field, value }) => [field.key, value]));
}

/** The fields of the form in which the order now says something else than what was filed, in the form's order. */
export function changedSinceFiled(
  filing: { profile: FilingProfileId; facts: FiledFacts },
  order: FilingSource,
): FilingField[] {
  const profile = filingProfile(filing.profile);
  const now = filedFacts(profile, order);
  const fields = profile.sections.flatMap((section) => section.fields);
  return fields.filter(({ key }) => now[key] !== filing.facts[key]);
}
