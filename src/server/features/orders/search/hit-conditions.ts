import { type SQL, sql } from "drizzle-orm";
import { orderSearch, orders } from "#server/platform/db/schema.ts";
import { all, inFilter } from "../conditions/list-conditions.ts";
import type { ListFilter } from "../conditions/list-conditions.types.ts";
import { filterIndex, isCreatedIn, testsOf } from "./filter-conditions.ts";
import { isMatch, matches, matchesByNGrams, type NGramMatches } from "./search-conditions.ts";

/** An index that yields candidates of any list as a query of ids, and the remaining conditions on an order. */
type HitIndex = { ids: SQL; tests: SQL } & (
  | { kind: "claims" | "tags"; nGrams: null }
  /** `ids` is for trigrams. */
  | { kind: "text"; nGrams: NGramMatches | null }
);

/** The conditions for a hit in a list, in each form that the finder needs. */
export interface HitConditions {
  /** The list's predicate with the range of creation: an index of the list covers both. */
  here: SQL;
  /** Tests a row of `scanned`, whose predicate is the list's, with or without that range. */
  testScanned(hasRange: boolean): SQL;
  /** Tests an order of `here`. */
  tests: SQL;
  /** Undefined when no index yields candidates. */
  index: HitIndex | undefined;
}

export function hitConditions(filter: ListFilter, text: string | undefined): HitConditions {
  const { tags = [], claim, arrival, created } = filter.rows ?? {};
  /** With one lookup; `offset 0` keeps the planner from turning it into a join. */
  const textTests = (id: SQL) =>
    text === undefined
      ? []
      : [sql`exists (select from ${orderSearch} where ${orderSearch.orderId} = ${id} and ${isMatch(text)} offset 0)`];
  const id = sql`${orders.id}`;
  const scanned = sql`scanned.id`;
  const range = created === undefined ? [] : [isCreatedIn(created, sql`scanned.created_at`)];

  const filtered = filterIndex({ tags, claim, arrival });

  function index(): HitIndex | undefined {
    if (text === undefined || filtered?.kind === "claims") {
      return filtered && { ...filtered, tests: all([...filtered.tests, ...textTests(id)]), nGrams: null };
    }
    const ids = sql`select ${orderSearch.orderId} as id from ${orderSearch} where ${matches(text)}`;
    return { kind: "text", ids, tests: all(testsOf({ tags, claim, arrival }, id)), nGrams: matchesByNGrams(text) };
  }

  return {
    here: all([inFilter(filter), ...(created === undefined ? [] : [isCreatedIn(created, sql`${orders.createdAt}`)])]),
    testScanned: (hasRange) =>
      all([...(hasRange ? [] : range), ...testsOf({ tags, claim, arrival }, scanned), ...textTests(scanned)]),
    tests: all([...testsOf({ tags, claim, arrival }, id), ...textTests(id)]),
    index: index(),
  };
}
