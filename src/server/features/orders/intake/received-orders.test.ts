// Every field of an incoming order is stored; intake, import and the demo share this code.
import { eq, getTableColumns } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type IntakeOrder, intakeOrderSchema } from "#contract/intake/intake.ts";
import { orders } from "#server/platform/db/schema.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { createGatewaysService } from "../../gateways/gateways.service.ts";
import { createTimelineService } from "../../timeline/timeline.service.ts";
import type { OrderRecord } from "../order-facts.repository.ts";
import { createReceivedOrdersService } from "./received-orders.service.ts";

const NOW = new Date("2026-03-10T08:00:00Z");

/** Two values for each field; a new field of the contract does not compile until it is listed here. */
const FIELDS: { [Field in keyof IntakeOrder]: [IntakeOrder[Field], IntakeOrder[Field]] } = {
  full_name: ["Zoë O'Hara", "Ann Perera"],
  email: ["zoe@example.com", "ann@example.com"],
  nationality: ["GB", "LK"],
  arrival_date: ["2026-03-11", "2026-03-12"],
  paid: [true, false],
  processing_mode: ["Standard", "Priority"],
  passport_number: ["N1", "N2"],
  flight_number: ["UL 504", "UL 505"],
  sex: ["F", "M"],
  date_of_birth: ["1990-02-28", "1990-03-01"],
  place_of_stay: ["Galle", "Kandy"],
  purpose_of_visit: ["Holiday", "Work"],
  travel_mode: ["Air", "Sea"],
  port_of_departure: ["LHR", "DXB"],
  port_of_arrival: ["CMB", "HRI"],
  phone_code: ["+94", "+44"],
  telephone_number: ["771234567", "771234568"],
  transaction_id: ["ch_1", "ch_2"],
  merchant_name: ["Arrival Card", "Arrival Card Ltd"],
  gateway_id: [1, 2],
  purchase_ip: ["192.0.2.1", "192.0.2.2"],
  user_agent: ["Mozilla/5.0", "Mozilla/5.1"],
  terms_version: ["3", "4"],
  terms_accepted_at: ["2026-03-10T07:00:00Z", "2026-03-10T07:00:01Z"],
  refund_policy_version: ["2", "3"],
  amount: ["49.9", "50"],
  currency: ["USD", "EUR"],
  payment_fingerprint: ["fp", "fq"],
  card_brand: ["visa", "amex"],
  card_last4: ["0042", "0043"],
  avs_result: ["Y", "N"],
  cvc_result: ["M", "N"],
  three_ds_result: ["ok", "no"],
  paid_at: ["2026-03-10T07:00:00.5Z", "2026-03-10T07:00:01Z"],
  billing_name: ["Z. O'Hara", "A. Perera"],
  device_id: ["device-0123456789", "device-0123456780"],
  device_fingerprint: ["fingerprint-0123456789", "fingerprint-0123456780"],
  account_id: ["account 1", "account 2"],
  card_country: ["GB", "LK"],
  charge_id: ["ch_a", "ch_b"],
  language: ["de", "ta"],
};
const NAMES = Object.keys(FIELDS) as (keyof IntakeOrder)[];
const FULL = Object.fromEntries(NAMES.map((name) => [name, FIELDS[name][0]])) as unknown as IntakeOrder;

let database: TestDatabase;
/** The stored row of the full order, and of one that differs in a field. */
let full: OrderRecord;
const differing = new Map<string, OrderRecord>();

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const gateways = createGatewaysService({ db });
  await gateways.ensure(["Stripe", "PayPal"]);
  const timeline = createTimelineService();
  const received = createReceivedOrdersService({ timeline, filingWindowDays: 3, gateways });
  const given = [FULL, ...NAMES.map((name) => ({ ...FULL, [name]: FIELDS[name][1] }))];
  const arrivals = given.map((order) => ({ order: intakeOrderSchema.parse(order), at: NOW, createdAt: NOW }));
  const stored = await db.transaction((tx) => received.receiveAll(tx, arrivals, "intake"));
  const rows = await Promise.all(
    stored.map(async ({ id }) => (await db.select().from(orders).where(eq(orders.id, id)))[0] as OrderRecord),
  );
  [full] = rows as [OrderRecord];
  for (const [index, name] of NAMES.entries()) differing.set(name, rows[index + 1] as OrderRecord);
});
afterAll(() => database.drop());

describe("an incoming order", () => {
  it("fills every column of the schema, except those that are written later", () => {
    const columns = Object.entries(getTableColumns(orders)) as [keyof OrderRecord, { default: unknown }][];
    const untouched = columns.filter(([name, column]) => full[name] === null || full[name] === column.default);
    expect(untouched.map(([name]) => name)).toEqual([
      "previousStatus",
      "version",
      "factsVersion",
      "purgedAt",
      "clockUsedMs",
      "refundedAt",
      "refundedBy",
      "isLanguageChosen",
      "paidWhileDeletedAt",
    ]);
  });

  it.each(NAMES)("stores its %s", (name) => {
    expect({ ...differing.get(name), id: full.id }).not.toEqual(full);
  });
});
