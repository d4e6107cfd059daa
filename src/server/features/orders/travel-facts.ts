import type { FilingSource } from "#contract/filings/filing-profile.ts";
import { orders } from "#server/platform/db/schema.ts";
import { countryName } from "./nationality.ts";
import { telephoneE164 } from "./telephone.ts";

/** What is filed with the authority. */
export const travelColumns = {
  fullName: orders.fullName,
  nationalityCode: orders.nationalityCode,
  nationalityText: orders.nationalityText,
  passportNumber: orders.passportNumber,
  sex: orders.sex,
  dateOfBirth: orders.dateOfBirth,
  email: orders.email,
  phoneCode: orders.phoneCode,
  telephoneNumber: orders.telephoneNumber,
  arrivalDate: orders.arrivalDate,
  travelMode: orders.travelMode,
  flightNumber: orders.flightNumber,
  portOfDeparture: orders.portOfDeparture,
  portOfArrival: orders.portOfArrival,
  purposeOfVisit: orders.purposeOfVisit,
  placeOfStay: orders.placeOfStay,
};
type TravelRecord = Pick<typeof orders.$inferSelect, keyof typeof travelColumns>;

/** As the details answer it. */
export function travelFacts(order: TravelRecord): FilingSource {
  return {
    flight_number: order.flightNumber,
    arrival_date: order.arrivalDate,
    nationality: countryName(order.nationalityCode),
    nationality_given: order.nationalityCode === null ? order.nationalityText : null,
    passport_number: order.passportNumber,
    full_name: order.fullName,
    sex: order.sex,
    date_of_birth: order.dateOfBirth,
    email: order.email,
    place_of_stay: order.placeOfStay,
    purpose_of_visit: order.purposeOfVisit,
    travel_mode: order.travelMode,
    port_of_departure: order.portOfDeparture,
    port_of_arrival: order.portOfArrival,
    phone_code: order.phoneCode,
    telephone_number: order.telephoneNumber,
    telephone_e164: telephoneE164(order),
  };
}
