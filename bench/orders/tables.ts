import { CLIENTS, type Clients, type SizeMeasurements } from "./measure-size.ts";

/** "-" for a call that timed out. */
function ms(value: number): string {
  if (Number.isNaN(value)) return "-";
  return value < 10 ? value.toFixed(1) : String(Math.round(value));
}

const count = (value: number) => value.toLocaleString("en-US");

function times(value: number): string {
  if (Number.isNaN(value)) return "-";
  return value < 10 ? value.toFixed(2) : String(Math.round(value));
}

/** The results of one run as Markdown. */
export function tables(sizes: readonly SizeMeasurements[]): string {
  if (sizes.every(({ calls }) => calls.length === 0)) return bulkTable(sizes);
  return [callTable(sizes), ratioTable(sizes), ...sizes.map(floorTable), ...sizes.map(obviousTable), bulkTable(sizes)]
    .filter((table) => table !== "")
    .join("\n\n");
}

/** p50 / p95 of each call by size. */
function callTable(sizes: readonly SizeMeasurements[]): string {
  const heads = sizes.flatMap(({ orders }) => CLIENTS.map((n) => `${count(orders)}, ${clients(n)}`));
  const names = sizes[0]?.calls.map(([name]) => name) ?? [];
  return table(
    ["p50 / p95, ms", ...heads],
    names.map((name) => [
      name,
      ...sizes.flatMap((size) =>
        CLIENTS.map((n) => {
          const measurement = measurementOf(size, name, n);
          return `${ms(measurement.p50)} / ${ms(measurement.p95)}`;
        }),
      ),
    ]),
  );
}

/** Growth of each call from one size to the next, and the last page compared with the first. */
function ratioTable(sizes: readonly SizeMeasurements[]): string {
  const steps = sizes.slice(1).map((size, index) => ({ from: sizes[index] ?? size, to: size }));
  const names = sizes[0]?.calls.map(([name]) => name) ?? [];
  const growth = names.map((name) => [
    name,
    ...steps.flatMap(({ from, to }) =>
      CLIENTS.map((n) => times(measurementOf(to, name, n).p50 / measurementOf(from, name, n).p50)),
    ),
  ]);
  const heads = steps.flatMap(({ from, to }) =>
    CLIENTS.map((n) => `${count(from.orders)} to ${count(to.orders)}, ${clients(n)}`),
  );
  const last = sizes.map((size) => [
    count(size.orders),
    ...CLIENTS.map((n) =>
      times(measurementOf(size, "its last page", n).p50 / measurementOf(size, "page of the large queue", n).p50),
    ),
  ]);
  const lastTable = table(["last page beside the first, p50", ...CLIENTS.map(clients)], last);
  return steps.length === 0 ? lastTable : `${table(["growth of the p50", ...heads], growth)}\n\n${lastTable}`;
}

function floorTable({ orders, floor }: SizeMeasurements): string {
  if (floor === undefined) return "";
  const heads = ["floor, req/s", "program, req/s", "ratio", "floor p50 / p99, ms", "program p50 / p99, ms"];
  return table(
    [`${count(orders)} orders, 20 clients`, ...heads],
    floor.map(([name, { floor: base, program }]) => [
      name,
      String(Math.round(base.perSecond)),
      String(Math.round(program.perSecond)),
      times(program.perSecond / base.perSecond),
      `${ms(base.p50)} / ${ms(base.p99)}`,
      `${ms(program.p50)} / ${ms(program.p99)}`,
    ]),
  );
}

function obviousTable({ orders, obvious }: SizeMeasurements): string {
  if (obvious === undefined) return "";
  const { rival, program } = obvious;
  return table(
    [
      `large queue's page of ${count(orders)} orders, p50`,
      `obvious SQL by ${rival[1].name}, ms`,
      "program, ms",
      "times",
    ],
    CLIENTS.map((n) => [clients(n), ms(rival[n].p50), ms(program[n].p50), times(rival[n].p50 / program[n].p50)]),
  );
}

function bulkTable(sizes: readonly SizeMeasurements[]): string {
  const bulk = table(
    ["orders", "moved in one call", "s", "others' p99 before, ms, in each run", "during the move, ms", "ratio"],
    sizes.map(({ orders, bulk: { moved, seconds, runs } }) => [
      count(orders),
      count(moved),
      seconds.toFixed(2),
      runs.map(({ quiet }) => ms(quiet)).join(", "),
      runs.map(({ beside }) => ms(beside)).join(", "),
      runs.map(({ quiet, beside }) => times(beside / quiet)).join(", "),
    ]),
  );
  const megabytes = (value: number | undefined) => (value === undefined ? "-" : String(value));
  const memory = table(
    ["orders", "most memory of the program, MB", "with the bulk moves"],
    sizes.map(({ orders, memory: { calls, bulk: after } }) => [count(orders), megabytes(calls), megabytes(after)]),
  );
  return `${bulk}\n\n${memory}`;
}

function measurementOf(size: SizeMeasurements, name: string, clients: Clients) {
  const measurements = size.calls.find(([own]) => own === name)?.[1][clients];
  if (measurements === undefined) throw new Error(`${name} was not measured`);
  return measurements;
}

const clients = (n: Clients) => (n === 1 ? "1 client" : `${n} clients`);

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
