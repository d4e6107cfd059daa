const withoutUnknown = (text: string) => text.replaceAll("Unknown", "").trim();

/**
 * Splits the stored browser text `Browser-Version-Device-Type` as specified: part 0 is the browser, part 2 the device,
 * parts 2 and 3 together the device type; the word Unknown is removed.
 */
export function splitBrowser(browser: string): { browser: string; device: string; deviceType: string } {
  const [name = "", , device = "", type = ""] = browser.split("-").map(withoutUnknown);
  return { browser: name, device, deviceType: [device, type].filter((part) => part !== "").join(" ") };
}

export function shownOs(os: string): string {
  return withoutUnknown(os);
}

/** An address without the prefix of IPv4-mapped IPv6. */
export function shownIp(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.)/i, "");
}
