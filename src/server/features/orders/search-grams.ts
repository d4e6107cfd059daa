import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { orderSearch } from "#server/platform/db/schema.ts";

/**
 * The index knows four characters in a row, beginning at every third place of a text (`search_grams`, migration 0012). So
 * a key of six characters covers a whole gram wherever in a text it lies.
 */
const GRAM = 4;
const STEP = 3;

/** What names and addresses are made of, from the commonest on; digits and all else are rarer than these. */
const COMMON = "aeinrolsthmdcukygbpvfjwzxq.@";

/**
 * Sets of grams: a text in which one of the keys lies holds at least one gram of each set. A key can lie in three ways
 * towards a text's places. Of each way the rarest gram goes into the first set and the next one, if there is one, into the
 * second. More of them cost more to look up than they shut out. Characters are code points, as in the database.
 * @returns null when a key is too short to cover a gram in each way
 */
export function gramSets(keys: readonly string[]): string[][] | null {
  const ways = keys.flatMap(waysOf);
  if (ways.some(([rarest]) => rarest === undefined)) return null;
  const first = new Set(ways.flatMap(([rarest]) => rarest ?? []));
  const second = new Set(ways.flatMap(([rarest, next]) => next ?? rarest ?? []));
  const isSame = [...second].every((gram) => first.has(gram));
  return (isSame ? [first] : [first, second]).map((set) => [...set]);
}

/** For each way in which the key can lie its whole grams, the rarest first. */
function waysOf(key: string): string[][] {
  const characters = [...key];
  return Array.from({ length: STEP }, (_, begin) => {
    const grams = new Set<string>();
    for (let place = begin; place + GRAM <= characters.length; place += STEP) {
      grams.add(characters.slice(place, place + GRAM).join(""));
    }
    return [...grams].sort((a, b) => rarity(b) - rarity(a));
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

/**
 * The condition upon `order_search` that one of each set is held, in one part alone if told. All of it is one read of the
 * index, which leaps to where all its conditions may meet.
 */
export function holdsGrams(sets: readonly string[][], part?: SQL): SQL {
  const held = sql`search_grams(${orderSearch.orderId}, ${orderSearch.searchText})`;
  const conditions = sets.map((set) => sql`${held} && ${sql.param(set)}::text[]`);
  if (part !== undefined) conditions.push(sql`${held} @> array['part:' || ${part}]`);
  return sql.join(conditions, sql` and `);
}

/** Which 131,072 ids this one is among: `search_grams` writes it among the grams, so that parts can be read one by one. */
export function partOf(id: SQLWrapper): SQL {
  return sql`(${id} >> 17)`;
}

/** The first id of a part. */
export function beginOf(part: SQL): SQL {
  return sql`((${part}) << 17)`;
}
