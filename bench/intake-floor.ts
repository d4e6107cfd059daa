// The baseline for single intakes: bare node:http and pg, one prepared INSERT and commit per request, no validation.
// node intake-floor.ts CONNECTION_STRING; prints its address. /commit stores a number, anything else an order's row.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Pool } from "pg";

const pool = new Pool({ connectionString: process.argv[2], max: 20 });
await pool.query("create table if not exists bare_commits (n uuid)");

const ORDER = `insert into orders (status, status_changed_at, created_at, processing_mode, is_paid, arrival_date,
    processing_date, full_name, name_key, email, email_key, nationality_code, nationality_text, passport_number,
    flight_number, phone_code, telephone_number, telephone_key, transaction_id, merchant_name, amount, currency)
  values ('Future', now(), now(), $1, true, $2, $2, $3, lower($3), $4, $4, 'GB', $5, $6, $7, $8, $9, $9, $10, $11, $12, $13)
  returning id`;

async function answer(request: IncomingMessage): Promise<unknown> {
  const body = await text(request);
  if (request.url === "/commit") {
    await pool.query({ name: "commit", text: "insert into bare_commits values ($1)", values: [randomUUID()] });
    return { data: null };
  }
  const o = JSON.parse(body) as Record<string, string>;
  const values = [o.processing_mode, o.arrival_date, o.full_name, o.email, o.nationality, o.passport_number].concat([
    o.flight_number,
    o.phone_code,
    o.telephone_number,
    o.transaction_id,
    o.merchant_name,
    o.amount,
    o.currency,
  ]);
  const { rows } = await pool.query({ name: "order", text: ORDER, values });
  return { data: rows[0] };
}

const server = createServer((request, response) => {
  answer(request).then(
    (body) => response.setHeader("content-type", "application/json").end(JSON.stringify(body)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once("SIGTERM", () => process.exit(0));
