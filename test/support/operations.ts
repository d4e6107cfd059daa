import { globSync } from "node:fs";
import path from "node:path";
import type { Operation } from "#contract/operation.ts";

const CONTRACT = path.join(import.meta.dirname, "../../src/contract");

function isOperation(value: unknown): value is Operation {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value;
}

/** All operations of the contract. */
export async function contractOperations(): Promise<Operation[]> {
  const names = globSync("**/*.ts", { cwd: CONTRACT }).filter((name) => !name.endsWith(".test.ts"));
  const modules = await Promise.all(
    names.map((name) => import(path.join(CONTRACT, name)) as Promise<Record<string, unknown>>),
  );
  return modules
    .flatMap((module) => Object.values(module))
    .filter(isOperation)
    .sort((a, b) => (operationName(a) < operationName(b) ? -1 : 1));
}

/** `GET /admin/documents/:documentId`. */
export const operationName = ({ method, path }: Pick<Operation, "method" | "path">) => `${method} ${path}`;
