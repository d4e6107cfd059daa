// npm run bench:export [-- --orders 100000]: time and memory of a CSV export over HTTP, compared with a bare COPY.
import { readFileSync } from "node:fs";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { openInstallation } from "./installation.ts";
import { serverStart, startServer } from "./processes.ts";

const { values } = parseArgs({ options: { orders: { type: "string", default: "100000" } } });
const orders = Number(values.orders);
/** Orders only: nothing else is exported, and a million of them take minutes to create. */
const ORDERS = `
  insert into orders (status, status_changed_at, created_at, processing_mode, is_paid, arrival_date, processing_date,
    full_name, name_key, email, email_key, nationality_code, phone_code, telephone_number, telephone_key, amount, currency,
    transaction_id, merchant_name, paid_at)
  select 'Completed', created, created, 'Standard', true, created::date + 9, created::date + 6, 'Amara Perera ' || n,
    'amaraperera' || n, 'traveller' || n || '@example.com', 'traveller' || n || '@example.com', 'GB', '+94',
    '77' || lpad(n::text, 7, '0'), '9477' || lpad(n::text, 7, '0'), 49.99, 'USD', 'ch_' || md5(n::text), 'Arrival Card', created
  from (select n, now() - n * interval '1 minute' as created from generate_series(1, $1::int) n) made`;

const installation = await openInstallation({ orders: 0, members: 1 });
const client = new Client({ connectionString: installation.connectionString });
await client.connect();
await client.query("update members set role = 'Manager'");
await client.query(ORDERS, [orders]);
await client.query("vacuum analyze orders");
const product = await startServer(
  "../test/support/child-program.ts",
  JSON.stringify({ environment: installation.environment, work: false }),
  serverStart(),
);
const headers = { authorization: installation.tokens[0] ?? "" };

// Warm-up: code, connections and a first export.
for (let index = 0; index < 100; index += 1) await read("get-orders-list/completedOrder?page=1&limit=500");
await read("export-orders/deletedOrder");
const quiet = memory();
let peak = quiet;
const watch = setInterval(() => {
  peak = Math.max(peak, memory());
}, 20);
const began = performance.now();
const { bytes, lines } = await read("export-orders/allOrder");
const took = (performance.now() - began) / 1000;
clearInterval(watch);
const copied = await copyAll();

console.log("\n| export of a list | rows | rows/s | MB | memory before, MB | added, MB |\n|---|---|---|---|---|---|");
const megabytes = (count: number) => Math.round(count / 1_000_000);
console.log(
  `| \`POST /api/admin/export-orders/allOrder\` | ${lines - 1} | ${Math.round((lines - 1) / took)} | ${megabytes(bytes)} | ${megabytes(quiet)} | ${megabytes(peak - quiet)} |`,
);
console.log(`| bare COPY of the same columns | ${copied.rows} | ${Math.round(copied.rows / copied.took)} | | | |`);
await product.stop();
await client.end();
await installation.close();

/** Reads a response as fast as possible and discards it. */
async function read(path: string): Promise<{ bytes: number; lines: number }> {
  const response = await fetch(`${product.address}/api/admin/${path}`, { headers });
  if (!response.ok || response.body === null) throw new Error(`${path}: ${response.status}`);
  let bytes = 0;
  let lines = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  }
  return { bytes, lines };
}

async function copyAll(): Promise<{ rows: number; took: number }> {
  const start = performance.now();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const source = client.query(
    copyTo(`copy (select o.id, status, full_name, email, phone_code, telephone_number, nationality_code, arrival_date,
      processing_mode, processing_date, o.created_at, is_paid, paid_at, refunded_at, amount, currency, transaction_id,
      merchant_name, g.name from orders o left join gateways g on g.id = o.gateway_id
      where purged_at is null and status <> 'Deleted' order by o.created_at desc, o.id desc) to stdout (format csv)`),
  );
  await pipeline(source, nowhere);
  return { rows: source.rowCount, took: (performance.now() - start) / 1000 };
}

/** Memory of the server process in bytes. */
function memory(): number {
  const status = readFileSync(`/proc/${product.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}
