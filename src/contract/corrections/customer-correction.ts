/* Apart from the call, which checks values as intake does: the visitor's page loads no zod. */
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import type { CorrectableField } from "./correction-fields.ts";

/**
 * What a customer may ask to correct on the tracking page. Order ID and email are a weak proof: not the passport number,
 * which goes with the document, and not the email, which opens the order.
 */
export const CUSTOMER_FIELDS = [
  "full_name",
  "nationality",
  "date_of_birth",
  "sex",
  "phone_code",
  "telephone_number",
  "arrival_date",
  "travel_mode",
  "flight_number",
  "port_of_departure",
  "port_of_arrival",
  "purpose_of_visit",
  "place_of_stay",
] as const satisfies readonly CorrectableField[];
export type CustomerField = (typeof CUSTOMER_FIELDS)[number];

/** The details of one request. */
export const CUSTOMER_ROWS = 3;
/** The requests of one order that wait for a decision. */
export const CUSTOMER_REQUESTS_MAX = 3;
export const CUSTOMER_NOTE_MAX = 500;
/** Longer than every fact may be. */
export const CUSTOMER_VALUE_MAX = 500;

export const DATE_FIELDS: ReadonlySet<string> = new Set<CustomerField>(["date_of_birth", "arrival_date"]);
/** The words of the authority's form, which the server takes. */
export const CHOICE_FIELDS: Partial<Record<CustomerField, readonly ("Male" | "Female" | "Other" | "Air" | "Sea")[]>> = {
  sex: ["Male", "Female", "Other"],
  travel_mode: ["Air", "Sea"],
};

export function isCustomerField(field: string): field is CustomerField {
  return (CUSTOMER_FIELDS as readonly string[]).includes(field);
}

/** A row of the form as it was typed; `field` is empty until a detail is chosen. */
export interface CorrectionRow {
  field: string;
  value: string;
}
export interface TypedCorrection {
  rows: CorrectionRow[];
  note: string;
}

/** The new values by field, or why the form can't be sent. Rows without a detail and a value are left out. */
export function correctionOf(rows: readonly CorrectionRow[]): { fields: Record<string, string> } | { problem: string } {
  const filled = rows.filter(({ field, value }) => field !== "" || value.trim() !== "");
  if (filled.length === 0 || filled.some(({ field, value }) => field === "" || value.trim() === "")) {
    return { problem: VISITOR_MESSAGES.correctionEmpty };
  }
  const fields = Object.fromEntries(filled.map(({ field, value }) => [field, value]));
  const isRepeated = Object.keys(fields).length < filled.length;
  return isRepeated ? { problem: VISITOR_MESSAGES.correctionTwice } : { fields };
}

/** The form's fields, which the page and the server name alike. */
export const rowNames = (row: number) => ({ field: `field${row}`, value: `value${row}` });

export function typedCorrection(textOf: (name: string) => string): TypedCorrection {
  const rows = Array.from({ length: CUSTOMER_ROWS }, (_, row) => {
    const { field, value } = rowNames(row);
    return { field: textOf(field), value: textOf(value) };
  });
  return { rows, note: textOf("note") };
}
