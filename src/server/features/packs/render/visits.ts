import type { PackFacts, Visit } from "../pack-facts.ts";

/** The properties of a visit that are compared with the purchase. */
export const TRAITS = ["ip", "place", "device", "browser", "os"] as const;
export type Trait = (typeof TRAITS)[number];

/** `null` when either value is missing. */
export function isSame(one: Visit, other: Visit, trait: Trait): boolean | null {
  const [mine, theirs] = [one[trait], other[trait]];
  if (mine === null || theirs === null || mine === "" || theirs === "") return null;
  return mine.toLowerCase() === theirs.toLowerCase();
}

/** Visits with the same address, device and browser. */
export interface VisitGroup {
  kind: "sign_in" | "download";
  visit: Visit;
  count: number;
  firstAt: string;
  lastAt: string;
}

export function visitGroups({ signIns, downloads }: PackFacts): VisitGroup[] {
  const groups = new Map<string, VisitGroup>();
  const add = (kind: VisitGroup["kind"], visit: Visit) => {
    const key = JSON.stringify([kind, ...TRAITS.map((trait) => visit[trait]?.toLowerCase() ?? null)]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { kind, visit, count: 1, firstAt: visit.at, lastAt: visit.at });
    else {
      group.count += 1;
      group.lastAt = visit.at;
    }
  };
  for (const visit of signIns) add("sign_in", visit);
  for (const visit of downloads) add("download", visit);
  return [...groups.values()];
}

/** Splits a long list into its first, middle and last entries; a short list is all `before`. */
export function ends<T>(list: T[], first: number, last: number): { before: T[]; between: T[]; after: T[] } {
  if (list.length <= first + last) return { before: list, between: [], after: [] };
  return { before: list.slice(0, first), between: list.slice(first, -last), after: list.slice(-last) };
}
