import type { Block } from "#server/platform/typesetting/blocks.ts";
import type { Grade } from "../grades.ts";
import { NOT_SUPPLIED } from "./wording.ts";

/** A label, the recorded value, and the grade of its source. */
export type Fact = [name: string, value: string | null, grade: Grade];

/** A table of facts with their grades. A missing value is printed as "not supplied", without a grade. */
export function factsTable(title: string, facts: Fact[]): Block {
  return {
    kind: "table",
    title,
    isHeadless: true,
    columns: [
      { title: "", share: 27 },
      { title: "", share: 66 },
      { title: "", share: 7 },
    ],
    rows: facts.map(([name, value, grade]) =>
      value === null || value === "" || value === NOT_SUPPLIED ? [name, NOT_SUPPLIED, ""] : [name, value, `[${grade}]`],
    ),
  };
}
