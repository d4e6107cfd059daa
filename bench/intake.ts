// npm run bench:intake [-- --orders 100000] [-- --seconds 5]: imports and single intakes compared with baselines, in one run.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { stringify } from "csv-stringify/sync";
import { Client } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { openInstallation } from "./installation.ts";
import { type Load, type Measurement, measure, median } from "./measure.ts";
import { serverStart, startServer } from "./processes.ts";

const { values } = parseArgs({
  options: { orders: { type: "string", default: "100000" }, seconds: { type: "string", default: "5" } },
});
const orders = Number(values.orders);
const seconds = Number(values.seconds);
const CONNECTIONS = 20;
const ROUNDS = 3;

const installation = await openInstallation({ orders: 0, members: 1 });
const client = new Client({ connectionString: installation.connectionString });
await client.connect();
const folder = path.dirname(installation.environment.DATA_DIR ?? "");

const importRate = await measureImport();
const copyRate = await measureCopy();
console.log("\n| import | orders/s |\n|---|---|");
console.log(`| bare COPY of the rows into a table of their shape and indexes | ${Math.round(copyRate)} |`);
console.log(`| \`npm run import\`, whole run | ${Math.round(importRate)} (${(importRate / copyRate).toFixed(2)}) |`);
await measureSingles();
await client.end();
await installation.close();

/** The whole command: reads the file twice, validates, and stores orders with search text, history and keys. */
async function measureImport(): Promise<number> {
  const file = path.join(folder, "orders.csv");
  const out = createWriteStream(file);
  for (let first = 0; first < orders; first += 10_000) {
    const lines = Array.from({ length: Math.min(10_000, orders - first) }, (_, index) => lineOf(first + index));
    if (!out.write(stringify(lines, { header: first === 0 }))) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
  const script = path.join(import.meta.dirname, "../scripts/import-orders.ts");
  const began = performance.now();
  const child = spawn(process.execPath, [script, file], {
    env: { ...process.env, ...installation.environment },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`the import ended with ${code}`);
  return orders / ((performance.now() - began) / 1000);
}

/** Copies the imported orders again with PostgreSQL's COPY in one transaction. */
async function measureCopy(): Promise<number> {
  const file = path.join(folder, "orders.copy");
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_name = 'orders' and is_generated = 'NEVER'`,
  );
  const columns = rows[0]?.names ?? "";
  await pipeline(client.query(copyTo(`copy orders (${columns}) to stdout`)), createWriteStream(file));
  await client.query("create table orders_floor (like orders including all)");
  const began = performance.now();
  const target = client.query(copyFrom(`copy orders_floor (${columns}) from stdin`));
  await pipeline(createReadStream(file), target);
  const rate = orders / ((performance.now() - began) / 1000);
  await client.query("drop table orders_floor");
  return rate;
}

function lineOf(n: number) {
  return {
    full_name: `Amara Perera ${n}`,
    email: `traveller${n}@example.com`,
    nationality: ["GB", "India", "DEU", "France"][n % 4],
    arrival_date: `2027-0${1 + (n % 9)}-${String(1 + (n % 28)).padStart(2, "0")}`,
    paid: n % 20 === 0 ? "no" : "yes",
    processing_mode: n % 9 === 0 ? "Priority" : "Standard",
    passport_number: `N${String(n).padStart(8, "0")}`,
    flight_number: `UL ${n % 900}`,
    phone_code: "+94",
    telephone_number: `77${String(n).padStart(7, "0")}`,
    transaction_id: `ch_${n}`,
    merchant_name: "Arrival Card",
    amount: "49.99",
    currency: "USD",
    created_at: new Date(Date.UTC(2025, 0, 1) + (n % 100_000) * 60_000 * 3).toISOString(),
  };
}

/** One order per request, compared with one committed row per request and a bare server that stores only the order's row. */
async function measureSingles(): Promise<void> {
  const floor = await startServer("intake-floor.ts", installation.connectionString);
  const argument = JSON.stringify({ environment: installation.environment, work: false });
  const product = await startServer("../test/support/child-program.ts", argument, serverStart());
  const key = installation.environment.INTAKE_API_KEY ?? "";
  let sent = 0;
  const load =
    (url: string, headers: (n: number) => Record<string, string> = () => ({})): Load =>
    () => [
      {
        method: "POST",
        path: url,
        setupRequest: (request) => {
          sent += 1;
          const body = JSON.stringify({ ...lineOf(sent), paid: sent % 20 !== 0, created_at: undefined });
          return { ...request, body, headers: { "content-type": "application/json", ...headers(sent) } };
        },
      },
    ];
  const loads: [string, string, Load][] = [
    ["a row and a commit", floor.address, load("/commit")],
    ["the order's row and a commit", floor.address, load("/order")],
    [
      "`POST /api/intake/orders`",
      product.address,
      load("/api/intake/orders", (n) => ({ authorization: `Bearer ${key}`, "idempotency-key": `bench-${n}` })),
    ],
  ];
  const measurements = new Map<string, Measurement[]>();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, address, each] of loads) {
      const measurement = await measure(address, each, {
        connections: CONNECTIONS,
        seconds: round === 0 ? 1 : seconds,
      });
      if (round > 0) measurements.set(name, [...(measurements.get(name) ?? []), measurement]);
    }
  }
  console.log(`\n| single, ${CONNECTIONS} connections | req/s | p50 / p99, ms |\n|---|---|---|`);
  for (const [name, all] of measurements) {
    const of = (part: keyof Measurement) => Math.round(median(all.map((measurement) => measurement[part])));
    console.log(`| ${name} | ${of("perSecond")} | ${of("p50")} / ${of("p99")} |`);
  }
  await product.stop();
  await floor.stop();
}
