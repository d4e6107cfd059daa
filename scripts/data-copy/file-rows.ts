import type { ClientBase } from "pg";

/**
 * Every row that has a stored file: its order, the file's key and a name for people. A new column with a file belongs here;
 * a test compares this with the columns of the schema.
 */
export const FILE_ROWS = `
  select order_id::text as "orderId", storage_key as key, 'document ' || version as what from documents
  union all
  select order_id::text, storage_key, 'pack ' || id from defence_packs
  union all
  select order_id::text, receipt_key, 'the receipt of filing ' || id from filings where receipt_key is not null
  union all
  select m.order_id::text, a.storage_key, 'attachment ' || a.position || ' of mail ' || m.id
  from mail_attachments a join mails m on m.id = a.mail_id
  union all
  select a.order_id::text, f.storage_key, 'file ' || f.position || ' of answer ' || a.id
  from answer_files f join customer_answers a on a.id = f.answer_id`;

export interface FileRow {
  orderId: string;
  key: string;
  what: string;
}

const BATCH = 5000;

/** Reads them in batches. Needs an open transaction, whose snapshot they come from. */
export async function* readFileRows(client: ClientBase, orderId: number | null = null): AsyncGenerator<FileRow[]> {
  const only = orderId === null ? "" : ` where "orderId" = '${Number(orderId)}'`;
  await client.query(`declare file_rows no scroll cursor for select * from (${FILE_ROWS}) s${only}`);
  for (;;) {
    const { rows } = await client.query<FileRow>(`fetch ${BATCH} from file_rows`);
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query("close file_rows");
}

export interface Missing {
  /** How many rows have no file, of all that should have one. */
  count: number;
  of: number;
  /** The first of them in words; null if none is missing. */
  first: string | null;
}

/** The rows whose file is not among `keys`. Needs an open transaction. */
export async function findMissingFiles(client: ClientBase, keys: ReadonlySet<string>): Promise<Missing> {
  const missing: Missing = { count: 0, of: 0, first: null };
  for await (const rows of readFileRows(client)) {
    missing.of += rows.length;
    for (const { orderId, key, what } of rows) {
      if (keys.has(key)) continue;
      missing.count += 1;
      missing.first ??= `${what} of order ${orderId}`;
    }
  }
  return missing;
}

/** The keys of a backup's files. */
export function keysOf(parts: readonly { path: string }[]): Set<string> {
  return new Set(parts.map(({ path }) => path.replace(/^files\//, "")));
}
