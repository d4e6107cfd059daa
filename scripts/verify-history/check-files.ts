import type { ClientBase } from "pg";
import { FILE_FOLDERS, type FileStore } from "#server/platform/files/file-store.ts";
import { readFileRows } from "../data-copy/file-rows.ts";
import type { Fault } from "./event-chain.ts";

/** Reports every document, pack, receipt and attachment whose file is missing from the store. @returns how many were checked */
export async function checkFiles(
  client: ClientBase,
  list: (folder: (typeof FILE_FOLDERS)[number]) => ReturnType<FileStore["list"]>,
  orderId: number | null,
  report: (fault: Fault) => void,
): Promise<number> {
  await client.query("begin isolation level repeatable read read only");
  await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
  let there: Set<string> | undefined;
  let checked = 0;
  for await (const rows of readFileRows(client, orderId)) {
    // Files are stored before their rows, so a listing made after the snapshot contains every file of its rows.
    there ??= new Set((await Promise.all(FILE_FOLDERS.map(list))).flat().map(({ key }) => key));
    checked += rows.length;
    for (const { orderId: id, key, what } of rows) {
      if (!there.has(key)) report({ orderId: Number(id), seq: null, what: `the file of ${what} is missing` });
    }
  }
  await client.query("commit");
  return checked;
}
