import { DOUBTS } from "#contract/corrections/plausibility.ts";
import { formatDay } from "#contract/dates.ts";
import type { KnownOrder } from "./known-order.ts";

export interface OrderField {
  label: string;
  /** Null or blank: the field is not shown. Undefined: not known yet. */
  value: string | null | undefined;
  /** Staff enter it in the government's form, so it can be copied. */
  isCopied?: boolean;
  /** It differs from what was submitted. */
  isCorrected?: boolean;
  /** What is wrong with the value. */
  problem?: string;
  /** Of long text: the whole line, or that of two fields. */
  width?: "full" | "double";
}

type Value = OrderField["value"];

const day = (value: Value) => (value ? formatDay(value) : value);

function joined(...parts: Value[]): Value {
  return parts.includes(undefined) ? undefined : parts.filter((part) => part).join(" ") || null;
}

function payment({ paid }: KnownOrder): Value {
  if (paid === undefined) return undefined;
  return paid ? "Paid" : "Not paid";
}

/** Shown only when it differs from the queue's mode. */
function boughtMode({ bought_mode: bought, processing_mode: mode }: KnownOrder): Value {
  return bought === mode ? null : (bought ?? "Not recorded");
}

/** The fields of the order itself. */
export function orderFields(order: KnownOrder): OrderField[] {
  return shown([
    { label: "Order ID", value: String(order.order_id), isCopied: true },
    { label: "Processing Mode", value: order.processing_mode },
    { label: "Bought Mode", value: boughtMode(order) },
    { label: "Processing Date", value: day(order.processing_date) },
    { label: "Process Month", value: order.process_month },
    { label: "Payment", value: payment(order) },
    { label: "Amount", value: joined(order.amount, order.currency) },
    { label: "Gateway", value: order.gateway_name },
    { label: "Merchant Name", value: order.merchant_name },
    { label: "Refund Date", value: day(order.refund_date) },
    { label: "Transaction ID", value: order.transaction_id, isCopied: true, width: "double" },
  ]);
}

/** The fields of the traveller and the journey, in the order of the government's form. */
export function personalFields(order: KnownOrder): OrderField[] {
  const doubts = (order.doubts ?? []).map((each) => DOUBTS[each]);
  const doubt = (field: keyof KnownOrder) => {
    const found = doubts.find((each) => each.field === field);
    return found && { problem: `${found.words} Correct or confirm it.` };
  };
  return shown([
    { label: "Name with Initials", value: order.full_name, isCopied: true },
    {
      label: "Nationality",
      value: order.nationality,
      isCopied: true,
      ...(order.nationality_given && { problem: givenNationality(order.nationality_given, order.nationality_likely) }),
    },
    { label: "Passport No.", value: order.passport_number, isCopied: true, ...doubt("passport_number") },
    { label: "Sex", value: order.sex },
    { label: "Date of Birth", value: day(order.date_of_birth), isCopied: true, ...doubt("date_of_birth") },
    { label: "Email", value: order.email, isCopied: true, width: "double" },
    {
      label: "Telephone",
      value: joined(order.phone_code, order.telephone_number),
      isCopied: true,
      ...(order.telephone_e164 === null && { problem: "No valid number" }),
    },
    { label: "Arrival Date", value: day(order.arrival_date), isCopied: true, ...doubt("arrival_date") },
    { label: "Mode of Arrival", value: order.travel_mode },
    { label: "Flight No./Ship Name", value: order.flight_number, isCopied: true },
    { label: "Port of Departure", value: order.port_of_departure, isCopied: true },
    { label: "Port of Arrival", value: order.port_of_arrival, isCopied: true, width: "double" },
    { label: "Purpose of Visit", value: order.purpose_of_visit },
    { label: "Place of Stay", value: order.place_of_stay, isCopied: true, width: "full" },
  ]);
}

function givenNationality(given: string, likely: string | null | undefined): string {
  return `Given as “${given}”${likely ? `; did you mean ${likely}?` : ""}`;
}

function shown(fields: OrderField[]): OrderField[] {
  return fields.filter(({ value }) => value === undefined || (value !== null && value.trim() !== ""));
}
