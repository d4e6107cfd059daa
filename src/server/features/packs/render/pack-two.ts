import type { Section } from "#server/platform/typesetting/blocks.ts";
import type { PackFacts } from "../pack-facts.ts";
import { packOneSections } from "./pack-one.ts";

export function packTwoSections(facts: PackFacts): Section[] {
  return packOneSections(facts);
}
