import type { IntakeOrder } from "#contract/intake/intake.ts";
import type { Permission } from "#contract/roles.ts";

/** Who may correct each field that comes with an order; null for those that no correction changes. */
export const CORRECTED_BY = {
  full_name: "orders:correct-identity",
  nationality: "orders:correct-identity",
  passport_number: "orders:correct-identity",
  sex: "orders:correct-identity",
  date_of_birth: "orders:correct-identity",
  /** Proves who the customer is and receives the card: it has a call of its own. */
  email: null,
  phone_code: "orders:correct",
  telephone_number: "orders:correct",
  arrival_date: "orders:correct-identity",
  travel_mode: "orders:correct",
  flight_number: "orders:correct",
  port_of_departure: "orders:correct",
  port_of_arrival: "orders:correct",
  purpose_of_visit: "orders:correct",
  place_of_stay: "orders:correct",
  processing_mode: "orders:correct-mode",
  paid: null,
  transaction_id: null,
  merchant_name: null,
  gateway_id: null,
  purchase_ip: null,
  user_agent: null,
  terms_version: null,
  terms_accepted_at: null,
  refund_policy_version: null,
  amount: null,
  currency: null,
  payment_fingerprint: null,
  card_brand: null,
  card_last4: null,
  avs_result: null,
  cvc_result: null,
  three_ds_result: null,
  paid_at: null,
  billing_name: null,
  device_id: null,
  device_fingerprint: null,
  account_id: null,
  card_country: null,
  charge_id: null,
  language: null,
} as const satisfies Record<keyof IntakeOrder, Permission | null>;

type Table = typeof CORRECTED_BY;
export type CorrectableField = { [K in keyof Table]: Table[K] extends null ? never : K }[keyof Table];
/** What is kept of the submission: the facts that can change later. */
export type SubmittedField = CorrectableField | "email";

/** The labels of the order's screen. */
export const SUBMITTED_LABELS: Record<SubmittedField, string> = {
  full_name: "Name with Initials",
  nationality: "Nationality",
  passport_number: "Passport No.",
  sex: "Sex",
  date_of_birth: "Date of Birth",
  email: "Email",
  phone_code: "Phone Code",
  telephone_number: "Telephone",
  arrival_date: "Arrival Date",
  travel_mode: "Mode of Arrival",
  flight_number: "Flight No./Ship Name",
  port_of_departure: "Port of Departure",
  port_of_arrival: "Port of Arrival",
  purpose_of_visit: "Purpose of Visit",
  place_of_stay: "Place of Stay",
  processing_mode: "Processing Mode",
};
export const SUBMITTED_FIELDS = Object.keys(SUBMITTED_LABELS) as SubmittedField[];
export const CORRECTABLE_FIELDS = SUBMITTED_FIELDS.filter(isCorrectable);

function isCorrectable(field: string): field is CorrectableField {
  return Object.hasOwn(CORRECTED_BY, field) && CORRECTED_BY[field as keyof Table] !== null;
}

/** "Sex, Telephone": the fields of a refusal or an event, also of events whose fields no longer exist. */
export function fieldLabels(fields: readonly string[]): string {
  return fields.map((field) => SUBMITTED_LABELS[field as SubmittedField] ?? field).join(", ");
}
