import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import { ORDER_STATUSES } from "#contract/orders/order-status.ts";
import { LANGUAGES } from "#contract/tracking/visitor-languages.ts";
import { ENGLISH } from "#web/features/tracking/english.ts";

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
    const { program } = parseSync(file, text);
    return { file, text, program, nodes: nodes(program) };
  });

/** Attributes that are read or announced. */
const SPOKEN = new Set(["aria-label", "alt", "title", "placeholder", "label"]);
const hasLetters = (value: unknown): value is string => typeof value === "string" && /\p{L}/u.test(value);
const nameOf = (value: unknown): string => (isNode(value) ? String(value.name ?? nameOf(value.object)) : "");

/** The string literals that an expression may evaluate to, without those in conditions and call arguments. */
function ownWords(value: unknown): string[] {
  if (!isNode(value)) return [];
  if (value.type === "Literal") return hasLetters(value.value) ? [value.value] : [];
  if (value.type === "TemplateLiteral") {
    const pieces = nodes(value.quasis).map((piece) => (piece.value as { cooked?: string } | undefined)?.cooked);
    return [...pieces.filter(hasLetters), ...(value.expressions as unknown[]).flatMap(ownWords)];
  }
  if (value.type === "ConditionalExpression") return [...ownWords(value.consequent), ...ownWords(value.alternate)];
  if (value.type === "LogicalExpression") return [...ownWords(value.left), ...ownWords(value.right)];
  if (value.type === "BinaryExpression" && value.operator === "+") {
    return [...ownWords(value.left), ...ownWords(value.right)];
  }
  return value.type === "JSXExpressionContainer" ? ownWords(value.expression) : [];
}

/** The untranslated text that a node shows or announces. */
function shownWords(node: Node): string[] {
  if (node.type === "JSXText") return hasLetters(node.value) ? [node.value] : [];
  if (node.type === "JSXElement" || node.type === "JSXFragment") {
    return (node.children as Node[]).filter(({ type }) => type === "JSXExpressionContainer").flatMap(ownWords);
  }
  if (node.type === "JSXAttribute") {
    return isNode(node.name) && SPOKEN.has(String(node.name.name)) ? ownWords(node.value) : [];
  }
  if (node.type === "CallExpression" && nameOf(node.callee) === "toast") return ownWords((node.arguments as Node[])[0]);
  const isTitle = node.type === "AssignmentExpression" && isNode(node.left) && nameOf(node.left) === "document";
  return isTitle ? ownWords(node.right) : [];
}

/** Literals of two or more words, except error messages for developers and class names. */
function sentences(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(sentences);
  if (!isNode(value) || (value.type === "NewExpression" && nameOf(value.callee) === "Error")) return [];
  if (value.type === "JSXAttribute" && isNode(value.name) && !SPOKEN.has(String(value.name.name))) return [];
  const text = value.type === "TemplateElement" ? (value.value as { cooked?: string }).cooked : value.value;
  if (typeof text === "string" && /\p{L}{2,}\s+\p{L}{2,}/u.test(text) && value.type !== "JSXText") return [text];
  return Object.values(value).flatMap(sentences);
}

const literals = new Set(
  sources.flatMap((source) => source.nodes).flatMap((node) => (node.type === "Literal" ? [String(node.value)] : [])),
);
/** The prefixes of keys that end in a variable: `messages.${name}`. */
const openKeys = [
  ...new Set(
    sources.flatMap(({ text }) => [...text.matchAll(/\bt\(`([a-zA-Z.]+\.)\$\{/g)].map(([, start]) => start ?? "")),
  ),
];

describe.each(LANGUAGES.map(([code]) => code).filter((code) => code !== "en"))("the translations in %s", (code) => {
  const words = new Map(flat(JSON.parse(readFileSync(join(WEB, `locales/visitor/${code}.json`), "utf8"))));

  it("have every key and no other", () => {
    expect([...words.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it("are not empty, and keep their placeholders", () => {
    for (const [key, text] of words) {
      expect(text.trim(), key).not.toBe("");
      expect(placeholders(text), key).toEqual(placeholders(english.get(key) ?? ""));
    }
  });

  it("name the download button by its label", () => {
    for (const key of ["download.started", "download.failed"]) {
      expect(words.get(key)).toContain(words.get("download.button"));
    }
  });

  it("keep the time zone of the history @9-016", () => {
    expect(words.get("history.time")).toContain("(EST)");
  });
});

describe("the visitor's code", () => {
  it("uses only keys that exist", () => {
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

  it("has no untranslated text in its screens", () => {
    expect(
      sources.flatMap(({ file, nodes: all }) => all.flatMap(shownWords).map((text) => `${file}: ${text}`)),
    ).toEqual([]);
  });

  it("has no untranslated sentence elsewhere", () => {
    const found = sources.flatMap(({ file, program }) => sentences(program).map((text) => `${file}: ${text}`));
    const isStatus = (found: string) => ORDER_STATUSES.some((status) => found.endsWith(`: ${status}`));
    expect(found.filter((each) => !isStatus(each))).toEqual([]);
  });

  it.each([
    ["text", "<p>Hello</p>", ["Hello"]],
    ["a text in braces", '<p>{"Hello"}</p>', ["Hello"]],
    ["a choice", '<p>{isLoaded ? "Loaded" : t("order.loading")}</p>', ["Loaded"]],
    ["a condition", '<p>{phase === "idle" && "Idle"}</p>', ["Idle"]],
    ["a template", "<p>{`Order`}</p>", ["Order"]],
    ["a label", '<a title={"Order"} className="button" />', ["Order"]],
    ["a toast", 'toast.error("Broken", { id: "broken" })', ["Broken"]],
    ["a tab's title", 'document.title = "Order"', ["Order"]],
    ["what is translated", '<p title={t("a.b")}>{items.map((item) => <b key="a">{t(`x`)}</b>)}</p>', []],
  ])("would be found speaking: %s", (_what, code, words) => {
    expect(nodes(parseSync("sample.tsx", code).program).flatMap(shownWords)).toEqual(words);
  });

  it.each([
    ["a sentence kept for later", 'const line = "Please wait";', ["Please wait"]],
    ["words for another developer", 'throw new Error("no words here");', []],
    ["two classes", '<p className="button wide" />', []],
  ])("would be found keeping, or not: %s", (_what, code, words) => {
    expect(sentences(parseSync("sample.tsx", code).program)).toEqual(words);
  });
});
