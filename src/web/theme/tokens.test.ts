import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

function tokens(selector: string): Record<string, string> {
  const block = css.split(`${selector} {`)[1]?.split("}")[0] ?? "";
  return Object.fromEntries(
    [...block.matchAll(/--ad-([a-z-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

const light = tokens(":root");
const dark = tokens('[data-mantine-color-scheme="dark"]');
const visitorDark = tokens('[data-area="visitor"]');

/** Relative luminance and contrast of WCAG 2.2. */
function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

const GROUNDS = ["paper", "surface", "sunk"];
const TEXT = [
  ...["ink", "muted", "lagoon", "lagoon-strong", "saffron-ink", "coral-ink"].flatMap((text) =>
    GROUNDS.map((ground) => [text, ground]),
  ),
  ...["paper", "surface"].map((ground) => ["coral", ground]),
  ...["lagoon", "saffron", "coral"].map((fill) => [`on-${fill}`, fill]),
  ...["lagoon", "saffron", "coral"].map((tint) => ["ink", `${tint}-tint`]),
  ["on-lagoon", "lagoon-strong"],
  ["lagoon", "lagoon-tint"],
  ["lagoon", "saffron-tint"],
  ["saffron-ink", "saffron-tint"],
  ["coral-ink", "coral-tint"],
];
const EDGES = GROUNDS.flatMap((ground) => ["line-strong", "focus"].map((edge) => [edge, ground]));

describe("design tokens", () => {
  it("are the same in both dark copies", () => {
    expect(visitorDark).toEqual(dark);
    expect(Object.keys(dark).length).toBeGreaterThan(15);
  });

  describe.each([
    ["light", light],
    ["dark", { ...light, ...dark }],
  ])("%s", (_name, theme) => {
    const between = (a = "", b = "") => contrast(theme[a] ?? "", theme[b] ?? "");

    it.each(TEXT)("have %s on %s at 4.5:1 or more", (text, ground) => {
      expect(between(text, ground)).toBeGreaterThanOrEqual(4.5);
    });

    it.each(EDGES)("have the edge %s on %s at 3:1 or more", (edge, ground) => {
      expect(between(edge, ground)).toBeGreaterThanOrEqual(3);
    });
  });
});
