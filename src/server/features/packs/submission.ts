import { fieldLabels, type SubmittedField } from "#contract/corrections/correction-fields.ts";
import type { ProcessingMode } from "#contract/orders/processing-mode.ts";
import { withIdentityValues } from "#contract/timeline/identity-values.ts";
import type { TimelinePayload } from "#contract/timeline/timeline.ts";
import { lastCharacters, type Masks } from "./masking.ts";
import type { Evidence } from "./pack-facts.repository.ts";
import type { PackFacts } from "./pack-facts.ts";

type Corrected = TimelinePayload<"corrected">;
type Requested = TimelinePayload<"correction-requested">;

/** The order with its facts as they were submitted; the order itself if they were never corrected. */
export function asSubmitted(order: Evidence): Evidence {
  if (order.submitted === null) return order;
  // Written by `freezeSubmission`, and insert-only since.
  const data = order.submitted as Record<SubmittedField | "nationality_code", string | null>;
  return {
    ...order,
    fullName: data.full_name,
    email: data.email,
    nationalityCode: data.nationality_code,
    nationalityText: data.nationality,
    passportNumber: data.passport_number,
    sex: data.sex,
    dateOfBirth: data.date_of_birth,
    phoneCode: data.phone_code,
    telephoneNumber: data.telephone_number,
    arrivalDate: data.arrival_date,
    travelMode: data.travel_mode,
    flightNumber: data.flight_number,
    portOfDeparture: data.port_of_departure,
    portOfArrival: data.port_of_arrival,
    purposeOfVisit: data.purpose_of_visit,
    placeOfStay: data.place_of_stay,
    processingMode: data.processing_mode as ProcessingMode,
  };
}

/** Every passport number that the order had: none of them may be printed. */
export function passportNumbers(order: Evidence): (string | null)[] {
  const changed = corrections(order)
    .flatMap(({ data }) => data.fields)
    .filter(({ field }) => field === "passport_number");
  return [order.passportNumber, ...changed.flatMap(({ from, to }) => [from, to])];
}

/** The corrections as a pack prints them; nothing for an order without any, so that its facts stay the same. */
export function correctionFacts(order: Evidence, masks: Masks): Pick<PackFacts, "corrections"> {
  const rows = corrections(order).flatMap(({ at, by, data }) =>
    data.fields.map(({ field, from, to }) => {
      const askedAt = data.request_id === null ? undefined : whenCustomerAsked(order, data.request_id, { field, to });
      return {
        at: at.toISOString(),
        field: fieldLabels([field]),
        from: maskedValue(field, from, masks),
        to: maskedValue(field, to, masks),
        by,
        ...(askedAt && { askedAt: askedAt.toISOString() }),
      };
    }),
  );
  return rows.length === 0 ? {} : { corrections: rows };
}

/** When the customer asked for this very value on the tracking page. */
function whenCustomerAsked(
  { events }: Evidence,
  requestId: number,
  { field, to }: { field: string; to: string | null },
) {
  return events.find(({ type, data, values, actor }) => {
    if (type !== "correction-requested" || data === null || actor !== null) return false;
    const { request_id: id, fields } = withIdentityValues(data as Requested, values);
    return id === requestId && fields.some((each) => each.field === field && each.to === to);
  })?.at;
}

function corrections({ events }: Evidence) {
  return events.flatMap(({ at, type, data, values, actor }) =>
    type === "corrected" && data !== null
      ? [{ at, by: actor ?? "staff", data: withIdentityValues(data as Corrected, values) }]
      : [],
  );
}

/** Masked like the same fact of the order. */
function maskedValue(field: string, value: string | null, masks: Masks): string | null {
  if (value === null) return null;
  if (field === "passport_number") return `ending in ${lastCharacters(value, 3) ?? ""}`;
  if (field === "telephone_number") return `ending in ${lastCharacters(value, 4) ?? ""}`;
  if (field === "date_of_birth") return `in ${value.slice(0, 4)}`;
  return masks.prose(value);
}
