// The baseline: bare node:http and pg, prepared statements, the best known queries and the kept counts; no sessions, no
// access checks, no schemas.
// node floor-server.ts CONNECTION_STRING; prints its address.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Pool } from "pg";

const pool = new Pool({ connectionString: process.argv[2], max: 20 });

const ROW = `id as order_id, status as process_status, full_name, email, telephone_number, phone_code, created_at,
  refunded_at as refund_date, processing_date, process_month, version`;

const STATEMENTS = {
  page: `select ${ROW} from orders where purged_at is null and status = $1 order by created_at, id limit $2 offset $3`,
  total: "select sum(n)::int as total from order_counts where grain = 'status' and status = $1",
  counts: "select status, sum(n)::int as count from order_counts where grain = 'status' group by status",
  detail: `select o.*,
    (select json_agg(d order by d.id desc) from documents d where d.order_id = o.id) as documents,
    (select json_agg(json_build_object('id', m.id, 'email', m.to_address, 'state', m.state, 'at', m.created_at,
      'message_id', m.message_id, 'subject', m.subject) order by m.id desc) from mails m where m.order_id = o.id) as mails,
    (select json_agg(l order by l.id desc) from downloads l where l.order_id = o.id) as downloads,
    (select json_agg(r order by r.id desc) from remarks r where r.order_id = o.id) as remarks,
    (select json_agg(json_build_object('id', e.id, 'at', e.at, 'type', e.type, 'data', p.data) order by e.seq)
      from order_events e join order_event_payloads p on p.event_id = e.id where e.order_id = o.id) as timeline
    from orders o where o.id = $1`,
  move: `with moved as (
      update orders set previous_status = status, status = $2::order_status, version = version + 1, status_changed_at = now()
      where id = $1 and status <> $2::order_status returning id
    ), last as (
      select e.seq, e.digest from order_events e join moved on e.order_id = moved.id order by e.seq desc limit 1
    ), event as (
      insert into order_events (order_id, seq, at, type, payload_digest, previous_digest, digest)
      select moved.id, last.seq + 1, now(), 'moved', sha256($3::text::bytea), last.digest, sha256($3::text::bytea)
      from moved, last returning id
    ) insert into order_event_payloads select id, $3::json from event`,
};

type Statement = keyof typeof STATEMENTS;
const run = (name: Statement, values: unknown[] = []) => pool.query({ name, text: STATEMENTS[name], values });

async function answer(request: IncomingMessage): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://floor");
  if (pathname === "/page") {
    const [rows, total] = await Promise.all([
      run("page", ["New", 10, Number(searchParams.get("offset"))]),
      run("total", ["New"]),
    ]);
    return { data: rows.rows, total: total.rows[0]?.total };
  }
  if (pathname === "/counts") return { data: (await run("counts")).rows };
  if (pathname === "/detail") return { data: (await run("detail", [Number(searchParams.get("id"))])).rows[0] };
  const { orderId, updatingStatus } = JSON.parse(await text(request)) as { orderId: number; updatingStatus: string };
  const data = JSON.stringify({ from: "New", to: updatingStatus, reason: null });
  return { data: (await run("move", [orderId, updatingStatus, data])).rowCount };
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
