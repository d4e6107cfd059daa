import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import { ENGLISH } from "./english.ts";
import { LANGUAGES } from "./languages.ts";

const WEB = join(import.meta.dirname, "../..");
const FOLDERS = ["app/visitor", "features/tracking"];

type Words = { [key: string]: string | Words };

function flat(words: Words, prefix = ""): [string, string][] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === "string" ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  );
}

const english = new Map(flat(ENGLISH));
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

interface Node {
  type: string;
  [member: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

function nodes(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodes);
  if (!isNode(value)) return [];
  return [value, ...Object.values(value).flatMap(nodes)];
}

const sources = FOLDERS.flatMap((folder) => globSync(`${folder}/*.{ts,tsx}`, { cwd: WEB }))
  .filter((file) => !file.includes(".test.") && !file.endsWith(".d.ts"))
  .map((file) => {
    const text = readFileSync(join(WEB, file), "utf8");
    return { file, text, nodes: nodes(parseSync(file, text).program) };
  });

const literals = new Set(
  sources.flatMap((source) => source.nodes).flatMap((node) => (node.type === "Literal" ? [String(node.value)] : [])),
);
/** The beginnings of keys that end in a variable: `messages.${name}`. */
const openKeys = [
  ...new Set(
    sources.flatMap(({ text }) => [...text.matchAll(/\bt\(`([a-zA-Z.]+\.)\$\{/g)].map(([, start]) => start ?? "")),
  ),
];

describe.each(LANGUAGES.map(([code]) => code).filter((code) => code !== "en"))("the words in %s", (code) => {
  const words = new Map(flat(JSON.parse(readFileSync(join(WEB, `locales/visitor/${code}.json`), "utf8"))));

  it("have every key and no other", () => {
    expect([...words.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it("are none of them empty, and keep their placeholders", () => {
    for (const [key, text] of words) {
      expect(text.trim(), key).not.toBe("");
      expect(placeholders(text), key).toEqual(placeholders(english.get(key) ?? ""));
    }
  });

  it("name the download button as it is labelled", () => {
    for (const key of ["download.started", "download.failed"]) {
      expect(words.get(key)).toContain(words.get("download.button"));
    }
  });

  it("keep the zone of the history's times", () => {
    expect(words.get("history.time")).toContain("(EST)");
  });
});

describe("the visitor's code", () => {
  it("asks only for keys that exist", () => {
    const asked = sources.flatMap(({ text }) => [...text.matchAll(/\bt\("([^"]+)"/g)].map(([, key]) => key ?? ""));
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((key) => !english.has(key))).toEqual([]);
    expect(openKeys.filter((start) => ![...english.keys()].some((key) => key.startsWith(start)))).toEqual([]);
  });

  it("uses every key", () => {
    const unused = [...english.keys()].filter(
      (key) => !literals.has(key) && !openKeys.some((start) => key.startsWith(start)),
    );
    expect(unused).toEqual([]);
  });

  it("has no words of its own in its screens", () => {
    const hasLetters = (value: unknown) => typeof value === "string" && /\p{L}/u.test(value);
    const spoken = new Set(["aria-label", "alt", "title", "placeholder", "label"]);
    const found = sources.flatMap(({ file, nodes: all }) =>
      all.flatMap((node) => {
        if (node.type === "JSXText" && hasLetters(node.value)) return [`${file}: ${node.value}`];
        if (node.type !== "JSXAttribute" || !isNode(node.name) || !isNode(node.value)) return [];
        const isWords = spoken.has(String(node.name.name)) && hasLetters(node.value.value);
        return isWords ? [`${file}: ${node.value.value}`] : [];
      }),
    );
    expect(found).toEqual([]);
  });
});
