import { type SQL, sql } from "drizzle-orm";
import { ARRIVAL_ZONE, addDays, dayIn } from "#contract/dates.ts";
import { countDays, type DayRange, datesOf } from "#contract/day-range.ts";
import type { OrderFilter } from "#contract/orders/order-filter.ts";
import { orderFacets, orders } from "#server/platform/db/schema.ts";
import { claimedBy, isClaimedBy, isUnclaimed } from "../claims/claim-conditions.ts";
import { all } from "../conditions/list-conditions.ts";
import type { RowFilter } from "../conditions/list-conditions.types.ts";

/** What is tested of an order by its id. */
type Tested = Pick<RowFilter, "tags"> & {
  claim?: RowFilter["claim"] | undefined;
  arrival?: RowFilter["arrival"] | undefined;
};

/** The longest range of arrival dates that is looked up as one tag for each. */
const TAGGED_DAYS_MAX = 62;

/** Filters that are tags under their own name. */
const TAGGED = ["nat", "mode", "gateway", "doc", "mail", "flag", "dispute", "mark"] as const;

/**
 * @param now decides which dates are counted from today: arrivals in Sri Lanka, creations in UTC
 * @returns undefined without a filter other than `due` and `status`, which belong to the list's predicate
 */
export function rowFilter(filter: OrderFilter, actorId: number, now: Date): RowFilter | undefined {
  const { claim } = filter;
  const arrival = filter.arrival && datesOf(filter.arrival, dayIn(ARRIVAL_ZONE, now));
  const created = filter.created && datesOf(filter.created, dayIn("UTC", now));
  const tags: string[][] = [];
  const isTagged = arrival !== undefined && countDays(arrival) <= TAGGED_DAYS_MAX;
  if (isTagged) tags.push(daysOf(arrival).map((day) => `arrival:${day}`));
  for (const key of TAGGED) {
    const value = filter[key];
    if (value !== undefined) tags.push([value].flat().map((each) => `${key}:${each}`));
  }
  if (tags.length === 0 && arrival === undefined && created === undefined && claim === undefined) return undefined;
  return {
    tags,
    ...(arrival && !isTagged && { arrival }),
    ...(created && { created }),
    ...(claim !== undefined && { claim: claim === "me" ? actorId : claim }),
  };
}

function daysOf(range: DayRange): string[] {
  const { from } = range;
  return from === null ? [] : Array.from({ length: countDays(range) }, (_none, index) => addDays(from, index));
}

const tagList = (group: readonly string[]) => sql`${sql.param([...group])}::text[]`;
const overlaps = (lists: readonly SQL[]): SQL => all(lists.map((list) => sql`${orderFacets.tags} && ${list}`));

export function isCreatedIn({ from, to }: DayRange, createdAt: SQL): SQL {
  const start = (day: string) => sql`${`${day}T00:00:00Z`}::timestamptz`;
  return all([
    ...(from === null ? [] : [sql`${createdAt} >= ${start(from)}`]),
    ...(to === null ? [] : [sql`${createdAt} < ${start(to)} + interval '24 hours'`]),
  ]);
}

/** With one lookup of the order; `offset 0` as for the tags. */
function isArrivalIn({ from, to }: DayRange, id: SQL): SQL {
  const within = all([
    ...(from === null ? [] : [sql`arriving.arrival_date >= ${from}::date`]),
    ...(to === null ? [] : [sql`arriving.arrival_date <= ${to}::date`]),
  ]);
  return sql`exists (select from ${orders} arriving where arriving.id = ${id} and ${within} offset 0)`;
}

/** The orders of any list that have the tags, passed as an opaque subquery, so that the planner picks the index. */
const taggedIds = (tags: RowFilter["tags"]): SQL =>
  sql`select ${orderFacets.orderId} as id from ${orderFacets} where ${overlaps(tags.map((group) => sql`(select ${tagList(group)})`))}`;

/**
 * Whether the order with this id passes the tags, the arrival and the claim, with one lookup of each. `offset 0` keeps the planner
 * from turning the lookups into joins.
 */
export function testsOf({ tags, claim, arrival }: Tested, id: SQL): SQL[] {
  const tests: SQL[] = [];
  if (tags.length > 0) {
    tests.push(
      sql`exists (select from ${orderFacets} where ${orderFacets.orderId} = ${id} and ${overlaps(tags.map(tagList))} offset 0)`,
    );
  }
  if (arrival !== undefined) tests.push(isArrivalIn(arrival, id));
  if (claim !== undefined) tests.push(claim === "none" ? isUnclaimed(id) : isClaimedBy(claim, id));
  return tests;
}

/** An index that yields candidates of any list as a query of ids, and the remaining tests of an order. */
export interface FilterIndex {
  kind: "claims" | "tags";
  ids: SQL;
  tests: SQL[];
}

/** @returns undefined when no index yields candidates; `tests` don't include the range of creation */
export function filterIndex({ tags, claim, arrival }: Tested): FilterIndex | undefined {
  const id = sql`${orders.id}`;
  if (typeof claim === "number")
    return { kind: "claims", ids: claimedBy(claim), tests: testsOf({ tags, arrival }, id) };
  if (tags.length === 0) return undefined;
  return { kind: "tags", ids: taggedIds(tags), tests: testsOf({ tags: [], claim, arrival }, id) };
}

/** The filters as a condition on `orders`, for reading all that pass: the planner chooses where it starts. */
export function passesRows({ tags, claim, created, arrival }: RowFilter): SQL {
  const conditions = testsOf({ tags: [], claim, arrival }, sql`${orders.id}`);
  if (created !== undefined) conditions.push(isCreatedIn(created, sql`${orders.createdAt}`));
  if (tags.length > 0) conditions.push(sql`${orders.id} in (${taggedIds(tags)})`);
  return all(conditions);
}
