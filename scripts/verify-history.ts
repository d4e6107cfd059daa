// npm run verify-history [-- --order ID [--head HEX [--seq N]]]: recomputes the digests of all histories.
// Exit codes: 0 intact, 1 something was changed, 2 the check could not run.
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { parseOrderId } from "#contract/orders/order-id.ts";
import { listWritten } from "#server/platform/files/durable-write.ts";
import { openS3FileStore } from "#server/platform/files/s3-file-store.ts";
import { commandSentence, filesFolder, installationFromEnvironment, openForReading } from "./data-copy/installation.ts";
import { checkFiles } from "./verify-history/check-files.ts";
import { checkHistory, type HistoryQuestion } from "./verify-history/check-history.ts";
import type { Fault } from "./verify-history/event-chain.ts";

const USAGE = `Usage: npm run verify-history [-- --order ID [--head DIGEST [--seq N]]]
  --order  one order instead of all
  --head   a digest printed in a pack or noted from the screen, or at least its first 12 digits
  --seq    the number of the event with this digest`;

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

/** A missing folder counts as empty, so that its files are reported as missing. */
const listFolder = async (root: string, folder: string) => (existsSync(root) ? await listWritten(root, folder) : []);

const inWords = new Intl.NumberFormat("en");
const counted = (count: number, word: string) => `${inWords.format(count)} ${word}${count === 1 ? "" : "s"}`;

async function main(question: HistoryQuestion): Promise<number> {
  const installation = installationFromEnvironment();
  const database = await openForReading(installation);
  let faults = 0;
  try {
    const report = (fault: Fault) => {
      faults += 1;
      console.log(`Order ${fault.orderId}${fault.seq === null ? "" : `, event ${fault.seq}`}: ${fault.what}`);
    };
    const { orders, events, purged, packs } = await checkHistory(database.client, question, report);
    const { storage } = installation;
    const list =
      storage === null
        ? (folder: string) => listFolder(filesFolder(installation), folder)
        : openS3FileStore(storage).list;
    await checkFiles(database.client, list, question.orderId ?? null, report);
    const read = [counted(orders, "order"), counted(events, "event"), counted(packs, "pack")].join(", ");
    const verdict = faults === 0 ? "The history is intact" : `The history is broken in ${counted(faults, "place")}`;
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
  console.error(`The history could not be checked: ${commandSentence(error)}`);
  process.exitCode = 2;
}
