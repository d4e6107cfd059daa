import { existsSync } from "node:fs";
import { aptInstall } from "./apt.mjs";
import { StartError } from "./project.mjs";

const usualPlaces = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * Path of a Chromium: CHROMIUM_PATH, a usual place, or the system's package installed now.
 * Throws StartError when there is none and none can be installed.
 */
export async function ensureChromium() {
  const found = process.env.CHROMIUM_PATH ?? usualPlaces.find((name) => existsSync(name));
  if (found !== undefined) {
    if (!existsSync(found)) throw new StartError(`CHROMIUM_PATH names a file that does not exist: ${found}`);
    return found;
  }
  console.log("Installing Chromium from the system's packages.");
  // fonts-liberation: without any font the pages have no glyphs.
  await aptInstall(["chromium", "fonts-liberation"], "Install Chromium, or set CHROMIUM_PATH to one.");
  return usualPlaces[0];
}
