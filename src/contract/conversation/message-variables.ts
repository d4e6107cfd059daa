import type { Language } from "#contract/tracking/visitor-languages.ts";
import { MESSAGE_VARIABLES, type MessageVariable } from "./conversation.ts";

export type VariableValues = Record<MessageVariable, string | null>;

/** For a text that is only checked for unknown names. */
export const NO_VALUES = Object.fromEntries(MESSAGE_VARIABLES.map((name) => [name, null])) as VariableValues;

export interface FilledText {
  text: string;
  /** Variables without a value. */
  missing: MessageVariable[];
  /** Names that are no variables. */
  unknown: string[];
}

interface VariableFacts {
  customerName: string | null;
  orderId: number;
  /** `2026-03-01`. */
  arrivalDate: string | null;
  flight: string | null;
  trackLink: string;
  serviceName: string;
  memberName: string;
}

/** What the variables stand for, with days as the language writes them. */
export function variableValues(facts: VariableFacts, language: Language): VariableValues {
  const { customerName, orderId, arrivalDate, flight, trackLink, serviceName, memberName } = facts;
  return {
    customer_name: customerName,
    order_id: String(orderId),
    arrival_date: arrivalDate === null ? null : longDay(arrivalDate, language),
    flight,
    track_link: trackLink,
    service_name: serviceName,
    member_first_name: memberName.split(" ")[0] ?? null,
  };
}

function longDay(day: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}

const PLACE = /\{\{([^{}\n]*)\}\}/g;
const NAME_SHOWN = 50;

/** Puts values in for `{{name}}`, once: what a value holds is not read again. A place that can't be filled stays. */
export function fillVariables(template: string, values: VariableValues): FilledText {
  const missing = new Set<MessageVariable>();
  const unknown = new Set<string>();
  const text = template.replace(PLACE, (place, inner: string) => {
    const name = inner.trim();
    if (!isVariable(name)) {
      unknown.add([...name].slice(0, NAME_SHOWN).join(""));
      return place;
    }
    const value = values[name];
    if (!value) missing.add(name);
    return value || place;
  });
  return { text, missing: [...missing], unknown: [...unknown] };
}

function isVariable(name: string): name is MessageVariable {
  return (MESSAGE_VARIABLES as readonly string[]).includes(name);
}

/** Shorter ones occur in ordinary words. */
const PASSPORT_LENGTH = 5;
const bare = (text: string) =>
  text
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

/** Whether a text holds the passport number, however it is spaced. */
export function holdsPassport(text: string, passportNumber: string | null): boolean {
  const passport = bare(passportNumber ?? "");
  return passport.length >= PASSPORT_LENGTH && bare(text).includes(passport);
}
