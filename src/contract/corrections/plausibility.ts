import * as z from "zod";

/** What is doubtful about a fact: it is stored, and somebody has to correct or confirm it. */
export const DOUBTS = {
  arrival_past: { field: "arrival_date", words: "The arrival date is in the past." },
  birth_implausible: {
    field: "date_of_birth",
    words: "The date of birth is in the future or more than 120 years ago.",
  },
  passport_short: { field: "passport_number", words: "The passport number has fewer than 5 letters and digits." },
} as const;
export type Doubt = keyof typeof DOUBTS;
export const doubtSchema = z.enum(Object.keys(DOUBTS) as [Doubt, ...Doubt[]]);
type DoubtedField = (typeof DOUBTS)[Doubt]["field"];

const OLDEST_YEARS = 120;
/** Letters and digits; a shorter passport number is doubtful. */
export const PASSPORT_MIN = 5;

/** @param today the day, as `YYYY-MM-DD`, on which the facts are given */
export function doubtsAbout(facts: Partial<Record<DoubtedField, string | null>>, today: string): Doubt[] {
  const { arrival_date: arrival, date_of_birth: birth, passport_number: passport } = facts;
  const oldest = `${Number(today.slice(0, 4)) - OLDEST_YEARS}${today.slice(4)}`;
  const doubts: [Doubt, boolean][] = [
    ["arrival_past", Boolean(arrival) && String(arrival) < today],
    ["birth_implausible", Boolean(birth) && (String(birth) > today || String(birth) < oldest)],
    ["passport_short", Boolean(passport) && String(passport).replace(/[^\p{L}\p{N}]/gu, "").length < PASSPORT_MIN],
  ];
  return doubts.filter(([, isDoubtful]) => isDoubtful).map(([doubt]) => doubt);
}
