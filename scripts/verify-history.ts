// npm run verify-history [-- --order ID [--head HEX [--seq N]]]: recomputes the digests of the histories.
// Ends with 0 when all is sound, 1 when something was changed, 2 when it could not look.
import { parseArgs } from "node:util";
import { parseOrderId } from "#contract/order-id.ts";
import { installationFromEnvironment, openForReading } from "./data-copy/installation.ts";
import { checkHistory, type HistoryQuestion } from "./verify-history/check-history.ts";

const USAGE = `Usage: npm run verify-history [-- --order ID [--head DIGEST [--seq N]]]
  --order  one order instead of all
  --head   a digest that was printed in a pack or noted from the screen, or its first 12 or more digits
  --seq    the number of the event that carries it`;

function readQuestion(): HistoryQuestion | undefined {
  try {
    const { values } = parseArgs({
      options: { order: { type: "string" }, head: { type: "string" }, seq: { type: "string" } },
    });
    const { order, head, seq } = values;
    if (order === undefined) return head === undefined && seq === undefined ? {} : undefined;
    const orderId = parseOrderId(order);
    if (orderId === null) return undefined;
    if (head === undefined) return seq === undefined ? { orderId } : undefined;
    const digest = head.toLowerCase();
    if (!/^[0-9a-f]{12,64}$/.test(digest) || (seq !== undefined && !/^[1-9]\d{0,8}$/.test(seq))) return undefined;
    return { orderId, head: { digest, seq: seq === undefined ? undefined : Number(seq) } };
  } catch {
    return undefined;
  }
}

const inWords = new Intl.NumberFormat("en");
const counted = (count: number, word: string) => `${inWords.format(count)} ${word}${count === 1 ? "" : "s"}`;

async function main(question: HistoryQuestion): Promise<number> {
  const database = await openForReading(installationFromEnvironment());
  let faults = 0;
  try {
    const { orders, events, purged, packs } = await checkHistory(database.client, question, (fault) => {
      faults += 1;
      console.log(`Order ${fault.orderId}${fault.seq === null ? "" : `, event ${fault.seq}`}: ${fault.what}`);
    });
    const read = [counted(orders, "order"), counted(events, "event"), counted(packs, "pack")].join(", ");
    const verdict = faults === 0 ? "The history is sound" : `The history is broken in ${counted(faults, "place")}`;
    console.log(`${verdict}: ${read}; ${counted(purged, "payload")} purged.`);
  } finally {
    await database.close();
  }
  return faults === 0 ? 0 : 1;
}

const question = readQuestion();
if (question === undefined) {
  console.error(USAGE);
  process.exit(2);
}
try {
  process.exitCode = await main(question);
} catch (error) {
  console.error(`The history could not be checked: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
