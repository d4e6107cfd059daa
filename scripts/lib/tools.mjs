import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { aptInstall } from "./apt.mjs";
import { StartError } from "./project.mjs";

const chromiums = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
/** Debian's package of the same version, which `playwright.config.ts` prefers; other systems do without. */
const headlessShell = "/usr/bin/chromium-headless-shell";
const fontFolder = "/usr/share/fonts/truetype/liberation";
const postgresFolder = "/usr/lib/postgresql";
/** What the tests run, by Debian's package. */
const packages = {
  "poppler-utils": ["pdfinfo", "pdftotext", "pdffonts"],
  qpdf: ["qpdf"],
  nginx: ["nginx"],
  patroni: ["patroni"],
  "etcd-server": ["etcd"],
  haproxy: ["haproxy"],
  faketime: ["faketime"],
  oathtool: ["oathtool"],
};

/**
 * Installs what the tests need beside the npm packages: a Chromium, Poppler's tools, qpdf, and the servers
 * that stand around the program in production. Sets CHROMIUM_PATH.
 * Throws StartError when something is missing and cannot be installed.
 */
export async function ensureTools() {
  // Servers lie where only root looks.
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
  const isThere = (tool) => spawnSync(tool, ["--version"], { stdio: "ignore", env }).error === undefined;
  const missing = Object.keys(packages).filter((name) => !packages[name].every(isThere));
  if (!hasPostgres()) missing.push("postgresql");
  if (findChromium() === undefined) missing.push("chromium");
  if ([undefined, chromiums[0]].includes(findChromium())) {
    if (!existsSync(headlessShell)) missing.push("chromium-headless-shell");
    // Without any font the pages have no glyphs, and widths differ by font.
    if (!existsSync(fontFolder)) missing.push("fonts-liberation");
  }
  if (missing.length > 0) {
    console.log(`Installing ${missing.join(", ")} from the system's packages.`);
    await aptInstall(missing, "Install them, or Chromium where CHROMIUM_PATH names it.");
  }
  process.env.CHROMIUM_PATH = findChromium();
  return 0;
}

/** Debian's, whose programs stand in no PATH. */
function hasPostgres() {
  const versions = existsSync(postgresFolder) ? readdirSync(postgresFolder) : [];
  return versions.some((version) => existsSync(`${postgresFolder}/${version}/bin/pg_rewind`));
}

function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && !existsSync(named)) {
    throw new StartError(`CHROMIUM_PATH names a file that does not exist: ${named}`);
  }
  return named ?? chromiums.find((name) => existsSync(name));
}
