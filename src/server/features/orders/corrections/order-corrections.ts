import type { CorrectableField, SubmittedField } from "#contract/corrections/correction-fields.ts";
import { SUBMITTED_FIELDS } from "#contract/corrections/correction-fields.ts";
import type { ChangedField, CorrectedFields } from "#contract/corrections/corrections.ts";
import { countryUnknownMessage } from "#contract/corrections/messages.ts";
import { type DueOrder, dueAfter } from "#contract/orders/order-due.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { boughtModeOf } from "#contract/orders/orders.ts";
import type { ProcessingMode } from "#contract/orders/processing-mode.ts";
import type { ServiceSettings } from "#contract/service-settings/service-settings.ts";
import { sortKey } from "#contract/text.ts";
import { invalidField } from "#server/platform/app-error.ts";
import { entryStatus, processingDay } from "../intake/intake-status.ts";
import { countryName, likelyCountry, nationalityCode } from "../nationality.ts";
import type { OrderRecord } from "../order-facts.repository.ts";
import { telephoneKey } from "../telephone.ts";

/** The column of each fact that a submission keeps. */
export const FACT_COLUMNS = {
  full_name: "fullName",
  nationality: "nationalityText",
  passport_number: "passportNumber",
  sex: "sex",
  date_of_birth: "dateOfBirth",
  email: "email",
  phone_code: "phoneCode",
  telephone_number: "telephoneNumber",
  arrival_date: "arrivalDate",
  travel_mode: "travelMode",
  flight_number: "flightNumber",
  port_of_departure: "portOfDeparture",
  port_of_arrival: "portOfArrival",
  purpose_of_visit: "purposeOfVisit",
  place_of_stay: "placeOfStay",
  processing_mode: "processingMode",
} as const satisfies Record<SubmittedField, keyof OrderRecord>;

export type OrderFacts = Record<SubmittedField, string | null>;
type FactRecord = Pick<OrderRecord, (typeof FACT_COLUMNS)[SubmittedField] | "nationalityCode">;

/** What a correction is decided on. */
export type CorrectableOrder = FactRecord &
  Pick<
    OrderRecord,
    "id" | "isPaid" | "version" | "factsVersion" | "boughtMode" | "processingDate" | "createdAt" | "transactionId"
  > &
  DueOrder;

/** The facts as they were received, or corrected since. */
export function factsOf(order: FactRecord): OrderFacts {
  const facts = SUBMITTED_FIELDS.map((field) => [field, order[FACT_COLUMNS[field]]]);
  return { ...(Object.fromEntries(facts) as OrderFacts), nationality: order.nationalityText ?? order.nationalityCode };
}

/** A value as people read it: a nationality that is a known country by its English name. */
export function shownFact(field: string, value: string | null): string | null {
  if (field !== "nationality" || value === null) return value;
  const code = nationalityCode(value);
  return code === null ? value : countryName(code);
}

export interface DecidedCorrection {
  changed: ChangedField[];
  columns: Partial<OrderRecord>;
  /** The queue after the correction, the current one unless the filing rule decides otherwise. */
  status: OrderStatus;
  processingDate: string | null;
  dueAt: Date | null;
}

/** What these values change: the columns to write, and the queue, processing day and due time that follow from them. */
export function decideCorrection(
  order: CorrectableOrder,
  fields: CorrectedFields,
  { at, filingWindowDays, service }: { at: Date; filingWindowDays: number; service: ServiceSettings },
): DecidedCorrection {
  const facts = factsOf(order);
  const changed = (Object.entries(fields) as [CorrectableField, string | null][])
    .map(([field, value]) => ({ field, from: shownFact(field, facts[field]), to: shownFact(field, value) }))
    .filter(({ from, to }) => from !== to);
  if (changed.some(({ field }) => field === "nationality") && nationalityCode(fields.nationality ?? "") === null) {
    const nationality = fields.nationality ?? "";
    throw invalidField("fields.nationality", countryUnknownMessage(nationality, likelyCountry(nationality)));
  }
  const has = (...names: CorrectableField[]) => changed.some(({ field }) => (names as string[]).includes(field));
  const values = changed.map(({ field }) => [FACT_COLUMNS[field], fields[field] ?? null]);
  const corrected = Object.fromEntries(values) as Partial<OrderRecord>;
  const after = { ...order, ...corrected };
  const { arrivalDate, createdAt } = after;
  const processingDate =
    has("arrival_date") && arrivalDate !== null
      ? processingDay(arrivalDate, createdAt, filingWindowDays)
      : order.processingDate;
  const entry = has("arrival_date", "processing_mode")
    ? filed({ ...after, processingDate }, at, has("processing_mode"))
    : order;
  const due = dueAfter(order, { ...after, status: entry.status, processingMode: entry.processingMode }, at, service);
  return {
    changed,
    columns: {
      ...corrected,
      ...(has("full_name") && { nameKey: sortKey(after.fullName ?? "") }),
      ...(has("nationality") && { nationalityCode: nationalityCode(after.nationalityText ?? "") }),
      ...(has("phone_code", "telephone_number") && { telephoneKey: telephoneKey(after) }),
      processingDate,
      processingMode: entry.processingMode,
      boughtMode: has("processing_mode") ? boughtModeOf(order) : order.boughtMode,
      ...due,
    },
    status: entry.status,
    processingDate,
    dueAt: due.dueAt,
  };
}

const FILED_BY_RULE: ReadonlySet<OrderStatus> = new Set(["New", "Priority", "Future"]);

interface Filed {
  status: OrderStatus;
  processingMode: ProcessingMode;
  processingDate: string | null;
}

/**
 * The filing rule (decision record 0016) for an order that waits in one of its queues. A new day alone never moves
 * between New and Priority, where staff may have put the order by hand. An order that staff moved there unpaid is
 * treated as paid: it doesn't go back to Pending.
 */
function filed(order: Filed, at: Date, isModeCorrected: boolean): Pick<Filed, "status" | "processingMode"> {
  if (!FILED_BY_RULE.has(order.status)) return order;
  const entry = entryStatus({ ...order, isPaid: true }, at);
  const isWindowMoved = order.status === "Future" || entry.status === "Future";
  return isModeCorrected || isWindowMoved ? entry : order;
}
