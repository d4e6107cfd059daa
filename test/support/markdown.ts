import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";

export const ROOT = path.join(import.meta.dirname, "../..");

export const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
export const exists = (file: string) => existsSync(path.join(ROOT, file));

export interface MarkdownFile {
  /** Path from the root with forward slashes. */
  path: string;
  text: string;
  /** Without fenced code. */
  prose: string;
  /** Inside of fences. */
  code: string;
}

/** The project's documents: in the root, in bench and below docs. */
export function readDocuments(): MarkdownFile[] {
  return ["*.md", "bench/*.md", "docs/**/*.md"]
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .map((file) => file.split(path.sep).join("/"))
    .sort()
    .map((file) => {
      const text = read(file);
      const fences = /^[ \t]*```[^\n]*\n([\s\S]*?)^[ \t]*```/gm;
      const code = [...text.matchAll(fences)].map((match) => match[1]).join("\n");
      return { path: file, text, prose: text.replace(fences, ""), code };
    });
}

/** Texts in backticks. */
export function quoted({ prose }: MarkdownFile): string[] {
  return [...prose.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? "");
}

/** Targets of links and images, as written. */
export function links({ prose }: MarkdownFile): string[] {
  const plain = prose.replace(/`[^`\n]*`/g, "");
  return [...plain.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? "");
}

/** The anchors that GitHub gives the headings of a document. */
export function anchors({ prose }: MarkdownFile): Set<string> {
  const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? "");
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replace(/\s/g, "-");
  return new Set(headings.map(slug));
}

/** The rows of each table, as written. */
export function tables(prose: string): string[][] {
  return [...prose.matchAll(/(?:^\|.*(?:\n|$))+/gm)].map(([rows]) => rows.trimEnd().split("\n"));
}
