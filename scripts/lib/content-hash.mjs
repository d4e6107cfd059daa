import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "./project.mjs";

/**
 * A hash over the names and contents of files and folders (recursive); missing ones are skipped.
 * Contents, not timestamps: a clone or a branch switch changes all timestamps.
 */
export function contentHash(names, isWanted = () => true) {
  const hash = createHash("sha256");
  for (const name of names.flatMap((each) => listFiles(each)).filter(isWanted)) {
    const bytes = readFileSync(path.join(projectRoot, name));
    hash.update(`${name}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}

function listFiles(name) {
  const found = statSync(path.join(projectRoot, name), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [name];
  return readdirSync(path.join(projectRoot, name))
    .sort()
    .flatMap((child) => listFiles(`${name}/${child}`));
}
