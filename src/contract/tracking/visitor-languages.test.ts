import { expect, it } from "vitest";
import { preferredLanguage } from "./visitor-languages.ts";

it.each([
  ["", "en"],
  ["de-CH,de;q=0.9,en;q=0.8", "de"],
  ["en;q=0.5, si-LK", "si"],
  ["pt-BR, AR;q=0.3, fr;q=0.2", "ar"],
  ["zh-Hans-CN", "zh"],
  ["pt, *;q=0.1", "en"],
  ["de;q=0, fr;q=0.1", "fr"],
  ["de;q=x", "en"],
  [",;;=,q", "en"],
  [`${"x,".repeat(100_000)}de`, "en"],
])("a browser that prefers %j gets %s", (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
