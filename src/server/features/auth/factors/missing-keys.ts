import type { ClientBase, Pool } from "pg";
import { createSealing } from "./sealing.ts";

/** Members whose authenticator apps can't be checked, because none of these keys sealed their secrets. */
export async function countWithoutKey(database: Pool | ClientBase, secrets: readonly string[]): Promise<number> {
  const { rows: tables } = await database.query("select to_regclass('public.member_totp') as name");
  // A restored backup may be older than the table.
  if (tables[0].name === null) return 0;
  const keyIds = secrets.length === 0 ? [] : createSealing(secrets).keyIds;
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from member_totp
     where secret is not null and encode(substr(secret, 1, 4), 'hex') <> all($1)`,
    [keyIds],
  );
  return rows[0]?.count ?? 0;
}

export const withoutKeySentence = (count: number): string =>
  `The authenticator apps of ${count} member(s) can't be checked: their key is missing in secrets/factor-key or FACTOR_KEY. ` +
  "They sign in with recovery codes, or an Admin resets their second factor.";
