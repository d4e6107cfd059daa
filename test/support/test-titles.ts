import { parseSync } from "vite";

/** A node of the syntax tree, as far as it is looked at here. */
interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

/** What may stand between `it` and its brackets; `test.step`, `test.use` and the like name no test. */
const OF_A_TEST = new Set(["each", "for", "concurrent", "sequential", "skipIf", "runIf", "only"]);
/** A test that does not run holds nothing. */
const NOT_RUN = new Set(["skip", "todo", "fixme"]);

/** The names of a callee from its root on: `it.each([…])` is `["it", "each"]`; undefined for what is none. */
function calleeNames(node: Node): string[] | undefined {
  if (node.type === "Identifier") return [String(node.name)];
  if (node.type === "CallExpression") return isNode(node.callee) ? calleeNames(node.callee) : undefined;
  if (node.type === "TaggedTemplateExpression") return isNode(node.tag) ? calleeNames(node.tag) : undefined;
  if (node.type !== "MemberExpression" || !isNode(node.object) || !isNode(node.property)) return undefined;
  const names = calleeNames(node.object);
  return names && [...names, String(node.property.name)];
}

/** A title as it is written: of a template with expressions its source. */
function literal(node: unknown, text: string): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  return node.type === "TemplateLiteral" ? text.slice(node.start + 1, node.end - 1) : undefined;
}

function namesTest(root: string, rest: string[]): boolean {
  if (root === "describe") return rest.includes("each") || rest.includes("for");
  return (root === "it" || root === "test") && rest.every((name) => OF_A_TEST.has(name));
}

/**
 * How often a file says each title: those of its tests and of its `describe.each`. Skipped ones and their insides don't
 * count, nor does what stands in a comment or a string.
 */
export function testTitles(file: string, text: string): Map<string, number> {
  const titles = new Map<string, number>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isNode(value)) return;
    if (value.type === "CallExpression" && isNode(value.callee)) {
      const [root = "", ...rest] = calleeNames(value.callee) ?? [];
      const [first] = value.arguments as unknown[];
      const title = literal(first, text);
      if (title !== undefined && ["describe", "it", "test"].includes(root)) {
        if (rest.some((name) => NOT_RUN.has(name))) return;
        if (namesTest(root, rest)) titles.set(title, (titles.get(title) ?? 0) + 1);
      }
    }
    for (const [name, child] of Object.entries(value)) if (name !== "type") visit(child);
  };
  visit(parseSync(file, text).program);
  return titles;
}
