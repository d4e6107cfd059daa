import { setTimeout as delay } from "node:timers/promises";
import type { Pool } from "pg";
import { call, intakeBody } from "./client.ts";
import { INTAKE_KEY } from "./test-program.ts";

/** Pause before a refused request is repeated; shorter than a real client's, so that more requests meet the outage. */
const PAUSE_MS = 50;
/** A request without an answer for this long counts as hanging. */
const HANGS_MS = 45_000;

/** Results of the clients' requests: acknowledged, unclear, refused. */
export interface Ledger {
  /** Order ids by idempotency key. */
  intakes: Map<string, number>;
  /** Acknowledged comments, and those never acknowledged. */
  remarks: Set<string>;
  doubtfulRemarks: Set<string>;
  /** By order: the first version and the latest acknowledged one. */
  moves: Map<number, { first: number; last: number }>;
  /** Keys that were sent more than once. */
  repeatedKeys: Set<string>;
  /** Number of refusals by HTTP status and code. */
  refusals: Map<string, number>;
  /** Answers that are wrong even during an outage. */
  wrong: string[];
  acknowledged: number;
}

export interface Load {
  readonly ledger: Ledger;
  /** Resolves once each client has received that many further acknowledgements. */
  acknowledgedAgain(count: number): Promise<void>;
  stop(): Promise<void>;
  /** Acknowledged changes missing from the database, and changes stored more than once. */
  compareWith(pool: Pool): Promise<{ lost: string[]; doubled: string[] }>;
}

/** Several checkouts and members that send requests, each for its own order, and record every acknowledgement. */
export function startLoad(address: string, token: string, name: string, clients = 6): Load {
  const ledger: Ledger = {
    intakes: new Map(),
    remarks: new Set(),
    doubtfulRemarks: new Set(),
    moves: new Map(),
    repeatedKeys: new Set(),
    refusals: new Map(),
    wrong: [],
    acknowledged: 0,
  };
  let isStopped = false;
  const marks = new Array<number>(clients).fill(0);
  let waiters: { goals: number[]; resolve(): void }[] = [];

  async function send<T>(method: "POST" | "PUT", path: string, given: { body: unknown; key?: string }) {
    const { body, key } = given;
    try {
      const answer = await Promise.race([
        call<T>(address, method, path, {
          token: key === undefined ? token : INTAKE_KEY,
          body,
          ...(key !== undefined && { headers: { "idempotency-key": key } }),
        }),
        delay(HANGS_MS, undefined, { ref: false }),
      ]);
      if (answer === undefined) ledger.wrong.push(`${path}: no answer`);
      else if (answer.code === 503 && answer.headers.get("retry-after") !== null) {
        const refusal = `${answer.code} ${answer.body.code}`;
        ledger.refusals.set(refusal, (ledger.refusals.get(refusal) ?? 0) + 1);
      } else if (![200, 201, 409].includes(answer.code)) {
        ledger.wrong.push(`${path}: ${answer.code} ${JSON.stringify(answer.body)}`);
      }
      return answer;
    } catch (error) {
      ledger.wrong.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  function acknowledge(client: number): void {
    ledger.acknowledged += 1;
    marks[client] = (marks[client] ?? 0) + 1;
    const isReached = ({ goals }: { goals: number[] }) => goals.every((goal, index) => (marks[index] ?? 0) >= goal);
    for (const waiter of waiters.filter(isReached)) waiter.resolve();
    waiters = waiters.filter((waiter) => !isReached(waiter));
  }

  async function takeIn(client: number, key: string): Promise<number | undefined> {
    while (!isStopped) {
      const body = intakeBody({ full_name: key, nationality: "GB" });
      const answer = await send<{ order_id: number }>("POST", "/api/intake/orders", { body, key });
      if (answer?.code === 201 || answer?.code === 200) {
        ledger.intakes.set(key, answer.body.data.order_id);
        acknowledge(client);
        return answer.body.data.order_id;
      }
      ledger.repeatedKeys.add(key);
      await delay(PAUSE_MS);
    }
    return undefined;
  }

  async function remark(client: number, orderId: number, text: string): Promise<void> {
    const answer = await send("POST", "/api/admin/add-new-remark", { body: { orderId, remark: text } });
    if (answer?.code !== 200 && answer?.code !== 201) return void ledger.doubtfulRemarks.add(text);
    ledger.remarks.add(text);
    acknowledge(client);
  }

  /** Moves back and forth; a refused move is repeated unchanged, with the same version. */
  async function move(client: number, orderId: number, turn: number): Promise<void> {
    const known = ledger.moves.get(orderId) ?? { first: 1, last: 1 };
    const updatingStatus = turn % 2 === 0 ? "Awaiting" : "New";
    while (!isStopped) {
      const body = { orderId, updatingStatus, version: known.last };
      const answer = await send<{ version: number }>("PUT", "/api/admin/move-order-status", { body });
      // 409 for a repeated move: the first one succeeded, and this one was not applied on top of it.
      if (answer?.code === 200 || answer?.code === 409) {
        ledger.moves.set(orderId, { first: known.first, last: known.last + 1 });
        if (answer.code === 200 && answer.body.data.version !== known.last + 1) {
          ledger.wrong.push(`order ${orderId} went from ${known.last} to ${answer.body.data.version}`);
        }
        acknowledge(client);
        return;
      }
      await delay(PAUSE_MS);
    }
  }

  async function work(client: number): Promise<void> {
    const own = await takeIn(client, `${name}-${client}-own`);
    for (let turn = 0; own !== undefined && !isStopped; turn += 1) {
      await takeIn(client, `${name}-${client}-${turn}`);
      if (!isStopped) await move(client, own, turn);
      if (!isStopped) await remark(client, own, `${name} ${client} ${turn}`);
    }
  }

  const works = Array.from({ length: clients }, (_, client) => work(client));
  return {
    ledger,
    acknowledgedAgain: (count) =>
      new Promise((resolve) => waiters.push({ goals: marks.map((mark) => mark + count), resolve })),
    stop: async () => {
      isStopped = true;
      await Promise.all(works);
    },
    compareWith: (pool) => compare(pool, name, ledger),
  };
}

async function compare(pool: Pool, name: string, ledger: Ledger): Promise<{ lost: string[]; doubled: string[] }> {
  const lost: string[] = [];
  const doubled: string[] = [];
  const orders = await pool.query<{ id: number; name: string; version: number }>(
    "select id, full_name as name, version from orders where starts_with(full_name, $1)",
    [`${name}-`],
  );
  const byName = Map.groupBy(orders.rows, (row) => row.name);
  for (const [key, rows] of byName) if (rows.length > 1) doubled.push(`order ${key}`);
  for (const [key, id] of ledger.intakes) if (Number(byName.get(key)?.[0]?.id) !== id) lost.push(`order ${key}`);

  const remarks = await pool.query<{ text: string; n: number }>(
    "select remark as text, count(*)::int as n from remarks where starts_with(remark, $1) group by 1",
    [`${name} `],
  );
  const found = new Map(remarks.rows.map(({ text, n }) => [text, n]));
  for (const [text, n] of found) if (n > 1) doubled.push(`comment ${text}`);
  for (const text of ledger.remarks) if (!found.has(text)) lost.push(`comment ${text}`);
  for (const text of found.keys()) {
    if (!ledger.remarks.has(text) && !ledger.doubtfulRemarks.has(text)) doubled.push(`comment of nobody ${text}`);
  }

  const moved = await pool.query<{ id: number; n: number }>(
    "select order_id as id, count(*)::int as n from order_events where type in ('moved', 'returned') group by 1",
  );
  const events = new Map(moved.rows.map(({ id, n }) => [Number(id), n]));
  const versions = new Map(orders.rows.map(({ id, version }) => [Number(id), version]));
  for (const [id, { first, last }] of ledger.moves) {
    const version = versions.get(id) ?? 0;
    if (version < last) lost.push(`move of ${id} to ${last}`);
    if (version > last + 1 || events.get(id) !== version - first) doubled.push(`move of ${id} to ${version}`);
  }
  return { lost, doubled };
}
