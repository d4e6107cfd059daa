import {
  type IntakeOrder,
  intakeOrderSchema,
  type RecordPayment,
  recordPaymentSchema,
} from "#contract/intake/intake.ts";
import type { ProcessingMode } from "#contract/orders/processing-mode.ts";
import { BROWSERS } from "./browsers.ts";
import { COUNTRIES, type Country } from "./countries.ts";
import { AIRPORTS, HOTELS, PURPOSES, SEA_PORTS, SHIP_ORIGINS, SHIPS, TOWNS } from "./places.ts";
import type { Random } from "./random.ts";
import { address } from "./script.ts";
import type { NameMaker, Sex } from "./traveller-names.ts";

export interface OrderWish {
  createdAt: Date;
  arrivalDate: string;
  isPaid: boolean;
  mode: ProcessingMode;
}

/** Domains reserved for examples by RFC 2606: no mail can reach anyone. */
const MAIL_DOMAINS = ["example.com", "example.com", "example.org", "example.net", "mail.example", "post.example"];

const MINUTE = 60_000;
const YEAR = 365.25 * 24 * 60 * MINUTE;

export interface MadeOrder {
  order: IntakeOrder;
  /** The name in Latin script. */
  latinName: string;
  /** How it is paid, at once or later. */
  payment: RecordPayment;
}

/** The order of a made-up traveller. */
export function makeOrder(random: Random, names: NameMaker, wish: OrderWish, gatewayIds: readonly number[]): MadeOrder {
  const country = random.weighted(COUNTRIES.map((each) => [each, each.weight] as const));
  const sex: Sex = random.chance(0.52) ? "Male" : "Female";
  const name = names.make(country.names, sex);
  const paid = payment(random, wish, gatewayIds);
  const { transaction_id, merchant_name, gateway_id } = paid;
  // Validated by the contract like any order.
  const order = intakeOrderSchema.parse({
    full_name: name.full,
    email: emailOf(random, name.latin),
    nationality: country.nationality,
    arrival_date: wish.arrivalDate,
    paid: wish.isPaid,
    processing_mode: wish.mode,
    passport_number: random.pattern(random.pick(["?#######", "??#######", "#########"])),
    sex,
    date_of_birth: birthday(random, wish.createdAt),
    phone_code: country.phoneCode,
    telephone_number: random.pattern(country.phone),
    ...journey(random, country),
    ...purchase(random, wish),
    billing_name: random.chance(0.9) ? name.latin : null,
    ...(wish.isPaid && paid),
  });
  return {
    order,
    latinName: name.latin,
    payment: recordPaymentSchema.parse({ transaction_id, merchant_name, gateway_id }),
  };
}

function emailOf(random: Random, latin: string): string {
  const words = latin
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[đłøßæ]/g, (letter) => ({ đ: "d", ł: "l", ø: "o", ß: "ss", æ: "ae" })[letter] ?? "")
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
  const [first = "traveller"] = words;
  const last = words.at(-1) ?? "one";
  const local = random.pick([
    `${first}.${last}`,
    `${first}${last}`,
    `${first.slice(0, 1)}.${last}`,
    `${last}_${first}`,
  ]);
  return `${local}${random.chance(0.7) ? random.int(1, 99) : ""}@${random.pick(MAIL_DOMAINS)}`;
}

function birthday(random: Random, at: Date): string {
  const age = random.chance(0.06) ? random.between(0.3, 17) : 18 + 55 * random.next() * random.between(0.5, 1);
  return new Date(at.getTime() - age * YEAR).toISOString().slice(0, 10);
}

function journey(random: Random, country: Country) {
  const stay = random.chance(0.06) ? null : `${random.pick(HOTELS)}, ${random.pick(TOWNS)}`;
  const common = { place_of_stay: stay, purpose_of_visit: random.weighted(PURPOSES) };
  if (random.chance(0.03)) {
    return {
      ...common,
      travel_mode: "Sea",
      flight_number: random.pick(SHIPS),
      port_of_departure: random.pick(SHIP_ORIGINS),
      port_of_arrival: random.pick(SEA_PORTS),
    };
  }
  return {
    ...common,
    travel_mode: "Air",
    flight_number: `${random.pick(country.carriers)} ${random.int(101, 899)}`,
    port_of_departure: random.pick(country.cities),
    port_of_arrival: random.weighted(AIRPORTS),
  };
}

function purchase(random: Random, { createdAt, mode }: OrderWish) {
  const year = createdAt.getUTCFullYear();
  const isEarly = createdAt.getUTCMonth() < 6;
  return {
    purchase_ip: address(random),
    user_agent: random.pick(BROWSERS),
    device_id: random.chance(0.7) ? random.pattern("dev_************") : null,
    terms_version: `${year}-${isEarly ? "01" : "07"}`,
    refund_policy_version: `${year}-01`,
    terms_accepted_at: new Date(createdAt.getTime() - random.int(20, 240) * 1000).toISOString(),
    amount: mode === "Priority" ? random.pick(["89.00", "95.00"]) : random.pick(["49.00", "49.00", "55.50"]),
    currency: random.weighted([
      ["USD", 70],
      ["EUR", 16],
      ["GBP", 9],
      ["AUD", 5],
    ] as const),
  };
}

const TRANSACTION_IDS = ["pi_3P****************", "#??#######?###?##", "pay_**************************"];

/** Payment details as reported by the gateway. */
function payment(random: Random, { createdAt }: OrderWish, gatewayIds: readonly number[]) {
  // The first gateway is active and handles most payments.
  const index = random.weighted(gatewayIds.map((_, place) => [place, place === 0 ? 6 : 1] as const));
  return {
    gateway_id: gatewayIds[index] ?? null,
    transaction_id: random.pattern(TRANSACTION_IDS[index % TRANSACTION_IDS.length] ?? "txn_**********"),
    merchant_name: "Arrival Card Services",
    paid_at: createdAt.toISOString(),
    payment_fingerprint: random.pattern("fp_****************"),
    card_brand: random.weighted([
      ["Visa", 55],
      ["Mastercard", 35],
      ["American Express", 10],
    ] as const),
    card_last4: random.pattern("####"),
    avs_result: random.pick(["Y", "Y", "Y", "A", "U"]),
    cvc_result: random.pick(["M", "M", "M", "M", "U"]),
    three_ds_result: random.pick(["authenticated", "authenticated", "attempted", "not_supported"]),
  };
}
