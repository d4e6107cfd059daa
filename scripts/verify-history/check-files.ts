import type { ClientBase } from "pg";
import { FILE_FOLDERS, type FileStore } from "#server/platform/files/file-store.ts";
import type { Fault } from "./event-chain.ts";

const BATCH = 5000;

const STORED = `
  select order_id::text as "orderId", storage_key as key, 'document ' || version as what from documents
  union all
  select order_id::text, storage_key, 'pack ' || id from defence_packs
  union all
  select order_id::text, receipt_key, 'the receipt of filing ' || id from filings where receipt_key is not null
  union all
  select m.order_id::text, a.storage_key, 'attachment ' || a.position || ' of mail ' || m.id
  from mail_attachments a join mails m on m.id = a.mail_id`;

/** Reports every document, pack, receipt and attachment whose file is missing from the store. @returns how many were checked */
export async function checkFiles(
  client: ClientBase,
  list: (folder: (typeof FILE_FOLDERS)[number]) => ReturnType<FileStore["list"]>,
  orderId: number | null,
  report: (fault: Fault) => void,
): Promise<number> {
  await client.query("begin isolation level repeatable read read only");
  await client.query("set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
  const only = orderId === null ? "" : ` where "orderId" = '${Number(orderId)}'`;
  await client.query(`declare stored no scroll cursor for select * from (${STORED}) s${only}`);
  const first = await client.query<{ orderId: string; key: string; what: string }>(`fetch ${BATCH} from stored`);
  // Files are stored before their rows, so a listing made now contains every file of this snapshot's rows.
  const folders = first.rows.length === 0 ? [] : await Promise.all(FILE_FOLDERS.map(list));
  const there = new Set(folders.flat().map(({ key }) => key));
  let looked = 0;
  for (let { rows } = first; rows.length > 0; { rows } = await client.query(`fetch ${BATCH} from stored`)) {
    looked += rows.length;
    for (const { orderId: id, key, what } of rows) {
      if (!there.has(key)) report({ orderId: Number(id), seq: null, what: `the file of ${what} is missing` });
    }
  }
  await client.query("commit");
  return looked;
}
