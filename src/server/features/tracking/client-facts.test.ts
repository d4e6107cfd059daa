import { expect, it } from "vitest";
import { splitBrowser } from "#contract/downloads.ts";
import { describeUserAgent, isProgram } from "./client-facts.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1";
const WINDOWS =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

it("writes four parts, so that the page's split finds them", () => {
  expect(describeUserAgent(IPHONE)).toEqual({ browser: "Safari-17.4-iPhone-mobile", os: "iOS 17.4" });
  expect(splitBrowser(describeUserAgent(IPHONE).browser)).toEqual({
    browser: "Safari",
    device: "iPhone",
    deviceType: "iPhone mobile",
  });
  expect(describeUserAgent(WINDOWS)).toEqual({ browser: "Chrome-126.0.0.0-Unknown-desktop", os: "Windows NT 10.0" });
});

it("calls what it does not know Unknown and lets no hyphen make a fifth part", () => {
  expect(describeUserAgent("")).toEqual({ browser: "Unknown-Unknown-Unknown-Unknown", os: "Unknown" });
  for (const userAgent of ["-", "a-b/c-d", "Some-Thing/1-2-3 (X-Y)", "\u0000"]) {
    expect(describeUserAgent(userAgent).browser.split("-")).toHaveLength(4);
  }
});

it("tells programs from browsers", () => {
  for (const userAgent of [
    "",
    "curl/8.5.0",
    "Googlebot/2.1",
    "Mozilla/5.0 (compatible; Barracuda Sentinel)",
    "python-requests/2",
  ]) {
    expect([userAgent, isProgram(userAgent)]).toEqual([userAgent, true]);
  }
  for (const userAgent of [IPHONE, WINDOWS]) expect(isProgram(userAgent)).toBe(false);
});
