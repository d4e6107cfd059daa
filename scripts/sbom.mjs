// npm run sbom: writes the run-time dependencies as CycloneDX to dist/sbom.cdx.json.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectRoot, runMain, StartError } from "./lib/project.mjs";

await runMain(async () => {
  const options = { cwd: projectRoot, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 };
  const wanted = ["--sbom-format", "cyclonedx", "--sbom-type", "application"];
  const { status, stdout, stderr } = spawnSync("npm", ["sbom", ...wanted], options);
  if (status !== 0) throw new StartError(`npm could not list the components: ${stderr}`);
  const sbom = JSON.parse(stdout);
  if (sbom.bomFormat !== "CycloneDX") throw new StartError("npm listed no components.");
  // Not `--omit dev`: npm would also omit run-time packages that a development tool depends on, such as the mail client.
  const parts = partsOf(readJson("package-lock.json"));
  const components = sbom.components.filter(({ name, version }) => parts.has(`${name}@${version}`));
  if (components.length === 0) throw new StartError("npm listed no components.");
  const listed = new Set([sbom.metadata.component, ...components].map((component) => component["bom-ref"]));
  const dependencies = sbom.dependencies
    .filter(({ ref }) => listed.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => listed.has(each)) }));
  // npm names the program after its folder.
  const { name } = readJson("package.json");
  const metadata = { ...sbom.metadata, component: { ...sbom.metadata.component, name } };
  const text = JSON.stringify({ ...sbom, metadata, components, dependencies }, null, 2);
  mkdirSync(path.join(projectRoot, "dist"), { recursive: true });
  writeFileSync(path.join(projectRoot, "dist/sbom.cdx.json"), `${text}\n`);
  console.log(`dist/sbom.cdx.json: ${components.length} components`);
});

function readJson(name) {
  return JSON.parse(readFileSync(path.join(projectRoot, name), "utf8"));
}

/** Name and version of each package that `npm ci --omit=dev` installs. */
function partsOf({ packages }) {
  const entries = Object.entries(packages).filter(([place, { dev }]) => place !== "" && dev !== true);
  return new Set(
    entries.map(([place, { name, version }]) => `${name ?? place.split("node_modules/").pop()}@${version}`),
  );
}
