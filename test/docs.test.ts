import { globSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  anchors,
  exists,
  links,
  type MarkdownFile,
  quoted,
  ROOT,
  read,
  readDocuments,
} from "#test/support/markdown.ts";

const documents = readDocuments();
const byPath = new Map(documents.map((document) => [document.path, document]));
const decisions = globSync("[0-9]*.md", { cwd: path.join(ROOT, "docs/decisions") }).sort();
const textOf = (file: string) => byPath.get(file)?.text ?? "";

/** `document: what is wrong`, for every part of a document that `isWrong` finds wrong. */
function wrong(
  partsOf: (document: MarkdownFile) => string[],
  isWrong: (part: string, document: MarkdownFile) => boolean,
) {
  return documents.flatMap((document) =>
    partsOf(document)
      .filter((part) => isWrong(part, document))
      .map((part) => `${document.path}: ${part}`),
  );
}

const configVariables = [
  ...(/environmentSchema = z\.object\(\{([\s\S]*?)\n\}\);/.exec(read("src/server/config.ts"))?.[1] ?? "").matchAll(
    /^ {2}([A-Z][A-Z0-9_]*):/gm,
  ),
].map((match) => match[1] ?? "");

/** Variables that only the tests, the bootstrap and the image's build read. */
const toolVariables = globSync(["scripts/**/*.{ts,mjs}", "test/**/*.ts", "e2e/**/*.ts", "*.config.ts", "Dockerfile"], {
  cwd: ROOT,
})
  .flatMap((file) => [...read(file).matchAll(/(?:process\.env(?:\.|\[")|^ARG )([A-Z][A-Z0-9_]+)/gm)])
  .map((match) => match[1] ?? "");

it("reads the documents it judges", () => {
  expect(documents.length).toBeGreaterThan(decisions.length + 8);
  expect(configVariables).toContain("TRUSTED_PROXIES");
  expect(links(byPath.get("README.md") as MarkdownFile)).toContain("ARCHITECTURE.md");
});

describe("what the documents name", () => {
  it("npm scripts exist", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const named = ({ text }: MarkdownFile) =>
      [...text.matchAll(/npm (?:run ([a-z][a-z0-9:-]*)|(start|test)\b)/g)].map(([, run, own]) => run ?? own ?? "");
    expect(wrong(named, (name) => scripts[name] === undefined)).toEqual([]);
  });

  it("files and folders exist", () => {
    const isOurs = (part: string) =>
      /^(src|test|e2e|migrations|scripts|docs|bench|\.ci)\/[\w./-]*$|^[A-Z]+\.md$/.test(part);
    expect(wrong(quoted, (part) => isOurs(part) && !exists(part))).toEqual([]);
  });

  it("environment variables are read by somebody", () => {
    const known = new Set([...configVariables, ...toolVariables]);
    const isVariable = (part: string) => /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(part);
    expect(wrong(quoted, (part) => isVariable(part) && !known.has(part))).toEqual([]);
    const assigned = ({ code, prose }: MarkdownFile) =>
      [...`${code}\n${prose}`.matchAll(/\b([A-Z][A-Z0-9_]{2,})=(?!=)/g)].map((match) => match[1] ?? "");
    expect(wrong(assigned, (part) => !known.has(part))).toEqual([]);
  });

  it("links lead somewhere, to their heading too", () => {
    const isDead = (target: string, { path: from }: MarkdownFile) => {
      if (/^https:\/\//.test(target)) return false;
      const [file = "", anchor] = target.split("#");
      const resolved = file === "" ? from : path.posix.join(path.posix.dirname(from), file);
      if (!exists(resolved)) return true;
      const document = byPath.get(resolved);
      return anchor !== undefined && (document === undefined || !anchors(document).has(anchor));
    };
    expect(wrong(links, isDead)).toEqual([]);
  });
});

describe("what the documents must name", () => {
  it("operations.md: every variable of the configuration", () => {
    const named = quoted(byPath.get("docs/operations.md") as MarkdownFile);
    expect(configVariables.filter((name) => !named.includes(name))).toEqual([]);
  });

  it("README.md: both commands and every document beside it", () => {
    const readme = textOf("README.md");
    for (const command of ["npm start", "npm test"]) expect(readme).toContain(`\`${command}\``);
    const beside = globSync("*.md", { cwd: ROOT }).filter((name) => name !== "README.md");
    expect(beside.filter((name) => !readme.includes(`](${name})`))).toEqual([]);
  });

  it("the index: every decision, numbered without gaps, under its own title", () => {
    expect(decisions.map((name) => Number(name.slice(0, 4)))).toEqual(decisions.map((_name, index) => index + 1));
    const index = textOf("docs/decisions/README.md");
    for (const name of decisions) {
      const [, number, title] =
        /^# (\d{4})\. (.+)\n\nStatus: (?:accepted|superseded by )/.exec(textOf(`docs/decisions/${name}`)) ?? [];
      expect(index).toContain(`| [${number}](${name}) | ${title} |`);
    }
  });

  it("the decisions: every rule and doubt that a comment in the code cites", () => {
    const cited = (pattern: RegExp) =>
      globSync(["src/**/*.{ts,tsx}", "test/**/*.ts", "e2e/**/*.ts"], { cwd: ROOT })
        .filter((file) => !file.endsWith("docs.test.ts"))
        .flatMap((file) => [...read(file).matchAll(pattern)].map((match) => match[0].toLowerCase()));
    const rules = textOf("docs/decisions/README.md");
    expect(cited(/\bdecision \d+/gi).filter((rule) => !rules.includes(`| ${rule} |`))).toEqual([]);
    const readings = textOf("docs/decisions/0044-readings-of-the-specification.md").toLowerCase();
    expect(cited(/\bd-\d{2}\b/gi).filter((doubt) => !readings.includes(`| ${doubt} |`))).toEqual([]);
  });
});

it("nothing tells of the machine or the company it was written in", () => {
  // Put together here, so that this file does not hold them itself.
  const words = ["/wo" + "rk/", "cla" + "ude", "anth" + "ropic", "open" + "ai", "chat" + "gpt", "sub" + "agent"];
  const forbidden = new RegExp(`${words.join("|")}|\\bAI[ -](?:session|assistant|generated)|\\bhelper-\\d`, "i");
  const isOther = (name: string) =>
    /(^|\/)(node_modules|\.git|dist|data|test-results|playwright-report|coverage)$/.test(name);
  const isText = (name: string) => /\.(md|tsx?|mjs|json|sql|css|html|svg|npmrc)$|(^|\/)(LICENSE|run)$/.test(name);
  const files = globSync(["**/*", ".*", ".ci/*"], { cwd: ROOT, exclude: isOther }).filter(isText);
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => forbidden.test(read(file)))).toEqual([]);
  const hosts = [...read("package-lock.json").matchAll(/"resolved": "(\w+:\/\/[^/]+)/g)].map((match) => match[1]);
  expect([...new Set(hosts)].filter((host) => host !== "https://registry.npmjs.org")).toEqual([]);
});
