import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** A folder that looks like a build of the pages, for tests that want the routes of pages too. */
export async function makeWebRoot(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), "arrival-desk-web-"));
  await mkdir(path.join(root, "assets"));
  for (const page of ["index", "visitor"]) await writeFile(path.join(root, `${page}.html`), `<title>${page}</title>`);
  await writeFile(path.join(root, "assets/app-1.js"), "export {};");
  return root;
}
