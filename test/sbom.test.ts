import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const root = path.join(import.meta.dirname, "..");
const readJson = async <T>(name: string) => JSON.parse(await readFile(path.join(root, name), "utf8")) as T;

interface Sbom {
  bomFormat: string;
  metadata: { component: { name: string } };
  components: { name: string; version: string }[];
}

it("npm run sbom lists the runtime dependencies with their versions, and no development tools", async () => {
  await promisify(execFile)(process.execPath, ["scripts/sbom.mjs"], { cwd: root });
  const { bomFormat, metadata, components } = await readJson<Sbom>("dist/sbom.cdx.json");
  const { name, dependencies, devDependencies } = await readJson<{
    name: string;
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  }>("package.json");
  expect([bomFormat, metadata.component.name]).toEqual(["CycloneDX", name]);
  const versions = new Map(components.map((component) => [component.name, component.version]));
  for (const [dependency, version] of Object.entries(dependencies)) {
    expect(versions.get(dependency), dependency).toBe(version);
  }
  for (const tool of ["vitest", "@playwright/test", "@biomejs/biome"]) {
    expect(devDependencies).toHaveProperty([tool]);
    expect(versions.has(tool), tool).toBe(false);
  }
});
