import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { orderSearch } from "#server/platform/db/schema.ts";

/**
 * The index knows four characters in a row, beginning at every third place of a text (`search_grams`, migration 0012). So
 * a key of six characters covers a whole gram wherever in a text it lies.
 */
const GRAM = 4;
const STEP = 3;

/** What names, addresses and padded numbers are made of, from the commonest on; all else is rarer than these. */
const COMMON = "aeinrolsthmdcukygbpvfjwzxq.@0";

/** So many grams of a way are looked up: more of them cost more than they shut out. */
const LOOKED_UP = 2;

/**
 * A key can lie in three ways towards a text's places. For each of them, and each key, the grams that a text must then
 * hold: the rarest first, and no more than are looked up. A text that holds a key holds all grams of at least one way.
 * Characters are code points, as in the database.
 * @returns null when a key is too short to cover a gram in each way
 */
export function gramWays(keys: readonly string[]): string[][] | null {
  const ways = keys.flatMap(waysOf);
  return ways.some((grams) => grams.length === 0) ? null : ways;
}

function waysOf(key: string): string[][] {
  const characters = [...key];
  return Array.from({ length: STEP }, (_, begin) => {
    const grams = new Set<string>();
    for (let place = begin; place + GRAM <= characters.length; place += STEP) {
      grams.add(characters.slice(place, place + GRAM).join(""));
    }
    // Of equals the last one: numbers begin alike.
    return [...grams]
      .reverse()
      .sort((a, b) => rarity(b) - rarity(a))
      .slice(0, LOOKED_UP);
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

const held = sql`search_grams(${orderSearch.orderId}, ${orderSearch.searchText})`;

/** The condition upon `order_search` that all grams of one of the ways are held. */
export function holdsOneWay(ways: readonly string[][]): SQL {
  const conditions = ways.map((grams) => sql`${held} @> ${sql.param(grams)}::text[]`);
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/**
 * The same in one part alone, and not so strictly: of all ways' rarest grams one is held, and one of their next ones. So
 * there is no `or`, and it can only be one read of the index, which leaps to where its conditions may meet.
 */
export function holdsInPart(ways: readonly string[][], part: SQL): SQL {
  const rarest = ways.map(([gram]) => gram);
  const next = ways.map(([gram, second]) => second ?? gram);
  const conditions = [rarest, next].map((grams) => sql`${held} && ${sql.param(grams)}::text[]`);
  return sql`${sql.join(conditions, sql` and `)} and ${held} @> array['part:' || ${part}]`;
}

/** Which 131,072 ids this one is among: `search_grams` writes it among the grams, so that parts can be read one by one. */
export function partOf(id: SQLWrapper): SQL {
  return sql`(${id} >> 17)`;
}

/** The first id of a part. */
export function beginOf(part: SQL): SQL {
  return sql`((${part}) << 17)`;
}
