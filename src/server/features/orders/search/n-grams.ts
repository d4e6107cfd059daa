import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { orderSearch } from "#server/platform/db/schema.ts";

/**
 * `order_search_grams` indexes the 4-grams that begin at every third character of a text (`search_grams` of the
 * database). A key of six characters covers a whole one at each of its three alignments to those positions.
 */
const N = 4;
const STRIDE = 3;

/** The characters of names, addresses and padded numbers, most frequent first. */
const FREQUENT = "aeinrolsthmdcukygbpvfjwzxq.@0";

/** N-grams looked up for each alignment: a third one costs more than it excludes. */
const LOOKUPS = 2;

/**
 * For each key and each of its three alignments the n-grams to look up, rarest first. A text that contains a key holds
 * all n-grams of at least one alignment. Characters are code points, as in the database.
 * @returns null when a key is too short to cover an n-gram at each alignment
 */
export function alignedNGrams(keys: readonly string[]): string[][] | null {
  const alignments = keys.flatMap(alignmentsOf);
  return alignments.some((nGrams) => nGrams.length === 0) ? null : alignments;
}

/** Rarer than letters: digits and what stands between words. */
const RARE = /[^a-z]/;

/**
 * True when a key has two characters rarer than letters, or more, and an alignment covers letters alone: that one would
 * list every text with the same word, for "traveller12" those of all travellers. Trigrams cover each character.
 */
export function isRareBetweenNGrams(keys: readonly string[], alignments: readonly string[][]): boolean {
  const isRare = keys.some((key) => [...key].filter((character) => RARE.test(character)).length >= 2);
  return isRare && alignments.some((nGrams) => !nGrams.some((nGram) => RARE.test(nGram)));
}

function alignmentsOf(key: string): string[][] {
  const characters = [...key];
  return Array.from({ length: STRIDE }, (_, start) => {
    const nGrams = new Set<string>();
    for (let at = start; at + N <= characters.length; at += STRIDE) {
      nGrams.add(characters.slice(at, at + N).join(""));
    }
    // Reversed, so that of equally rare n-grams the last one wins: numbers start alike.
    return [...nGrams]
      .reverse()
      .sort((a, b) => rarity(b) - rarity(a))
      .slice(0, LOOKUPS);
  });
}

/** An estimate; it affects only speed, since any choice of n-grams finds the same orders. */
function rarity(nGram: string): number {
  let sum = 0;
  for (const character of nGram) {
    const rank = FREQUENT.indexOf(character);
    sum += rank === -1 ? FREQUENT.length : rank;
  }
  return sum;
}

const indexed = sql`search_grams(${orderSearch.orderId}, ${orderSearch.searchText})`;

/** Condition on `order_search`: the text contains all n-grams of one alignment. */
export function holdsAlignment(alignments: readonly string[][]): SQL {
  const conditions = alignments.map((nGrams) => sql`${indexed} @> ${sql.param(nGrams)}::text[]`);
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/**
 * The same within one id range, but looser: the rarest n-gram of any alignment and the second one of any. Without `or`
 * PostgreSQL answers it with a single index scan, which skips to where all conditions can hold.
 */
export function holdsInRange(alignments: readonly string[][], range: SQL): SQL {
  const rarest = alignments.map(([first]) => first);
  const second = alignments.map(([first, next]) => next ?? first);
  const conditions = [rarest, second].map((nGrams) => sql`${indexed} && ${sql.param(nGrams)}::text[]`);
  return sql`${sql.join(conditions, sql` and `)} and ${indexed} @> array['part:' || ${range}]`;
}

/** The number of the id range of an id, 131,072 ids wide; `search_grams` indexes it as one more term. */
export function idRange(id: SQLWrapper): SQL {
  return sql`(${id} >> 17)`;
}

/** The first id of a range. */
export function rangeStart(range: SQL): SQL {
  return sql`((${range}) << 17)`;
}
