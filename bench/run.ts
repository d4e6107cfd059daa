// npm run bench [-- --orders 10000,100000,1000000] [-- --seconds 3]: what a desk's day costs as its orders grow, beside
// a bare server and the obvious SQL, in one run. The tables come last, as Markdown.
import { parseArgs } from "node:util";
import { measureSize, type SizeFigures } from "./orders/measure-size.ts";
import { tables } from "./orders/tables.ts";

const { values } = parseArgs({
  options: {
    orders: { type: "string", default: "10000,100000,1000000" },
    seconds: { type: "string", default: "3" },
  },
});
const sizes = values.orders.split(",").map(Number);
const seconds = Number(values.seconds);
if (sizes.some((size) => !(size >= 10_000)) || !(seconds >= 1)) {
  throw new Error("--orders takes numbers from 10000 on, separated by commas, and --seconds at least 1");
}

const began = performance.now();
const measured: SizeFigures[] = [];
for (const orders of sizes) {
  console.log(`\n${orders.toLocaleString("en-US")} orders`);
  try {
    measured.push(await measureSize(orders, { seconds, isCompared: orders === Math.max(...sizes) }));
  } catch (error) {
    // What was measured before is worth printing.
    console.error(error);
    process.exitCode = 1;
  }
}
console.log(`\n${tables(measured)}\n`);
console.log(`${Math.round((performance.now() - began) / 1000)} s in all`);
