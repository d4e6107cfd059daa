import { globSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ENVIRONMENT_NAMES } from "#server/environment.ts";
import {
  anchors,
  exists,
  links,
  type MarkdownFile,
  quoted,
  ROOT,
  read,
  readDocuments,
  tables,
} from "#test/support/markdown.ts";

const documents = readDocuments();
const byPath = new Map(documents.map((document) => [document.path, document]));
const decisions = globSync("[0-9]*.md", { cwd: path.join(ROOT, "docs/decisions") }).sort();
const textOf = (file: string) => byPath.get(file)?.text ?? "";

/** `document: part` for every part of a document for which `isWrong` is true. */
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

/** Variables read only by the tests, the scripts and the image's build. */
const toolVariables = globSync(["scripts/**/*.{ts,mjs}", "test/**/*.ts", "e2e/**/*.ts", "*.config.ts", "Dockerfile"], {
  cwd: ROOT,
})
  .flatMap((file) => [...read(file).matchAll(/(?:process\.env(?:\.|\[")|^ARG )([A-Z][A-Z0-9_]+)/gm)])
  .map((match) => match[1] ?? "");

it("reads the documents that it checks", () => {
  expect(documents.length).toBeGreaterThan(decisions.length + 8);
  expect(ENVIRONMENT_NAMES).toContain("TRUSTED_PROXIES");
  expect(links(byPath.get("README.md") as MarkdownFile)).toContain("ARCHITECTURE.md");
});

describe("names in the documents", () => {
  it("npm scripts exist", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const named = ({ text }: MarkdownFile) =>
      [...text.matchAll(/npm (?:run ([a-z][a-z0-9:-]*)|(start|test)\b)/g)].map(([, run, own]) => run ?? own ?? "");
    expect(wrong(named, (name) => scripts[name] === undefined)).toEqual([]);
  });

  it("the parts are the direct dependencies", () => {
    const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<
      string,
      Record<string, string>
    >;
    const parts = /## Parts[\s\S]*?\n## /.exec(textOf("ARCHITECTURE.md"))?.[0].toLowerCase() ?? "";
    const isNamed = (name: string) => parts.includes(name) || parts.includes(`\`${name.split("/")[0]}/*\``);
    const names = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !name.startsWith("@types/"));
    expect(names.filter((name) => !isNamed(name))).toEqual([]);
    expect(parts).not.toContain("tanstack table");
  });

  it("files and folders exist", () => {
    const isOurs = (part: string) =>
      /^(src|test|e2e|migrations|scripts|docs|bench|\.ci)\/[\w./-]*$|^[A-Z]+\.md$/.test(part);
    expect(wrong(quoted, (part) => isOurs(part) && !exists(part))).toEqual([]);
  });

  it("environment variables are used", () => {
    const known = new Set([...ENVIRONMENT_NAMES, ...toolVariables]);
    const assigned = ({ code, prose }: MarkdownFile) =>
      [...`${code}\n${prose}`.matchAll(/\b([A-Z][A-Z0-9_]{2,})=(?!=)/g)].map((match) => match[1] ?? "");
    expect(wrong(assigned, (part) => !known.has(part))).toEqual([]);
  });

  it("names in camelCase and constants occur in the sources", () => {
    const files = [
      "{src,test,e2e,scripts,bench,demo,deploy,migrations}/**/*.{ts,tsx,mjs,sql,css,conf,yaml,yml}",
      "*.{ts,json}",
    ];
    const words = new Set(
      globSync(files, { cwd: ROOT }).flatMap((file) => read(file).match(/[A-Za-z_$][\w$]*/g) ?? []),
    );
    const isOurs = (part: string) => /^[a-z]+[A-Z]\w*(\(\))?$|^[A-Z][A-Z0-9_]{3,}$/.test(part);
    const isGenerated = ({ path: from }: MarkdownFile) => from === "docs/spec-coverage.md";
    const isUnknown = (part: string) => isOurs(part) && !words.has(part.replace("()", ""));
    expect(wrong(quoted, (part, document) => !isGenerated(document) && isUnknown(part))).toEqual([]);
    expect(documents.flatMap(quoted).filter(isOurs).length).toBeGreaterThan(100);
  });

  it("links have a target, including its heading", () => {
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

describe("the documents are complete", () => {
  it("operations.md names every variable of the configuration", () => {
    const named = quoted(byPath.get("docs/operations.md") as MarkdownFile);
    expect(ENVIRONMENT_NAMES.filter((name) => !named.includes(name))).toEqual([]);
  });

  it("README.md names both commands and every document in its folder", () => {
    const readme = textOf("README.md");
    for (const command of ["npm start", "npm test"]) expect(readme).toContain(`\`${command}\``);
    const beside = globSync("*.md", { cwd: ROOT }).filter((name) => name !== "README.md");
    expect(beside.filter((name) => !readme.includes(`](${name})`))).toEqual([]);
  });

  it("the index lists every decision with its title", () => {
    const index = textOf("docs/decisions/README.md");
    for (const name of decisions) {
      const [, number, title] = /^# (\d{4})\. (.+)\n\nStatus: accepted\n/.exec(textOf(`docs/decisions/${name}`)) ?? [];
      expect(index).toContain(`| [${number}](${name}) | ${title} |`);
    }
  });

  it("every number of a decision is one record, or folded into one that exists", () => {
    const records = decisions.map((name) => name.slice(0, 4));
    const [, table = ""] = textOf("docs/decisions/README.md").split("## Folded records");
    const folded = [...table.matchAll(/^\| (\d{4}) \| (.+) \|$/gm)].map(([, number = "", targets = ""]) => ({
      number,
      targets: [...targets.matchAll(/\[(\d{4})\]/g)].map(([, target = ""]) => target),
    }));
    const numbers = [...records, ...folded.map(({ number }) => number)].sort();
    expect(numbers).toEqual(numbers.map((_number, index) => String(index + 1).padStart(4, "0")));
    const leadsNowhere = (targets: string[]) => targets.length === 0 || targets.some((to) => !records.includes(to));
    expect(folded.filter(({ targets }) => leadsNowhere(targets))).toEqual([]);
  });

  it("the code cites decisions only by the numbers of their records @7-051", () => {
    const cited = globSync(["src/**/*.{ts,tsx}", "test/**/*.ts", "e2e/**/*.ts"], { cwd: ROOT })
      .filter((file) => !file.endsWith("docs.test.ts"))
      .flatMap((file) =>
        [...read(file).matchAll(/\b(?:decisions? (?:records? )?\d+|records? 0\d+|D-\d{2}\b)/gi)].map(([text]) => text),
      );
    expect(cited.length).toBeGreaterThan(40);
    const known = new Set(decisions.map((name) => `decision record ${name.slice(0, 4)}`));
    expect(cited.filter((text) => !known.has(text.toLowerCase()))).toEqual([]);
  });
});

it("no table has two rows with the same first cell", () => {
  const duplicates = ({ prose }: MarkdownFile) =>
    tables(prose).flatMap((rows) => {
      const firsts = rows.map((row) => row.split(/(?<!\\)\|/)[1]?.trim() ?? "");
      return firsts.filter((first, index) => first !== "" && firsts.indexOf(first) !== index);
    });
  expect(documents.flatMap(({ prose }) => tables(prose)).length).toBeGreaterThan(50);
  expect(wrong(duplicates, () => true)).toEqual([]);
});

it("no file names the machine or the tools it was written with", () => {
  // Concatenated, so that this file does not contain them.
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
