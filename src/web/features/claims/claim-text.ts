import type { Claim } from "#contract/claims/claims.ts";

/** The first letters of the first and the last word of a name. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== "");
  const ends = words.length > 1 ? [words.at(0), words.at(-1)] : words;
  return ends
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toLocaleUpperCase("en");
}

/** Who has an order, as a sentence without its full stop. */
export function claimText({ member, is_active }: Claim, me: number | undefined): string {
  if (member.id === me) return "You have this order";
  return `${member.name} has it${is_active ? ", active" : ""}`;
}
