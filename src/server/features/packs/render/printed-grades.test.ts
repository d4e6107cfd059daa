import { describe, expect, it } from "vitest";
import type { Block, Cell } from "#server/platform/typesetting/blocks.ts";
import { samplePackFacts } from "#test/support/sample-pack-facts.ts";
import { type GradedOrder, gradesOf } from "../grades.ts";
import type { PackFacts } from "../pack-facts.ts";
import { packOneSections } from "./pack-one.ts";
import { packTwoSections } from "./pack-two.ts";

const created = (source: string) => ({ type: "created", data: { status: "New", source } });
const completed = {
  type: "payment-completed",
  data: { fields: ["card_brand", "card_last4", "card_country"] },
};
const MARK = "marked";

/** Facts in which every value that came with the order is marked. */
function marked(type: 1 | 2, order: GradedOrder): PackFacts {
  const facts = samplePackFacts(type);
  const mark = <T extends object>(of: T, names: (keyof T)[]): T => ({
    ...of,
    ...Object.fromEntries(names.map((name) => [name, `${MARK}-${String(name)}`])),
  });
  return {
    ...facts,
    grades: gradesOf(order),
    isImported: true,
    order: mark(facts.order, [
      "fullName",
      "email",
      "nationality",
      "sex",
      "flightNumber",
      "purposeOfVisit",
      "placeOfStay",
    ]),
    payment: mark(facts.payment, [
      "gateway",
      "amount",
      "cardBrand",
      "chargeId",
      "avs",
      "cvc",
      "threeDs",
      "billingName",
    ]),
    purchase: mark(facts.purchase, ["ip"]),
    terms: { ...mark(facts.terms, ["version", "refundPolicyVersion"]), text: null, refundPolicyText: null },
    device: mark(facts.device, ["id", "fingerprint", "accountId"]),
    dispute: null,
    earlier: { ...facts.earlier, orders: [] },
    signIns: [],
    downloads: [],
    contact: [],
    delivery: [],
  };
}

const textOf = (cell: Cell) => (typeof cell === "string" ? cell : "text" in cell ? cell.text : "");

/** Every printed line: paragraphs, list items, table rows. */
function lines(block: Block): string[] {
  if (block.kind === "paragraph" || block.kind === "subheading") return [block.text];
  if (block.kind === "numbered") return block.items;
  return [block.title ?? "", ...block.rows.map((row) => row.map(textOf).join(" | "))];
}

/** Lines that show a marked value with a grade. */
function graded(type: 1 | 2, order: GradedOrder): string[] {
  const facts = marked(type, order);
  const sections = type === 1 ? packOneSections(facts) : packTwoSections(facts);
  return sections
    .flatMap(({ blocks }) => blocks.flatMap(lines))
    .filter((line) => line.includes(MARK) && /\[[SPT]\]/.test(line));
}

describe("every printed fact has the grade of its source", () => {
  it.each([1, 2] as const)("only T for an imported order, in pack %i", (type) => {
    const found = graded(type, { events: [created("import")] });
    expect(found.length).toBeGreaterThan(type === 1 ? 10 : 30);
    expect(found.filter((line) => !/\[T\]/.test(line) || /\[[SP]\]/.test(line))).toEqual([]);
  });

  it.each([1, 2] as const)("only S for a checkout's order, which is not a provider's report, in pack %i", (type) => {
    const found = graded(type, { events: [created("intake")] });
    expect(found.filter((line) => !/\[S\]/.test(line) || /\[[PT]\]/.test(line))).toEqual([]);
  });

  it("S for payment details that arrived later, beside an import's T", () => {
    const card = graded(2, { events: [created("import"), completed] }).filter((line) => line.startsWith("Card |"));
    expect(card).toEqual([expect.stringMatching(/\[S\]$/)]);
  });
});

it("no fact that came with the order counts as a provider's report", () => {
  const { delivered, ...others } = gradesOf({ events: [created("intake")] });
  expect(delivered).toBe("P");
  expect(Object.values(others)).not.toContain("P");
});

it("prints every fact of the order that the packs hold", () => {
  const read = new Set<string>();
  const watched = (facts: PackFacts): PackFacts => ({
    ...facts,
    order: new Proxy(facts.order, {
      get: (order, name) => {
        read.add(String(name));
        return Reflect.get(order, name);
      },
    }),
  });
  packOneSections(watched(samplePackFacts(1)));
  packTwoSections(watched(samplePackFacts(2)));
  expect([...read].toSorted()).toEqual(Object.keys(samplePackFacts(1).order).toSorted());
});
