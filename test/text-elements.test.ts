import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Node, parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";

/**
 * Text that changes stands alone in its element. A browser that translates a page replaces its text nodes. React goes on
 * writing into the replaced ones, unless the text is all that an element holds: beside another node it stays as it was.
 */
const WEB = path.join(import.meta.dirname, "../src/web");

/** Expressions that are elements or nothing, not text. */
const ELEMENTS = new Set(["actions", "beside", "children", "header", "icon", "instead", "isKnown", "rows"]);
const MAKE_ELEMENTS = new Set(["map"]);

type Any = Node & Record<string, unknown>;
const child = (node: Any, name: string) => node[name] as Any;

function calleeOf(call: Any): string {
  const callee = child(call, "callee");
  return String(callee.type === "MemberExpression" ? child(callee, "property").name : callee.name);
}

/** Whether an expression in JSX may be a text that changes. */
function isText(expression: Any): boolean {
  switch (expression.type as string) {
    case "Literal":
      // A fixed text, or null and false, which show nothing.
      return typeof expression.value === "number";
    case "JSXElement":
    case "JSXFragment":
    case "JSXEmptyExpression":
      return false;
    case "ParenthesizedExpression":
      return isText(child(expression, "expression"));
    case "ChainExpression":
      return isText(child(expression, "expression"));
    case "LogicalExpression":
      return isTextOrNot(child(expression, "right"));
    case "ConditionalExpression":
      return (["consequent", "alternate"] as const).some((branch) => isTextOrNot(child(expression, branch)));
    case "CallExpression": {
      return !MAKE_ELEMENTS.has(calleeOf(expression));
    }
    case "MemberExpression":
      return !ELEMENTS.has(String(child(expression, "object").name));
    case "Identifier":
      return !ELEMENTS.has(String(expression.name));
    default:
      return true;
  }
}

/** The same for a part that is shown or not: then a fixed text changes too. */
const isTextOrNot = (part: Any) => isText(part) || (part.type === "Literal" && typeof part.value === "string");

const isLayout = (node: Any) => node.type === "JSXText" && /^\s*\n\s*$/.test(String(node.value));

function textsBesideOthers(source: string, fileName: string): string[] {
  const { program, errors } = parseSync(fileName, source);
  expect(errors).toEqual([]);
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      node.forEach(visit);
      return;
    }
    if (typeof node !== "object" || node === null) return;
    const each = node as Any;
    if (each.type === "JSXElement" || each.type === "JSXFragment") {
      const children = (each.children as Any[]).filter((one) => !isLayout(one));
      const texts = children.filter(
        (one) => one.type === "JSXExpressionContainer" && isText(child(one as Any, "expression")),
      );
      if (children.length > 1) for (const { start, end } of texts) found.push(source.slice(start, end));
    }
    Object.values(each).forEach(visit);
  };
  visit(program);
  return found;
}

/** Components that are a text and no element: they stand beside whatever their user puts there. */
function componentsOfText(source: string, fileName: string): string[] {
  const found: string[] = [];
  const returned = (node: unknown, name: string): void => {
    if (Array.isArray(node)) {
      for (const each of node) returned(each, name);
      return;
    }
    if (typeof node !== "object" || node === null) return;
    const each = node as Any;
    if (String(each.type).includes("Function")) return;
    if (each.type === "ReturnStatement" && each.argument !== null && isWritten(child(each, "argument")))
      found.push(name);
    for (const part of Object.values(each)) returned(part, name);
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      node.forEach(visit);
      return;
    }
    if (typeof node !== "object" || node === null) return;
    const each = node as Any;
    const name = each.type === "FunctionDeclaration" ? String(child(each, "id").name) : "";
    if (/^[A-Z]/.test(name)) returned(child(each, "body").body, name);
    Object.values(each).forEach(visit);
  };
  visit(parseSync(fileName, source).program);
  return found;
}

/** A call, a template or a text. Calls that make elements are in `MAKE_ELEMENTS` and `TO_ELEMENTS`. */
const isWritten = (node: Any) =>
  node.type === "TemplateLiteral" ||
  (node.type === "Literal" && typeof node.value === "string") ||
  (node.type === "CallExpression" && isText(node) && !TO_ELEMENTS.has(calleeOf(node)));
const TO_ELEMENTS = new Set(["children", "from", "createPortal", "createElement"]);

describe("text that changes stands alone in its element", () => {
  it("in every screen", () => {
    const files = globSync("**/*.tsx", { cwd: WEB }).filter((name) => !name.endsWith(".test.tsx"));
    expect(files.length).toBeGreaterThan(200);
    const found = files.flatMap((name) =>
      textsBesideOthers(readFileSync(path.join(WEB, name), "utf8"), name).map((text) => `${name}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it("and no component is a text", () => {
    const files = globSync("**/*.tsx", { cwd: WEB }).filter((name) => !name.endsWith(".test.tsx"));
    const found = files.flatMap((name) => componentsOfText(readFileSync(path.join(WEB, name), "utf8"), name));
    expect(found).toEqual([]);
    const words = "function Words() { return useWords().messageWords(text); } function Span() { return <b>{t()}</b>; }";
    expect(componentsOfText(words, "x.tsx")).toEqual(["Words"]);
  });

  it.each([
    ["<b>{count} selected</b>", ["{count}"]],
    ["<b><Icon /> {label(status)}</b>", ["{label(status)}"]],
    ["<b>{isLate ? '' : 'Due '}<Time /></b>", ["{isLate ? '' : 'Due '}"]],
    ["<b>{isPaused && ', paused'}<Time /></b>", ["{isPaused && ', paused'}"]],
    ["<b>{name} {isSelf && <i>You</i>}</b>", ["{name}"]],
    ["<b>{selected(count)}</b>", []],
    ["<b><Icon /> <span>{label}</span></b>", []],
    ["<b>{'by '}<i>{name}</i>{children}</b>", []],
  ])("%s", (source, found) => {
    expect(textsBesideOthers(`const x = ${source};`, "x.tsx")).toEqual(found);
  });
});
