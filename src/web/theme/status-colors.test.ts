import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ALL_STYLES } from "#web/ui/status-style.ts";

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
const HUES = ALL_STYLES.map(({ hue }) => hue);

/** The custom properties of the first rule of `css` whose selector is exactly `selector`. */
function properties(css: string, selector: string): Map<string, string> {
  const body = css.slice(css.indexOf(`${selector} {`)).split("}")[0] ?? "";
  return new Map([...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]));
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it.each([
  ["light", ":root"],
  ["dark", '[data-mantine-color-scheme="dark"]'],
])("keeps every status readable in the %s theme", (_theme, selector) => {
  const colors = properties(read("./status-colors.css"), selector);
  const tokens = properties(read("./tokens.css"), selector);
  const grounds = ["--ad-surface", "--ad-paper", "--ad-lagoon-tint"].map((name) => tokens.get(name) ?? "");
  for (const hue of HUES) {
    const text = colors.get(`--ad-status-${hue}`) ?? "";
    const tint = colors.get(`--ad-status-${hue}-tint`) ?? "";
    for (const ground of tint === "transparent" ? grounds : [tint]) {
      expect(contrast(text, ground), `${hue}: ${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

it("gives each status, and a refund that was made, a hue and an icon of its own", () => {
  expect(new Set(HUES).size).toBe(12);
  expect(new Set(ALL_STYLES.map(({ icon }) => icon)).size).toBe(12);
});
