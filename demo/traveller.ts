import type { Faker } from "@faker-js/faker";
import { intakeOrderSchema, recordPaymentSchema } from "#contract/intake/intake.ts";
import type { ProcessingMode } from "#contract/orders/processing-mode.ts";
import { BROWSERS } from "#test/support/user-agents.ts";
import { between, chance, int, pick, replaceSymbols, weightedArrayElement } from "./chance.ts";
import { COUNTRIES } from "./countries.ts";
import { makeName } from "./names.ts";

/** Domains reserved for examples by RFC 2606: no mail can reach anyone. */
const MAIL_DOMAINS = ["example.com", "example.com", "example.org", "example.net", "mail.example", "post.example"];
const AIRLINES = ["UL", "UL", "UL", "EK", "QR", "EY", "TK", "SQ", "FZ"];
const SHIPS = ["MV Coral Horizon", "MS Ceylon Star", "MV Blue Lagoon", "MS Southern Pearl"];
const SEA_PORTS = ["Colombo Port", "Galle Harbour", "Hambantota Port", "Trincomalee Harbour"];
const HOTELS = ["Lagoon House", "Cinnamon Tree Villa", "The Old Clove Store", "Palm Court Hotel", "Ocean Terrace"];
const STREETS = ["Lewis Place", "Church Street", "Beach Road", "Temple Street", "Station Road", "Lake Road"];
const TOWNS = ["Negombo", "Galle Fort", "Mirissa", "Kandy", "Ella", "Colombo 03", "Nuwara Eliya", "Trincomalee"];
const PURPOSES = ["Leisure / Holiday", "Visiting friends and family", "Business meeting", "Conference", "Wedding"];
/** Network addresses belong to no host, so countries can be shown without naming a person; the last one has none. */
const NETWORKS =
  "112.134.#.0 59.88.#.0 2.28.#.0 2.160.#.0 95.24.#.0 2402:4000:#:: 2405:200:#:: 2a02:908:#:: 203.0.113.#";

export const ipAddress = () => pick(NETWORKS.split(" ")).replace("#", String(int(16, 99)));
export const address = () => `${pick(HOTELS)}, ${int(2, 240)} ${pick(STREETS)}, ${pick(TOWNS)}`;

const YEAR_MS = 365.25 * 86_400_000;

export type OrderFacts = { createdAt: Date; arrivalDate: string; isPaid: boolean; mode: ProcessingMode };
export type MadeOrder = ReturnType<typeof makeOrder>;

/** The order of a made-up traveller with its payment, validated by the contract like any order. */
export function makeOrder(generators: Map<string, Faker>, facts: OrderFacts, gatewayIds: readonly number[]) {
  const { createdAt, isPaid, mode } = facts;
  const countries = COUNTRIES.map((value) => ({ value, weight: value[1] }));
  const [nationality, , locale, phone_code, phone, ...cities] = weightedArrayElement(countries);
  const generator = generators.get(locale) as Faker;
  const sex = pick(["female", "male"] as const);
  const { full, latin } = makeName(generator, locale, sex);
  const words = latin
    .normalize("NFKD")
    .replace(/[^a-z ]/gi, "")
    .split(" ");
  const sender = { firstName: words[0] ?? "", lastName: words.at(-1) ?? "", provider: pick(MAIL_DOMAINS) };
  const age = chance(0.06) ? between(0.3, 17) : between(18, between(28, 73));
  const year = createdAt.getUTCFullYear();
  const isByAir = chance(0.97);
  // The first gateway is active and handles most payments.
  const gateway = chance(0.8) ? 0 : int(0, gatewayIds.length - 1);
  const payment = {
    gateway_id: gatewayIds[gateway] ?? null,
    transaction_id: replaceSymbols(gateway === 0 ? "pi_3P****************" : "#??#######?###?##"),
    merchant_name: "Arrival Card Services",
  };
  const evidence = {
    ...payment,
    paid_at: createdAt.toISOString(),
    payment_fingerprint: replaceSymbols("fp_****************"),
    card_brand: pick(["Visa", "Visa", "Visa", "Mastercard", "Mastercard", "American Express"]),
    card_last4: replaceSymbols("####"),
    avs_result: pick(["Y", "Y", "Y", "A", "U"]),
    cvc_result: pick(["M", "M", "M", "M", "U"]),
    three_ds_result: pick(["authenticated", "authenticated", "attempted", "not_supported"]),
  };
  const order = intakeOrderSchema.parse({
    full_name: full,
    email: generator.internet.email(sender).toLowerCase(),
    nationality,
    arrival_date: facts.arrivalDate,
    paid: isPaid,
    processing_mode: mode,
    passport_number: replaceSymbols(pick(["?#######", "??#######", "#########"])),
    sex: sex === "male" ? "Male" : "Female",
    date_of_birth: new Date(createdAt.getTime() - age * YEAR_MS).toISOString().slice(0, 10),
    phone_code,
    telephone_number: replaceSymbols(phone),
    travel_mode: isByAir ? "Air" : "Sea",
    flight_number: isByAir ? `${pick(AIRLINES)} ${int(101, 899)}` : pick(SHIPS),
    port_of_departure: pick(cities),
    port_of_arrival: isByAir ? "Bandaranaike International Airport (CMB)" : pick(SEA_PORTS),
    place_of_stay: chance(0.94) ? address() : null,
    purpose_of_visit: chance(0.65) ? "Tourism" : pick(PURPOSES),
    purchase_ip: ipAddress(),
    user_agent: pick(BROWSERS),
    device_id: chance(0.7) ? replaceSymbols("dev_************") : null,
    terms_version: `${year}-${createdAt.getUTCMonth() < 6 ? "01" : "07"}`,
    refund_policy_version: `${year}-01`,
    terms_accepted_at: new Date(createdAt.getTime() - int(20, 240) * 1000).toISOString(),
    amount: pick(mode === "Priority" ? ["89.00", "95.00"] : ["49.00", "49.00", "55.50"]),
    currency: chance(0.7) ? "USD" : pick(["EUR", "EUR", "GBP", "AUD"]),
    billing_name: chance(0.9) ? latin : null,
    ...(isPaid && evidence),
  });
  return { order, latinName: latin, payment: recordPaymentSchema.parse(payment) };
}
