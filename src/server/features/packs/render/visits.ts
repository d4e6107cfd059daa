import type { PackFacts, Visit } from "../pack-facts.ts";

/** The members of a visit that are compared with the purchase. */
export const TRAITS = ["ip", "place", "device", "browser", "os"] as const;
export type Trait = (typeof TRAITS)[number];

/** `null` when one of the two is not held. */
export function isSame(one: Visit, other: Visit, trait: Trait): boolean | null {
  const [mine, theirs] = [one[trait], other[trait]];
  if (mine === null || theirs === null || mine === "" || theirs === "") return null;
  return mine.toLowerCase() === theirs.toLowerCase();
}

/** Visits from one address with one device and program, told once. */
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

/** The first and the last of a long list, and how many lie between them; all of a short one. */
export function ends<T>(list: T[], first: number, last: number): { before: T[]; between: T[]; after: T[] } {
  if (list.length <= first + last) return { before: list, between: [], after: [] };
  return { before: list.slice(0, first), between: list.slice(first, -last), after: list.slice(-last) };
}
