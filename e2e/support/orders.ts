import { randomUUID } from "node:crypto";
import { ARRIVAL_ZONE, addDays, dayIn } from "#contract/dates.ts";

/** A word that occurs in no other order of this run, so that a search finds only a test's own orders. */
export function ownName(): string {
  return `Own${randomUUID().slice(0, 8)}`;
}

/** The day that many days from now where the traveller arrives. */
export const arrivalIn = (days: number): string => addDays(dayIn(ARRIVAL_ZONE, new Date()), days);

/** The UTC date some days from today. */
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** An order with every field of the intake. */
export const FULL_ORDER = {
  full_name: "N. K. Perera",
  email: "perera@example.com",
  nationality: "GB",
  passport_number: "P1234567",
  sex: "Female",
  date_of_birth: "1990-02-03",
  phone_code: "+44",
  telephone_number: "07700 900123",
  travel_mode: "Air",
  flight_number: "UL504",
  port_of_departure: "London",
  port_of_arrival: "Colombo",
  purpose_of_visit: "Holiday",
  place_of_stay: "12 Galle Road, Colombo 03",
  merchant_name: "Stripe UK",
  transaction_id: "txn_1",
};

/** The same with names of extreme length. */
export const LONG_ORDER = {
  ...FULL_ORDER,
  full_name: "Anuradhapura-Polonnaruwa Wickramasinghe de Silva y Rodríguez-Featherstonehaugh",
  email: "wickramasinghe.featherstonehaugh+arrival@travellers.example.com",
  transaction_id: "pi_3QxTransactionOfThirtyCharacters0123456789",
  device: "Windows PC",
};
