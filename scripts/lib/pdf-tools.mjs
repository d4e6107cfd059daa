import { spawnSync } from "node:child_process";
import { aptInstall } from "./apt.mjs";

/** The tests judge printed packs with these: Poppler's pdfinfo, pdftotext and pdffonts, and qpdf. */
const tools = ["pdfinfo", "pdftotext", "pdffonts", "qpdf"];

/** Installs the tools that are missing. Throws StartError when that fails. Returns 0 when all are there. */
export async function ensurePdfTools() {
  const missing = tools.filter((name) => spawnSync(name, ["--version"], { stdio: "ignore" }).error !== undefined);
  if (missing.length > 0) {
    console.log(`Installing ${missing.join(", ")} from the system's packages.`);
    await aptInstall(["poppler-utils", "qpdf"], "Install Poppler's tools and qpdf.");
  }
  return 0;
}
