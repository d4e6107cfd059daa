// npm run bench [-- --orders 100000] [-- --seconds 5]: the program beside the floor, on one database, in one run.
import { parseArgs } from "node:util";
import { openDesk } from "./desk.ts";
import { CONNECTIONS, type Figure, type Load, measure, median } from "./measure.ts";
import { startServer } from "./processes.ts";

const { values } = parseArgs({
  options: { orders: { type: "string", default: "100000" }, seconds: { type: "string", default: "5" } },
});
const orders = Number(values.orders);
const seconds = Number(values.seconds);
const ROUNDS = 3;
/** A member may open 5,000 details an hour: enough members that nobody comes near it. */
const MEMBERS = 60;

const desk = await openDesk({ orders, members: MEMBERS });
const { tokens } = desk;
const floor = await startServer("floor-server.ts", desk.connectionString);
const product = await startServer(
  "../test/support/child-program.ts",
  JSON.stringify({ environment: desk.environment, work: false }),
);

const rows: [string, Figure, Figure][] = [];
for (const [name, loads] of Object.entries(scenarios())) rows.push(await compare(name, loads.floor, loads.product));
printTable();

await floor.stop();
await product.stop();
await desk.close();

/** Floor and program in turn, so that a busy moment of the machine meets both; the medians count. */
async function compare(name: string, floorLoad: Load, productLoad: Load): Promise<[string, Figure, Figure]> {
  const figures: { floor: Figure[]; product: Figure[] } = { floor: [], product: [] };
  await measure(floor.address, floorLoad, 1);
  await measure(product.address, productLoad, 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    figures.floor.push(await measure(floor.address, floorLoad, seconds));
    figures.product.push(await measure(product.address, productLoad, seconds));
  }
  return [name, middle(figures.floor), middle(figures.product)];
}

function middle(figures: Figure[]): Figure {
  const of = (key: keyof Figure) => median(figures.map((figure) => figure[key]));
  return { perSecond: of("perSecond"), p50: of("p50"), p99: of("p99") };
}

function scenarios(): Record<string, { floor: Load; product: Load }> {
  const staff = (index: number) => ({ authorization: tokens[index % tokens.length] ?? "" });
  /** Another part of the orders for each connection. */
  const idsOf = (connection: number) =>
    Array.from({ length: 200 }, (_, index) => 100_001 + (((index * CONNECTIONS + connection) * 7919) % orders));
  const get =
    (path: string): Load =>
    () => [{ method: "GET", path }];
  const staffGet =
    (path: string): Load =>
    (connection) =>
      [0, 1, 2].map((part) => ({ method: "GET", path, headers: staff(connection + part * CONNECTIONS) }));
  const moves =
    (path: string, isStaff: boolean): Load =>
    (connection, run) => {
      // Other targets in every second run: an order must never be asked to go where the run before left it.
      const targets = run % 2 === 0 ? ["Contact Customer", "Customer Called"] : ["Awaiting", "AwaitingGovt"];
      return idsOf(connection).flatMap((orderId, index) =>
        targets.map((updatingStatus) => ({
          method: "PUT" as const,
          path,
          headers: { "content-type": "application/json", ...(isStaff && staff(index)) },
          body: JSON.stringify({ orderId, updatingStatus }),
        })),
      );
    };
  return {
    "queue page": {
      floor: get("/page?offset=0"),
      product: staffGet("/api/admin/get-orders-list/newOrder?page=1&limit=10"),
    },
    counts: { floor: get("/counts"), product: staffGet("/api/admin/get-folder-count") },
    detail: {
      floor: (connection) => idsOf(connection).map((id) => ({ method: "GET", path: `/detail?id=${id}` })),
      product: (connection) =>
        idsOf(connection).map((id, index) => ({
          method: "GET",
          path: `/api/admin/get-orders-details/${id}`,
          headers: staff(index),
        })),
    },
    move: { floor: moves("/move", false), product: moves("/api/admin/move-order-status", true) },
  };
}

function printTable(): void {
  console.log("\n| call | floor, req/s | program, req/s | ratio | floor p50 / p99, ms | program p50 / p99, ms |");
  console.log("|---|---|---|---|---|---|");
  for (const [name, base, ours] of rows) {
    const ratio = (ours.perSecond / base.perSecond).toFixed(2);
    const latency = ({ p50, p99 }: Figure) => `${p50} / ${p99}`;
    console.log(
      `| ${name} | ${Math.round(base.perSecond)} | ${Math.round(ours.perSecond)} | ${ratio} | ${latency(base)} | ${latency(ours)} |`,
    );
  }
}
