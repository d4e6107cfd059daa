// npm run bench [-- --orders 10000,100000,1000000] [-- --seconds 3] [-- --bulk]: durations of everyday calls as orders
// grow, compared with a bare server and plain SQL, in one run. Prints the tables as Markdown at the end. With --bulk only
// the moves of 10,000 orders in one call.
import { parseArgs } from "node:util";
import { measureSize, type SizeMeasurements } from "./orders/measure-size.ts";
import { tables } from "./orders/tables.ts";

const { values } = parseArgs({
  options: {
    orders: { type: "string", default: "10000,100000,1000000" },
    seconds: { type: "string", default: "3" },
    bulk: { type: "boolean", default: false },
  },
});
const sizes = values.orders.split(",").map(Number);
const seconds = Number(values.seconds);
if (sizes.some((size) => !(size >= 10_000)) || !(seconds >= 1)) {
  throw new Error("--orders takes numbers from 10000 on, separated by commas, and --seconds at least 1");
}

const began = performance.now();
const measured: SizeMeasurements[] = [];
for (const orders of sizes) {
  console.log(`\n${orders.toLocaleString("en-US")} orders`);
  try {
    measured.push(
      await measureSize(orders, {
        seconds,
        isCompared: !values.bulk && orders === Math.max(...sizes),
        isBulkOnly: values.bulk,
      }),
    );
  } catch (error) {
    // Print what was measured so far.
    console.error(error);
    process.exitCode = 1;
  }
}
console.log(`\n${tables(measured)}\n`);
console.log(`${Math.round((performance.now() - began) / 1000)} s in all`);
