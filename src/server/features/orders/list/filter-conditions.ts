import { type SQL, sql } from "drizzle-orm";
import { addDays } from "#contract/dates.ts";
import type { OrderFilter } from "#contract/order-filter.ts";
import { orderFacets, orders } from "#server/platform/db/schema.ts";
import { claimedBy, isClaimedBy, isUnclaimed } from "../claims/claim-conditions.ts";

/** The filters of a list as its queries use them. */
export interface RowFilter {
  /** The first and the last day, in UTC. */
  created?: { from: string; to: string };
  /** An order has at least one tag of each group (`order_facets`). */
  tags: readonly (readonly string[])[];
  /** The member who has the order, or nobody. */
  claim?: number | "none";
}

type Tested = Pick<RowFilter, "tags"> & { claim?: RowFilter["claim"] | undefined };

const DAY_MS = 86_400_000;

/** Filters that are tags under their own name. */
const TAGGED = ["nat", "mode", "gateway", "doc", "mail", "flag", "dispute", "mark"] as const;

/** @returns undefined without a filter other than `due`, which belongs to the list's predicate */
export function rowFilter(filter: OrderFilter, actorId: number): RowFilter | undefined {
  const { arrival, created, claim } = filter;
  const tags: string[][] = [];
  if (arrival !== undefined) tags.push(daysOf(arrival).map((day) => `arrival:${day}`));
  for (const key of TAGGED) {
    const value = filter[key];
    if (value !== undefined) tags.push([value].flat().map((each) => `${key}:${each}`));
  }
  if (tags.length === 0 && created === undefined && claim === undefined) return undefined;
  return {
    tags,
    ...(created && { created }),
    ...(claim !== undefined && { claim: claim === "me" ? actorId : claim }),
  };
}

/** Counts the days instead of comparing them as text, because '10000-01-01' sorts before '9999-12-31'. */
function daysOf({ from, to }: { from: string; to: string }): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return Array.from({ length: count }, (_none, index) => addDays(from, index));
}

const tagList = (group: readonly string[]) => sql`${sql.param([...group])}::text[]`;
const overlaps = (lists: readonly SQL[]): SQL => all(lists.map((list) => sql`${orderFacets.tags} && ${list}`));

export function isCreatedIn({ from, to }: NonNullable<RowFilter["created"]>, createdAt: SQL): SQL {
  const start = (day: string) => sql`${`${day}T00:00:00Z`}::timestamptz`;
  return sql`${createdAt} >= ${start(from)} and ${createdAt} < ${start(to)} + interval '24 hours'`;
}

/** The orders of any list that have the tags, passed as an opaque subquery, so that the planner picks the index. */
const taggedIds = (tags: RowFilter["tags"]): SQL =>
  sql`select ${orderFacets.orderId} as id from ${orderFacets} where ${overlaps(tags.map((group) => sql`(select ${tagList(group)})`))}`;

/**
 * Whether the order with this id passes the tags and the claim, with one lookup of each. `offset 0` keeps the planner
 * from turning the lookups into joins.
 */
export function testsOf(
  { tags, claim }: Pick<RowFilter, "tags"> & { claim?: RowFilter["claim"] | undefined },
  id: SQL,
): SQL[] {
  const tests: SQL[] = [];
  if (tags.length > 0) {
    tests.push(
      sql`exists (select from ${orderFacets} where ${orderFacets.orderId} = ${id} and ${overlaps(tags.map(tagList))} offset 0)`,
    );
  }
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
export function filterIndex({ tags, claim }: Tested): FilterIndex | undefined {
  const id = sql`${orders.id}`;
  if (typeof claim === "number") return { kind: "claims", ids: claimedBy(claim), tests: testsOf({ tags }, id) };
  if (tags.length === 0) return undefined;
  return { kind: "tags", ids: taggedIds(tags), tests: testsOf({ tags: [], claim }, id) };
}

/** The filters as a condition on `orders`, for reading all that pass: the planner chooses where it starts. */
export function passesRows({ tags, claim, created }: RowFilter): SQL {
  const conditions = testsOf({ tags: [], claim }, sql`${orders.id}`);
  if (created !== undefined) conditions.push(isCreatedIn(created, sql`${orders.createdAt}`));
  if (tags.length > 0) conditions.push(sql`${orders.id} in (${taggedIds(tags)})`);
  return all(conditions);
}

export const all = (conditions: readonly SQL[]): SQL =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);
