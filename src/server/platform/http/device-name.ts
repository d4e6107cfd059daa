import Bowser from "bowser";

/** A readable device name, for example `Firefox 130 on Windows`. */
export function deviceName(userAgent: string): string {
  if (userAgent === "") return "Unknown device";
  const { browser, os, platform } = Bowser.parse(userAgent);
  const program = [browser.name, browser.version?.split(".")[0]].filter(Boolean).join(" ");
  const system = platform.model ?? os.name;
  if (program === "" && system === undefined) return "Unknown device";
  return system === undefined ? program : `${program || "A program"} on ${system}`;
}
