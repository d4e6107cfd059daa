import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** Shows what a page is rendered from. */
const RENDERER = "export const createVisitorRenderer = (template) => async (page) => template + JSON.stringify(page);";

/** A folder that looks like a web build, for tests that also need the pages' routes. */
export async function makeWebRoot(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), "arrival-desk-web-"));
  await mkdir(path.join(root, "assets"));
  for (const page of ["index", "visitor"]) await writeFile(path.join(root, `${page}.html`), `<title>${page}</title>`);
  await writeFile(path.join(root, "assets/app-1.js"), "export {};");
  await mkdir(path.join(root, "server"));
  await writeFile(path.join(root, "server/package.json"), '{ "type": "module" }');
  await writeFile(path.join(root, "server/visitor-server.js"), RENDERER);
  return root;
}
