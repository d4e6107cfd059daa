import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { orderSearch } from "#server/platform/db/schema.ts";

/** The index knows four characters in a row, beginning at every third place of a text (`search_grams`, migration 0012). */
const GRAM = 4;
const STEP = 3;

/** From this length on a key covers a whole gram wherever in a text it lies. */
export const GRAMS_FROM = GRAM + STEP - 1;

/** So many grams of a key are looked up; more of them cost more than they shut out. */
const LOOKED_UP = 2;

/** What names and addresses are made of, from the commonest on; digits and all else are rarer than these. */
const COMMON = "aeinrolsthmdcukygbpvfjwzxq.@";

/** Which 131,072 ids this one is among: `search_grams` writes it among the grams, so that parts can be read one by one. */
export function partOf(id: SQLWrapper): SQL {
  return sql`(${id} >> 17)`;
}

/** The first id of a part. */
export function beginOf(part: SQL): SQL {
  return sql`((${part}) << 17)`;
}

/**
 * The grams that a text must hold for `key` to lie in it: a list for each way in which the key can lie towards the text's
 * places, one of which must be held whole. Characters are code points, as in the database.
 * @returns null when the key is too short to cover a gram in each of them
 */
export function gramsOf(key: string): string[][] | null {
  const characters = [...key];
  if (characters.length < GRAMS_FROM) return null;
  return Array.from({ length: STEP }, (_, begin) => {
    const grams = new Set<string>();
    for (let place = begin; place + GRAM <= characters.length; place += STEP) {
      grams.add(characters.slice(place, place + GRAM).join(""));
    }
    return [...grams].sort((a, b) => rarity(b) - rarity(a)).slice(0, LOOKED_UP);
  });
}

/** Only a guess of what is quick to look up: any choice of grams leads to the same orders. */
function rarity(gram: string): number {
  let sum = 0;
  for (const character of gram) {
    const place = COMMON.indexOf(character);
    sum += place === -1 ? COMMON.length : place;
  }
  return sum;
}

/** The condition upon `order_search` that the text holds `key`, so that the grams lead to it; in one part alone if told. */
export function holdsByGrams(key: string, grams: readonly string[][], part?: SQL): SQL {
  const held = sql`search_grams(${orderSearch.orderId}, ${orderSearch.searchText})`;
  // Each way names the part: both conditions meet in one read of the index, which then passes over all other parts.
  const inPart = part === undefined ? sql`` : sql` and ${held} @> array['part:' || ${part}]`;
  const ways = grams.map((way) => sql`(${held} @> ${sql.param(way)}::text[]${inPart})`);
  return sql`((${sql.join(ways, sql` or `)}) and ${holds(key)})`;
}

/** The same condition as a test of one row: nothing in it leads anywhere. */
export function holds(key: string): SQL {
  return sql`strpos(${orderSearch.searchText}, ${key}) > 0`;
}
