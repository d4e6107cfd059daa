// An import must write the same rows as single intakes of the same orders, except for ids and the source.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { stringify } from "csv-stringify/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { intakeOrderSchema } from "#contract/intake/intake.ts";
import { createGatewaysService } from "#server/features/gateways/gateways.service.ts";
import { createCsvImport } from "#server/features/intake/csv-import.service.ts";
import { createIntakeService } from "#server/features/intake/intake.service.ts";
import { createReceivedOrdersService } from "#server/features/orders/intake/received-orders.service.ts";
import { createTimelineService } from "#server/features/timeline/timeline.service.ts";
import { checkHistory } from "../scripts/verify-history/check-history.ts";
import { createTestDatabase, type TestDatabase } from "./support/test-database.ts";

const NOW = new Date("2026-03-10T08:00:00.120Z");
const now = () => NOW;
const FULL = {
  full_name: " Zoe\u0308  O'Hara \\ \u202eX ",
  email: "Zoë.O@Example.com",
  nationality: "united kingdom",
  arrival_date: "2026-03-11",
  paid: "yes",
  processing_mode: "",
  passport_number: "n\\N 12",
  flight_number: "UL 504",
  sex: "F",
  date_of_birth: "1990-02-28",
  place_of_stay: 'Galle "Face", 2\r\n\tColombo',
  purpose_of_visit: "\\.",
  travel_mode: "Air",
  port_of_departure: "LHR",
  port_of_arrival: "CMB",
  phone_code: "+94",
  telephone_number: "(077) 12-34",
  transaction_id: "ch_Ä1",
  merchant_name: "Arrival Card",
  gateway_id: "",
  purchase_ip: "2001:db8::1",
  user_agent: "Mozilla/5.0 (王)",
  terms_version: "3",
  terms_accepted_at: "2026-03-10T09:00:00+05:30",
  refund_policy_version: "2",
  amount: "49.9",
  currency: "USD",
  payment_fingerprint: "fp",
  card_brand: "visa",
  card_last4: "0042",
  avs_result: "Y",
  cvc_result: "M",
  three_ds_result: "ok",
  paid_at: "2026-03-10T07:00:00.5Z",
  billing_name: "Z. O'Hara",
  device_id: "d\t1",
};
const EMPTY = Object.fromEntries(Object.keys(FULL).map((key) => [key, ""]));
const REQUIRED = { full_name: "A", email: "a@example.com", nationality: "Atlantis", arrival_date: "2026-03-11" };
const LINES: Record<string, string>[] = [
  FULL,
  { ...EMPTY, ...REQUIRED, paid: "no" },
  { ...FULL, gateway_id: "2", processing_mode: "Priority" },
  { ...FULL, arrival_date: "2026-12-24" },
  { ...FULL, arrival_date: "2026-12-24", paid: "0", paid_at: "" },
  { ...EMPTY, ...REQUIRED, paid: "1", arrival_date: "2026-03-14", processing_mode: "Future" },
];

interface Fixture {
  database: TestDatabase;
  parts: ReturnType<typeof partsOn>;
}

function partsOn({ db }: TestDatabase) {
  const gateways = createGatewaysService({ db });
  const timeline = createTimelineService();
  const receivedOrders = createReceivedOrdersService({ timeline, filingWindowDays: 3, gateways });
  return { gateways, receivedOrders };
}

async function openFixture(): Promise<Fixture> {
  const database = await createTestDatabase();
  const parts = partsOn(database);
  await parts.gateways.ensure(["Stripe", "PayPal"]);
  return { database, parts };
}

let folder: string;
let single: Fixture;
let bulk: Fixture;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "import-like-intake-"));
  single = await openFixture();
  bulk = await openFixture();
  const intake = createIntakeService({
    db: single.database.db,
    now,
    keys: [],
    limits: { wrongIntakeKey: async () => undefined },
    receivedOrders: single.parts.receivedOrders,
    requireRoom: async () => undefined,
  });
  for (const [index, line] of LINES.entries()) {
    const { paid = "", gateway_id = "", ...texts } = line;
    const body = {
      ...texts,
      processing_mode: texts.processing_mode || undefined,
      paid: ["yes", "1"].includes(paid),
      gateway_id: gateway_id === "" ? null : Number(gateway_id),
    };
    await intake.createOrder(`line ${index}`, intakeOrderSchema.parse(body));
  }
  const file = path.join(folder, "orders.csv");
  await writeFile(file, stringify(LINES, { header: true }));
  const csv = createCsvImport({ db: bulk.database.db, now, ...bulk.parts });
  const check = await csv.check(file, (line) => expect(line).toBeUndefined());
  expect(await csv.insert(file, check, { onProgress: () => undefined })).toMatchObject({ imported: LINES.length });
});
afterAll(async () => {
  await single.database.drop();
  await bulk.database.drop();
  await rm(folder, { recursive: true });
});

const rowsOf = async ({ database }: Fixture, query: string) => (await database.pool.query(query)).rows;
const FIRST = "(select min(id) from orders)";

describe("an import writes the same as single intakes", () => {
  it.each([
    ["the orders", `select to_jsonb(o) - 'id' as row, id - ${FIRST} as place from orders o order by id`],
    [
      "their search text",
      "select regexp_replace(search_text, '^\\d+', '') as text from order_search order by order_id",
    ],
    [
      "their timelines",
      `select order_id - ${FIRST} as place, seq, at::text, type, actor_id, previous_digest,
         sha256(p.salt || convert_to(p.data::text, 'UTF8')) = payload_digest as has_payload,
         replace(p.data::text, 'import', 'intake') as payload
       from order_events e join order_event_payloads p on p.event_id = e.id order by order_id, seq`,
    ],
    ["their keys", `select order_id - ${FIRST} as place, created_at::text from intake_requests order by order_id`],
    [
      "the kept counts",
      "select grain, status, day, nationality, mode, sum(n) as n from order_counts group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5",
    ],
  ])("in %s", async (_name, query) => {
    const left = await rowsOf(bulk, query);
    expect(left).toEqual(await rowsOf(single, query));
    expect(left.length).toBeGreaterThanOrEqual(LINES.length - 1);
  });

  it("without passport number and birth date in their timelines", async () => {
    const rows = JSON.stringify(await rowsOf(bulk, "select data from order_event_payloads"));
    expect([rows.includes(FULL.passport_number), rows.includes(FULL.date_of_birth)]).toEqual([false, false]);
  });

  it("with valid digests in all chains", async () => {
    for (const { database } of [single, bulk]) {
      const client = await database.pool.connect();
      const faults: unknown[] = [];
      const { events } = await checkHistory(client, {}, (fault) => faults.push(fault));
      client.release();
      expect({ events, faults }).toEqual({ events: LINES.length, faults: [] });
    }
  });

  it("in every queue and with the active or the given gateway", async () => {
    const query = "select status, gateway_id from orders order by id";
    expect(await rowsOf(bulk, query)).toEqual([
      { status: "New", gateway_id: 1 },
      { status: "Pending", gateway_id: 1 },
      { status: "Priority", gateway_id: 2 },
      { status: "Future", gateway_id: 1 },
      { status: "Pending", gateway_id: 1 },
      { status: "Future", gateway_id: 1 },
    ]);
  });
});
