import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";

const ROOT = path.join(import.meta.dirname, "../..");
const LAYER_ALIAS = /^#(contract|server|web)\//;

export interface Import {
  /** A path from the root (`src/…`) for project files, otherwise a package name. */
  target: string;
  isTypeOnly: boolean;
}

export interface SourceFile {
  /** From the root, with forward slashes. */
  path: string;
  text: string;
  imports: Import[];
}

/** All TypeScript files of the three layers except tests, with their static and dynamic imports. */
export function readSourceFiles(): SourceFile[] {
  return globSync("src/**/*.{ts,tsx}", { cwd: ROOT })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => !/\.(test|d)\.tsx?$/.test(file))
    .sort()
    .map((file) => {
      const text = readFileSync(path.join(ROOT, file), "utf8");
      return { path: file, text, imports: importsOf(file, text) };
    });
}

function importsOf(file: string, text: string): Import[] {
  const { module } = parseSync(file, text);
  const found: Import[] = [];
  const add = (specifier: string, isTypeOnly: boolean) => found.push({ target: resolve(file, specifier), isTypeOnly });
  for (const { moduleRequest, entries } of module.staticImports) {
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType));
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) if (moduleRequest) add(moduleRequest.value, isType);
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const specifier = text.slice(moduleRequest.start + 1, moduleRequest.end - 1);
    if (/^[@#\w./-]+$/.test(specifier)) add(specifier, false);
  }
  return found;
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(file), specifier);
  return specifier.replace(LAYER_ALIAS, "src/$1/");
}
