import { setTimeout as delay } from "node:timers/promises";
import { call, intakeBody } from "./client.ts";
import { INTAKE_KEY } from "./test-program.ts";

/** A refusal is repeated after so long: sooner than an honest client would, so that more of them meet the outage. */
const PAUSE_MS = 50;
/** An answer that takes longer than this is a request that hangs. */
const HANGS_MS = 20_000;

/** What the clients were told, and what they were left in doubt about. */
export interface Ledger {
  /** Idempotency keys with the order they gave. */
  intakes: Map<string, number>;
  /** Comments that were acknowledged, and those that never were. */
  remarks: Set<string>;
  doubtfulRemarks: Set<string>;
  /** By order: the version it had at first, and the newest acknowledged. */
  moves: Map<number, { first: number; last: number }>;
  /** Keys that were sent more than once. */
  repeatedKeys: Set<string>;
  /** HTTP status and code of each refusal, with how often it came. */
  refusals: Map<string, number>;
  /** Answers that no outage excuses. */
  wrong: string[];
  acknowledged: number;
}

export interface Load {
  readonly ledger: Ledger;
  /** Resolves once each client has had so many further acknowledgements. */
  acknowledgedAgain(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Several checkouts and members at work over HTTP, each with its own order, writing down every acknowledgement. */
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

  /** Moves to and fro; a refused move is sent again as it was, with the version it had. */
  async function move(client: number, orderId: number, turn: number): Promise<void> {
    const known = ledger.moves.get(orderId) ?? { first: 1, last: 1 };
    const updatingStatus = turn % 2 === 0 ? "Awaiting" : "New";
    while (!isStopped) {
      const body = { orderId, updatingStatus, version: known.last };
      const answer = await send<{ version: number }>("PUT", "/api/admin/move-order-status", { body });
      // 409 to a repeated move: the first one had got through, and this one has not been carried out on top of it.
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
  };
}
