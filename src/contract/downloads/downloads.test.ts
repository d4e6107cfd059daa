import { describe, expect, it } from "vitest";
import { shownIp, shownOs, splitBrowser } from "./download-labels.ts";

describe("the stored browser text", () => {
  it.each([
    ["Chrome-126-Pixel 8-mobile", { browser: "Chrome", device: "Pixel 8", deviceType: "Pixel 8 mobile" }],
    ["Firefox-127-Unknown-desktop", { browser: "Firefox", device: "", deviceType: "desktop" }],
    ["Unknown-Unknown-Unknown-Unknown", { browser: "", device: "", deviceType: "" }],
    ["Safari-17-iPhone-Unknown", { browser: "Safari", device: "iPhone", deviceType: "iPhone" }],
    ["Safari", { browser: "Safari", device: "", deviceType: "" }],
    ["", { browser: "", device: "", deviceType: "" }],
  ])("%s is split as the specification does @2-165 @2-166 @2-167 @2-168 @2-169", (text, parts) => {
    expect(splitBrowser(text)).toEqual(parts);
  });

  it("shows no Unknown and no IPv4 inside IPv6 @2-164 @2-170", () => {
    expect(shownOs("Unknown")).toBe("");
    expect(shownOs("Windows 11 Unknown")).toBe("Windows 11");
    expect([shownIp("::ffff:203.0.113.9"), shownIp("::FFFF:203.0.113.9"), shownIp("2001:db8::1")]).toEqual([
      "203.0.113.9",
      "203.0.113.9",
      "2001:db8::1",
    ]);
  });
});
