import { afterAll, expect, it } from "vitest";
import { pdfInfo, pdfStructure, pdfText, unpackedPdf } from "#test/support/pdf-tools.ts";
import { LONG_NAMES, sampleDownloads, samplePackFacts } from "#test/support/sample-pack-facts.ts";
import { createPackRenderer } from "./pack-renderer.ts";

const renderer = createPackRenderer({ timeLimitMs: 60_000 });
afterAll(() => renderer.close());

interface Element {
  type: string;
  text: string;
  children: Element[];
}

/** Reads the indented lines of pdfinfo. */
function treeOf(lines: string[]): Element {
  const root: Element = { type: "", text: "", children: [] };
  const open = [root];
  for (const line of lines) {
    const depth = (line.length - line.trimStart().length) / 2;
    const [, quoted] = /^\s*"(.*)"$/.exec(line) ?? [];
    const [, type] = /^\s*([A-Z]\w*)(?::| \(block\)|$)/.exec(line) ?? [];
    const parent = open[Math.min(depth, open.length - 1)];
    const last = open.at(-1);
    if (quoted !== undefined && last !== undefined) last.text += quoted;
    else if (type !== undefined && parent !== undefined) {
      const element = { type, text: "", children: [] };
      parent.children.push(element);
      open.splice(depth + 1, open.length, element);
    }
  }
  return root;
}

const all = (element: Element, type: string): Element[] => [
  ...(element.type === type ? [element] : []),
  ...element.children.flatMap((child) => all(child, type)),
];
const textOf = ({ text, children }: Element): string => text + children.map(textOf).join("");
const squeezed = (text: string) => text.replace(/\s/g, "");

it.each([1, 2] as const)("Pack %i is a tagged file (PDF/UA-1) that reads as it is printed", async (type) => {
  const { bytes, pages } = await renderer.render(samplePackFacts(type, { downloads: sampleDownloads(44) }));
  expect(pdfInfo(bytes).Tagged).toBe("yes");
  expect(unpackedPdf(bytes)).toContain("<pdfuaid:part>1</pdfuaid:part>");
  const [document = treeOf([]), ...others] = treeOf(pdfStructure(bytes)).children;
  expect([document.type, others]).toEqual(["Document", []]);

  const tables = all(document, "Table");
  expect(tables.length).toBeGreaterThan(5);
  for (const { children } of tables) {
    const rows = children.filter(({ type }) => type === "TR");
    expect(new Set(rows.map((row) => row.children.length)).size, JSON.stringify(children[0])).toBe(1);
    expect(rows.length).toBeGreaterThan(0);
  }
  expect(all(document, "TR")).toHaveLength(tables.flatMap((table) => all(table, "TR")).length);
  expect(all(document, "H1").map(({ text }) => text.slice(0, 2))).toEqual(
    Array.from({ length: all(document, "H1").length }, (_, index) => `${String.fromCodePoint(65 + index)}.`),
  );

  // The head of each page is decoration; so is the head of a table that continues on the next page.
  const read = squeezed(textOf(document));
  expect(read).not.toContain(`page1of${pages}`);
  const printed = pdfText(bytes)
    .split("\n")
    .map(squeezed)
    .filter((line) => !/page\d+of\d+$/.test(line));
  expect(printed.filter((line) => !read.includes(line))).toEqual([]);
  if (type === 2) {
    const caption = squeezed("44 downloads by a person [S]");
    expect(squeezed(pdfText(bytes)).split(caption).length).toBeGreaterThan(2);
    expect(read.split(caption)).toHaveLength(2);
  }
});

it("keeps two words apart where a line was broken", async () => {
  const facts = samplePackFacts(1);
  const fullName = LONG_NAMES.latin;
  const { bytes } = await renderer.render({ ...facts, order: { ...facts.order, fullName } });
  expect(pdfStructure(bytes).join("\n")).toContain(`${fullName} (`);
});
